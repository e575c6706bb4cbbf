import type { ShowStore } from '#store/d1/open';
import { markAnnounced, readCoversToAnnounce } from '#store/show/cover/cover-mails';
import type { CoverToAnnounce } from '#store/show/cover/cover-mails';
import { enqueueJobs } from '#store/show/outbox/outbox';
import type { NewJob } from '#store/show/outbox/outbox';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { CoverMailJob } from '#verbs/outbox/jobs';
import { freshId } from '#verbs/request/context';
import { coverDeliveries } from '#verbs/webhooks/enqueue-deliveries';

/**
 * Queues the announcements of covers of a shard that began or ended: an e-mail to each of their two people (COV-09) and
 * the webhook (COV-12). The key of a job keeps a repeated run from sending twice. Returns the number of covers.
 */
export async function announceCovers(env: Env, { db }: ShowStore, now: string): Promise<number> {
  const covers = await readCoversToAnnounce(db, now);
  if (covers.length === 0) return 0;
  const ended = covers.filter(({ hasEnded }) => hasEnded);
  const started = covers.filter(({ hasEnded }) => !hasEnded);
  const announced = covers.filter(({ hasEnded, wasStarted }) => !hasEnded || wasStarted);
  const jobs = announced.flatMap((cover) => [...mailJobs(cover), ...coverDeliveries(cover, now)]);
  if (jobs.length > 0) await dispatchJobs(env, db, await enqueueJobs(db, jobs, now), now);
  if (started.length > 0) await markAnnounced(db, started, 'started', now);
  if (ended.length > 0) await markAnnounced(db, ended, 'ended', now);
  return covers.length;
}

function mailJobs({ id, showId, userId: absentId, coveringId, hasEnded }: CoverToAnnounce): NewJob[] {
  const event = hasEnded ? 'ended' : 'started';
  return [absentId, coveringId].map((userId) => {
    const payload: CoverMailJob = { kind: 'cover-mail', coverId: id, userId, event };
    return {
      id: freshId(showId),
      showId,
      kind: payload.kind,
      payload,
      effectKey: `cover:${id}:${event}:${userId}`,
    };
  });
}
