import type { Database } from '#store/open';
import { markSent } from '#store/show/outbox-reads';

/** The message of an outbox entry: a wake-up signal; the row is the truth. */
export interface OutboxMessage {
  showId: string;
  outboxId: string;
  /** One of these is as much as one run of a Worker may do. */
  isBulk?: true;
}

/** What a queue takes at once. */
const mostAtOnce = 100;

/** Hands entries to the queue. When this is lost, the sweep finds the rows again. */
export async function dispatchOutbox(
  env: Env,
  db: Database,
  entries: readonly { id: string; showId: string; kind?: string }[],
  now: string,
): Promise<void> {
  for (let from = 0; from < entries.length; from += mostAtOnce) {
    const part = entries.slice(from, from + mostAtOnce);
    await env.OUTBOX_QUEUE.sendBatch(part.map((entry) => ({ body: messageOf(entry) })));
    await markSent(
      db,
      part.map((entry) => entry.id),
      now,
    );
  }
}

function messageOf({ id, showId, kind }: { id: string; showId: string; kind?: string }): OutboxMessage {
  return { showId, outboxId: id, ...(isBulk(kind) && { isBulk: true }) };
}

function isBulk(kind: string | undefined): boolean {
  return kind === 'approve-batch' || kind === 'restart-flow';
}
