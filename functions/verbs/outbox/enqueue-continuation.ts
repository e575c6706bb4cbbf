import { enqueueJobs } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import type { JobContext } from './job-context.ts';
import { dispatchJobs } from './dispatch.ts';
import type { Job } from './jobs.ts';

/**
 * Queues the next part of a long job. Retries of a job share one continuation; a job that is run again later, such as a
 * daily one, gets a new one.
 */
export async function enqueueContinuation(
  { env, store, show, now }: JobContext,
  payload: Job,
  entry: Pick<OutboxEntry, 'id' | 'createdAt'>,
): Promise<void> {
  const { kind } = payload;
  const effectKey = `${entry.id}:${entry.createdAt}:next:${kind}`;
  const row = { id: freshId(show.id), showId: show.id, kind, payload, effectKey };
  await dispatchJobs(env, store.db, await enqueueJobs(store.db, [row], now), now);
}
