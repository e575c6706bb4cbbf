import { log } from '#edges/log';

/**
 * Logs each message that no consumer could handle, with its ids. The rows stay open: the sweep sends them again until
 * their attempts are used up, and then closes them.
 */
export async function consumeDeadLetters(batch: MessageBatch): Promise<void> {
  for (const message of batch.messages) {
    log('error', 'dead letter', { message: message.id, ...idsIn(message.body) });
    message.ack();
  }
}

const names: Readonly<Record<string, string>> = {
  showId: 'show',
  outboxId: 'entry',
  taskId: 'task',
  origin: 'requestId',
};

function idsIn(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, id]) => {
      const known = names[name];
      return known === undefined ? [] : [[known, String(id).slice(0, 100)]];
    }),
  );
}
