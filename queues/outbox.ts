import { about, endsAs, traced } from '#edges/log';
import type { OutboxMessage } from '#verbs/outbox-dispatch';
import { runErrand } from '#verbs/run-errand';
import { oneBatchOf } from './bulk.ts';

/** A Worker has six connections at a time. */
const outwardAtOnce = 5;

/** Carries out outbox entries: e-mails, accounting, bulk approvals (house rule 6). Each entry is its own success or retry. */
export async function consumeOutbox(
  batch: MessageBatch,
  env: Env,
  platform?: ExecutionContext,
): Promise<void> {
  const errands = batch.messages.filter(isErrand);
  for (const message of batch.messages) if (!isErrand(message)) message.retry();
  const due = await oneBatchOf(errands, env);
  const outward = due.filter(({ body }) => body.isOutward);
  for (const message of due) if (!message.body.isOutward) await seen(message, env, platform);
  // Nothing waits behind systems that may not answer, and few of them at once behind each other.
  for (let from = 0; from < outward.length; from += outwardAtOnce)
    await Promise.all(
      outward.slice(from, from + outwardAtOnce).map((message) => seen(message, env, platform)),
    );
}

function seen(message: Message<OutboxMessage>, env: Env, platform?: ExecutionContext): Promise<void> {
  const { showId, outboxId, origin } = message.body;
  const facts = {
    requestId: origin ?? message.id,
    message: message.id,
    delivery: message.attempts,
    show: showId,
    entry: outboxId,
  };
  return traced(platform, 'errand', facts, () => carryOut(message, env));
}

async function carryOut(message: Message<OutboxMessage>, env: Env): Promise<void> {
  try {
    const seconds = await runErrand(env, message.body, new Date().toISOString());
    // A second later than the entry's rest ends, so that the message does not find it at rest.
    if (seconds === null) message.ack();
    else message.retry({ delaySeconds: seconds + 1 });
  } catch (error) {
    about({ outcome: 'not begun' });
    endsAs('warn', error);
    message.retry({ delaySeconds: Math.min(5 * 2 ** message.attempts, 600) });
  }
}

/** Anything else is nobody's errand: it goes its way to the dead letters, and holds up none that came with it. */
function isErrand(message: Message): message is Message<OutboxMessage> {
  const { body } = message;
  return typeof body === 'object' && body !== null && 'showId' in body && 'outboxId' in body;
}
