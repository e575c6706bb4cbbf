import { addLogFields, setLogLevel, withSpan } from '#edges/log';
import type { PdfMessage } from '#verbs/pdf/pdf-tasks';
import { renderTask } from '#verbs/pdf/render-task';

/** Renders PDF tasks, one message at a time: a browser is the most expensive resource (PD-27). */
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
    await withSpan(platform, 'pdf', facts, () => render(message, env));
  }
}

async function render(message: Message<PdfMessage>, env: Env): Promise<void> {
  try {
    await renderTask(env, message.body, new Date().toISOString());
    message.ack();
  } catch (error) {
    addLogFields({ outcome: 'again' });
    setLogLevel('warn', error);
    message.retry({ delaySeconds: 2 * message.attempts });
  }
}

/** Other messages are retried until they are dead letters, and block none of their batch. */
function isTask(message: Message): message is Message<PdfMessage> {
  const { body } = message;
  return typeof body === 'object' && body !== null && 'showId' in body && 'taskId' in body;
}
