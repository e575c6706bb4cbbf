import type { Database } from '#store/open';
import { markSent } from '#store/show/outbox-reads';

/** The message of an outbox entry: a wake-up signal; the row is the truth. */
export interface OutboxMessage {
  showId: string;
  outboxId: string;
}

/** Hands entries to the queue. When this is lost, the sweep finds the rows again. */
export async function dispatchOutbox(
  env: Env,
  db: Database,
  entries: readonly { id: string; showId: string }[],
  now: string,
): Promise<void> {
  if (entries.length === 0) return;
  await env.OUTBOX_QUEUE.sendBatch(
    entries.map(({ id, showId }) => ({ body: { showId, outboxId: id } satisfies OutboxMessage })),
  );
  await markSent(
    db,
    entries.map((entry) => entry.id),
    now,
  );
}
