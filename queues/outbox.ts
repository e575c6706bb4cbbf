import type { OutboxMessage } from '#verbs/outbox-dispatch';
import { runErrand } from '#verbs/run-errand';

/** Carries out outbox entries: e-mails and accounting (house rule 6). Each entry is its own success or retry. */
export async function consumeOutbox(batch: MessageBatch<OutboxMessage>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await runErrand(env, message.body, new Date().toISOString());
      message.ack();
    } catch (error) {
      console.warn(
        JSON.stringify({
          level: 'warn',
          queue: batch.queue,
          entry: message.body.outboxId,
          error: String(error),
        }),
      );
      message.retry({ delaySeconds: Math.min(2 ** message.attempts * 5, 600) });
    }
  }
}
