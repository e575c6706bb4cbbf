import type { JobKind } from '#domain/operations/health';
import { currentRequestId } from '#edges/log';
import type { Database } from '#store/d1/open';
import { markSent } from '#store/show/outbox/outbox';

/** The queue message of a job. It only wakes the consumer: the row has the data. */
export interface OutboxMessage {
  showId: string;
  outboxId: string;
  /** A notification: those of one delivery are run together. */
  isNotice?: true;
  /** For an external system, which may respond slowly. */
  isOutward?: true;
  /** The id of the request that caused the job, for the log. */
  origin?: string;
}

/** Runs a job while the user waits. Routes pass it to verbs, because the runner imports all verbs. */
export type RunJob = (env: Env, message: OutboxMessage, now: string) => Promise<number | null>;

interface Entry {
  id: string;
  showId: string;
  kind?: string;
  origin?: string | null | undefined;
}

/** The queue's limit for one batch. */
const maxBatchSize = 100;

/** Sends jobs to their queues and records the time. If that is lost, the sweep finds the rows again. */
export async function dispatchJobs(
  env: Env,
  db: Database,
  entries: readonly Entry[],
  now: string,
): Promise<void> {
  for (let from = 0; from < entries.length; from += maxBatchSize) {
    const part = entries.slice(from, from + maxBatchSize);
    await dispatchNewJobs(env, part);
    await markSent(
      db,
      part.map((entry) => entry.id),
      now,
    );
  }
}

/** The same for jobs that were just written: the sweep knows them by their age, so no time is recorded. */
export async function dispatchNewJobs(env: Env, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += maxBatchSize) {
    const part = entries.slice(from, from + maxBatchSize);
    const bulk = part.filter(({ kind }) => isBulk(kind));
    const others = part.filter(({ kind }) => !isBulk(kind));
    await Promise.all([send(env.OUTBOX_QUEUE, others), send(env.BULK_QUEUE, bulk)]);
  }
}

async function send(queue: Queue, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await queue.sendBatch(entries.map((entry) => ({ body: messageOf(entry) })));
}

function messageOf({ id, showId, kind, ...entry }: Entry): OutboxMessage {
  const origin = entry.origin ?? currentRequestId();
  return {
    showId,
    outboxId: id,
    ...(kind === 'notify' && { isNotice: true }),
    ...(kind === 'webhook' && { isOutward: true }),
    ...(origin && { origin }),
  };
}

/** One of these may use up a whole Worker run: their queue delivers one at a time, and no other job waits for them. */
const bulkKinds: readonly string[] = [
  'approve-batch',
  'release-batch',
  'restart-flow',
  'replace-approver',
  'import-orders',
  'archive-show',
] satisfies JobKind[];

const isBulk = (kind: string | undefined) => kind !== undefined && bulkKinds.includes(kind);
