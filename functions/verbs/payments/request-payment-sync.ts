import { readShowsWithFeature } from '#store/directory/users';
import type { Database, ShowStore } from '#store/d1/open';
import { resetJobs } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { importPayments } from './sync-payments.ts';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { Job } from '#verbs/outbox/jobs';

/** How often accounting is asked for payments by itself. */
const everyMs = 600_000;

const job = { kind: 'import-payments' } as const satisfies Job;

/**
 * Has the show's payments imported by the queue, now (DEC-44): one errand a show, so that many who ask at once ask
 * accounting once.
 */
export async function requestPaymentSync({ env, store, show, now, later }: RequestContext): Promise<void> {
  const asked = await ask(store.db, [show.id], null, now);
  // The row is there: the call is not for the queue to hold up.
  later(dispatchJobs(env, store.db, asked, now));
}

/** DEC-44: once in ten minutes for each show of the shard that has the feature. Answers for how many. */
export async function requestDuePaymentSyncs(env: Env, shard: ShowStore, now: string): Promise<number> {
  const shows = await readShowsWithFeature(env, 'APPA', shard.shard);
  const before = new Date(Date.parse(now) - everyMs).toISOString();
  const asked = await ask(shard.db, shows, before, now);
  await dispatchJobs(env, shard.db, asked, now);
  return asked.length;
}

/** The entries that are to be sent for; none of a show for which it is too early. */
function ask(db: Database, showIds: readonly string[], before: string | null, now: string) {
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

/**
 * Works the errand off. What is more than one run of a Worker may do is left to another: it finds the first part done.
 */
export async function runPaymentSync(context: JobContext, entry: OutboxEntry): Promise<void> {
  if ((await importPayments(context)) === 'more') await enqueueContinuation(context, job, entry);
}
