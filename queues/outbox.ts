import { log } from '#edges/log';
import type { OutboxMessage } from '#verbs/outbox-dispatch';
import { runErrand } from '#verbs/run-errand';
import { oneBatchOf } from './bulk.ts';

/** Carries out outbox entries: e-mails, accounting, bulk approvals (house rule 6). Each entry is its own success or retry. */
export async function consumeOutbox(batch: MessageBatch, env: Env): Promise<void> {
  const errands = batch.messages.filter(isErrand);
  for (const message of batch.messages) if (!isErrand(message)) message.retry();
  for (const message of await oneBatchOf(errands, env)) {
    try {
      const seconds = await runErrand(env, message.body, new Date().toISOString());
      // A second later than the entry's rest ends, so that the message does not find it at rest.
      if (seconds === null) message.ack();
      else message.retry({ delaySeconds: seconds + 1 });
    } catch (error) {
      log('warn', 'errand not begun', { entry: message.body.outboxId, attempts: message.attempts }, error);
      message.retry({ delaySeconds: Math.min(5 * 2 ** message.attempts, 600) });
    }
  }
}

/** Anything else is nobody's errand: it goes its way to the dead letters, and holds up none that came with it. */
function isErrand(message: Message): message is Message<OutboxMessage> {
  const { body } = message;
  return typeof body === 'object' && body !== null && 'showId' in body && 'outboxId' in body;
}
