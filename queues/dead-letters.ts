import { log } from '#edges/log';

/**
 * What no consumer could do is said once, by its ids. The rows stay open: the sweep sends them again until they have had
 * all their tries, and then closes them.
 */
export async function consumeDeadLetters(batch: MessageBatch): Promise<void> {
  for (const message of batch.messages) {
    log('error', 'dead letter', { id: message.id, ...idsIn(message.body) });
    message.ack();
  }
}

function idsIn(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  const known = Object.entries(body).filter(([name]) => ['showId', 'outboxId', 'taskId'].includes(name));
  return Object.fromEntries(known.map(([name, id]) => [name, String(id)]));
}
