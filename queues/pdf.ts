import { log } from '#edges/log';
import type { PdfMessage } from '#verbs/pdf-tasks';
import { renderTask } from '#verbs/render-pdf';

/** Renders PDF tasks, one message at a time: a browser is the dearest thing here (PD-27). */
export async function consumePdf(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages as readonly Message<PdfMessage>[]) {
    try {
      await renderTask(env, message.body, new Date().toISOString());
      message.ack();
    } catch (error) {
      log('warn', 'pdf tried again', { task: message.body.taskId, attempts: message.attempts }, error);
      message.retry({ delaySeconds: 2 * message.attempts });
    }
  }
}
