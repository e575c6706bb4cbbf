import { about, endsAs, traced } from '#edges/log';
import type { PdfMessage } from '#verbs/pdf/pdf-tasks';
import { renderTask } from '#verbs/pdf/run-pdf-task';

/** Renders PDF tasks, one message at a time: a browser is the dearest thing here (PD-27). */
export async function consumePdf(batch: MessageBatch, env: Env, platform?: ExecutionContext): Promise<void> {
  for (const message of batch.messages) {
    if (!isTask(message)) {
      message.retry();
      continue;
    }
    const { showId, taskId, origin } = message.body;
    const facts = {
      requestId: origin ?? message.id,
      message: message.id,
      delivery: message.attempts,
      show: showId,
      task: taskId,
    };
    await traced(platform, 'pdf', facts, () => render(message, env));
  }
}

async function render(message: Message<PdfMessage>, env: Env): Promise<void> {
  try {
    await renderTask(env, message.body, new Date().toISOString());
    message.ack();
  } catch (error) {
    about({ outcome: 'again' });
    endsAs('warn', error);
    message.retry({ delaySeconds: 2 * message.attempts });
  }
}

/** Anything else is nobody's task: it goes its way to the dead letters, and holds up none that came with it. */
function isTask(message: Message): message is Message<PdfMessage> {
  const { body } = message;
  return typeof body === 'object' && body !== null && 'showId' in body && 'taskId' in body;
}
