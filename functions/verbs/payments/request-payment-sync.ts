import { readShowsWithFeature } from '#store/directory/users';
import type { Database, ShowStore } from '#store/d1/open';
import { resetJobs } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { syncPayments } from './sync-payments.ts';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { Job } from '#verbs/outbox/jobs';

const syncIntervalMs = 600_000;

const job = { kind: 'import-payments' } as const satisfies Job;

/** Queues a sync of the show's payments; concurrent requests share one job (DEC-44). */
export async function requestPaymentSync({
  env,
  store,
  show,
  now,
  runAfterResponse,
}: RequestContext): Promise<void> {
  const jobs = await enqueueSyncs(store.db, [show.id], null, now);
  // The response does not wait for the queue: the row is written.
  runAfterResponse(dispatchJobs(env, store.db, jobs, now));
}

/**
 * Queues a sync every ten minutes for each show of the shard with the feature (DEC-44). Returns the number of shows.
 */
export async function requestDuePaymentSyncs(env: Env, shard: ShowStore, now: string): Promise<number> {
  const shows = await readShowsWithFeature(env, 'APPA', shard.shard);
  const before = new Date(Date.parse(now) - syncIntervalMs).toISOString();
  const jobs = await enqueueSyncs(shard.db, shows, before, now);
  await dispatchJobs(env, shard.db, jobs, now);
  return jobs.length;
}

/**
 * Writes or resets the jobs of these shows. Returns those to dispatch, without shows that were synced after `before`.
 */
function enqueueSyncs(db: Database, showIds: readonly string[], before: string | null, now: string) {
  const { kind } = job;
  const rows = showIds.map((showId) => ({
    id: freshId(showId),
    showId,
    kind,
    payload: job,
    effectKey: kind,
  }));
  return resetJobs(db, rows, before, now);
}

/** Runs the job. What exceeds one Worker run is left to a continuation, which skips the payments already written. */
export async function runPaymentSync(context: JobContext, entry: OutboxEntry): Promise<void> {
  if ((await syncPayments(context)) === 'more') await enqueueContinuation(context, job, entry);
}
