import { originId } from '#edges/log';
import type { Database } from '#store/d1/open';
import { markSent } from '#store/show/outbox/outbox';

/** The message of an outbox entry: a wake-up signal; the row is the truth. */
export interface OutboxMessage {
  showId: string;
  outboxId: string;
  /** Tells one person of something: those of one delivery are taken up together. */
  isNotice?: true;
  /** For a system of somebody else's, which may keep us waiting. */
  isOutward?: true;
  /** The request that all this began with, for whoever follows it in the log. */
  origin?: string;
}

/** Carries out a job at once, while the user waits: passed to verbs by their routes, for the runner knows all verbs. */
export type RunJob = (env: Env, message: OutboxMessage, now: string) => Promise<number | null>;

interface Entry {
  id: string;
  showId: string;
  kind?: string;
  origin?: string | null | undefined;
}

/** What a queue takes at once. */
const mostAtOnce = 100;

/** Hands entries to their queues, and notes when. When this is lost, the sweep finds the rows again. */
export async function dispatchJobs(
  env: Env,
  db: Database,
  entries: readonly Entry[],
  now: string,
): Promise<void> {
  for (let from = 0; from < entries.length; from += mostAtOnce) {
    const part = entries.slice(from, from + mostAtOnce);
    await dispatchNewJobs(env, part);
    await markSent(
      db,
      part.map((entry) => entry.id),
      now,
    );
  }
}

/** The same of entries written a moment ago, which the sweep knows by their age: nothing need be noted. */
export async function dispatchNewJobs(env: Env, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += mostAtOnce) {
    const part = entries.slice(from, from + mostAtOnce);
    const bulk = part.filter(({ kind }) => isBulk(kind));
    const others = part.filter(({ kind }) => !isBulk(kind));
    await Promise.all([send(env.OUTBOX_QUEUE, others), send(env.BULK_QUEUE, bulk)]);
  }
}

async function send(queue: Queue, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await queue.sendBatch(entries.map((entry) => ({ body: messageOf(entry) })));
}

function messageOf({ id, showId, kind, ...entry }: Entry): OutboxMessage {
  const origin = entry.origin ?? originId();
  return {
    showId,
    outboxId: id,
    ...(kind === 'notify' && { isNotice: true }),
    ...(kind === 'webhook' && { isOutward: true }),
    ...(origin && { origin }),
  };
}

/** One of these is as much as one run of a Worker may do: their queue delivers one at a time, and nothing waits behind them. */
function isBulk(kind: string | undefined): boolean {
  return (
    kind === 'approve-batch' || kind === 'restart-flow' || kind === 'import-orders' || kind === 'archive-show'
  );
}
