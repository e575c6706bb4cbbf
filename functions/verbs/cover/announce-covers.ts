import { membersQuery } from '#store/directory/members';
import { directoryOf } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import { markAnnounced, readCoversToAnnounce } from '#store/show/cover/cover-mails';
import type { CoverToAnnounce } from '#store/show/cover/cover-mails';
import { enqueueJobs } from '#store/show/outbox/outbox';
import type { NewJob } from '#store/show/outbox/outbox';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { CoverMailJob } from '#verbs/outbox/jobs';
import { freshId } from '#verbs/request/context';
import { coverDeliveries } from '#verbs/webhooks/enqueue-deliveries';

/**
 * Queues the announcements of covers of a shard that await approval, began or ended: e-mails to the Show Admins (COV-18)
 * or to the two people of the cover (COV-09), and the webhook (COV-12). The key of a job keeps a repeated run from
 * sending twice. Returns the number of covers.
 */
export async function announceCovers(env: Env, { db }: ShowStore, now: string): Promise<number> {
  const covers = await readCoversToAnnounce(db, now);
  if (covers.length === 0) return 0;
  const announced = covers.filter(({ event, wasStarted }) => event !== 'ended' || wasStarted);
  const jobs = await Promise.all(
    announced.map(async (cover) => {
      const userIds = await recipientsOf(env, cover);
      return [
        ...userIds.map((userId) => coverMailJob(cover, userId, cover.event)),
        ...coverDeliveries(cover, now),
      ];
    }),
  );
  if (jobs.length > 0) await dispatchJobs(env, db, await enqueueJobs(db, jobs.flat(), now), now);
  for (const [event, ofEvent] of Map.groupBy(covers, (cover) => cover.event))
    await markAnnounced(db, ofEvent, event, now);
  return covers.length;
}

/** The two people of a cover; of one that awaits approval, the Show Admins who may approve it. */
async function recipientsOf(
  env: Env,
  { event, showId, userId, coveringId, alternateId }: CoverToAnnounce,
): Promise<string[]> {
  if (event !== 'requested') return [userId, coveringId];
  const members = await read(membersQuery(directoryOf(env, showId)));
  return members
    .filter(
      ({ user, membership }) => membership.role === 'Show Admin' && membership.isActive && user.isActive,
    )
    .map(({ user }) => user.id)
    .filter((id) => ![userId, coveringId, alternateId].includes(id));
}

export function coverMailJob(
  { id, showId }: { id: string; showId: string },
  userId: string,
  event: CoverMailJob['event'],
): NewJob {
  const payload: CoverMailJob = { kind: 'cover-mail', coverId: id, userId, event };
  const effectKey = `cover:${id}:${event}:${userId}`;
  return { id: freshId(showId), showId, kind: payload.kind, payload, effectKey };
}
