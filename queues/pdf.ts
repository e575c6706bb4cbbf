import type { PdfMessage } from '#verbs/pdf-tasks';
import { renderTask } from '#verbs/render-pdf';

/** Renders PDF tasks, one message at a time: a browser is the dearest thing here (PD-27). */
export async function consumePdf(batch: MessageBatch<PdfMessage>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await renderTask(env, message.body, new Date().toISOString());
      message.ack();
    } catch (error) {
      console.warn(
        JSON.stringify({
          level: 'warn',
          queue: batch.queue,
          task: message.body.taskId,
          error: String(error),
        }),
      );
      message.retry();
    }
  }
}
