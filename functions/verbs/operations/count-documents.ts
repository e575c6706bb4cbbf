import { countVersion } from '#domain/budget/counts';
import type { ShowStore } from '#store/d1/open';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { countPage, readShowsToCount } from '#store/show/budget/uncounted-documents';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { queueForShows } from './queue-for-shows.ts';
import type { CountDocumentsJob } from '#verbs/outbox/jobs';

/** Documents of one statement, and statements of one job. */
const pageSize = 100;
const pagesPerRun = 20;

/** Queues one job for each show of the shard with documents that this release has not counted. Returns their number. */
export async function queueCounting(env: Env, shard: ShowStore, now: string): Promise<number> {
  const job = { payload: { kind: 'count-documents' }, round: `-${countVersion}` } as const;
  return queueForShows(env, shard, await readShowsToCount(shard.db), job, now);
}

/** Counts older documents for budgets, and continues where it stopped (BUD-20, BUD-94). May be repeated. */
export async function countDocuments(
  context: JobContext,
  job: CountDocumentsJob,
  entry: OutboxEntry,
): Promise<void> {
  for (let page = 0; page < pagesPerRun; page += 1)
    if (await countPage(context.store, pageSize, context.now)) return;
  await enqueueContinuation(context, job, entry);
}
