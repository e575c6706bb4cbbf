import { enqueueJobs } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import type { JobContext } from './job-context.ts';
import { dispatchJobs } from './dispatch.ts';
import type { Job } from './jobs.ts';

/**
 * What one errand cannot do is left to another: one successor an entry, however often the entry is tried. An entry that
 * was opened anew, as the daily ones are, has a new one.
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
