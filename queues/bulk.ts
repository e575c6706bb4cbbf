import type { OutboxMessage } from '#verbs/outbox-dispatch';

/**
 * A batch of a bulk approval is some 500 queries, and one run of a Worker has 1,000: of those that came together the
 * first is done here, and the others go back as they are, to be runs of their own. Answers what is to be done.
 */
export async function oneBatchOf(
  messages: readonly Message<OutboxMessage>[],
  env: Env,
): Promise<Message<OutboxMessage>[]> {
  const [, ...others] = messages.filter(({ body }) => body.isBulk);
  if (others.length > 0) {
    await env.OUTBOX_QUEUE.sendBatch(others.map(({ body }) => ({ body })));
    for (const message of others) message.ack();
  }
  return messages.filter((message) => !others.includes(message));
}
