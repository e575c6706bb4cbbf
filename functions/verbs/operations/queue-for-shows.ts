import type { ShowStore } from '#store/d1/open';
import { enqueueJobs } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { CountDocumentsJob, SealDocumentsJob } from '#verbs/outbox/jobs';

/**
 * Queues this job once for each of the shows of a shard and each `round`: a job that is done is not queued again. Returns
 * the number of shows for which it was not queued yet.
 */
export async function queueForShows(
  env: Env,
  shard: ShowStore,
  showIds: readonly string[],
  { payload, round }: { payload: CountDocumentsJob | SealDocumentsJob; round: string },
  now: string,
): Promise<number> {
  if (showIds.length === 0) return 0;
  const rows = showIds.map((showId) => ({
    id: freshId(showId),
    showId,
    kind: payload.kind,
    payload,
    effectKey: `${payload.kind}${round}:${showId}`,
  }));
  const added = await enqueueJobs(shard.db, rows, now);
  await dispatchJobs(env, shard.db, added, now);
  return added.length;
}
