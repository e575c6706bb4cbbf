import type { ShowStore } from '#store/d1/open';
import { markAnnounced, readCoversToAnnounce } from '#store/show/cover/cover-mails';
import { enqueueJobs } from '#store/show/outbox/outbox';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { CoverMailJob } from '#verbs/outbox/jobs';
import { freshId } from '#verbs/request/context';

/**
 * Queues the mails of covers of a shard that began or ended, one to each of their two people (COV-09). The key of a job
 * keeps a repeated run from mailing twice. Returns the number of covers.
 */
export async function announceCovers(env: Env, { db }: ShowStore, now: string): Promise<number> {
  const covers = await readCoversToAnnounce(db, now);
  if (covers.length === 0) return 0;
  const ended = covers.filter(({ hasEnded }) => hasEnded === 1);
  const started = covers.filter(({ hasEnded }) => hasEnded === 0);
  const jobsOf = (event: CoverMailJob['event'], of: typeof covers) =>
    of.flatMap(({ id, showId, userId: absentId, coveringId }) =>
      [absentId, coveringId].map((userId) => {
        const payload: CoverMailJob = { kind: 'cover-mail', coverId: id, userId, event };
        const effectKey = `cover:${id}:${event}:${userId}`;
        return { id: freshId(showId), showId, kind: payload.kind, payload, effectKey };
      }),
    );
  const announced = ended.filter(({ wasStarted }) => wasStarted === 1);
  const jobs = [...jobsOf('started', started), ...jobsOf('ended', announced)];
  if (jobs.length > 0) await dispatchJobs(env, db, await enqueueJobs(db, jobs, now), now);
  if (started.length > 0) await markAnnounced(db, started, 'started', now);
  if (ended.length > 0) await markAnnounced(db, ended, 'ended', now);
  return covers.length;
}
