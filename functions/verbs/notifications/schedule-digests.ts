import { Refusal } from '#domain/codes';
import { docTypes } from '#domain/document';
import { pacificMidnightDay, pacificMissedDay } from '#domain/values/days';
import { log } from '#edges/log';
import {
  beginDigestDay,
  beginMissedDigestDay,
  endDigestPlanning,
  readDigestOwnerShows,
  readDigestMembers,
  readDigestShows,
  filterMembers,
  readUnplannedDays,
} from '#store/directory/digest-days';
import { allShards, storeFor } from '#store/d1/open';
import type { Database, ShowLocation } from '#store/d1/open';
import {
  dropDigestItems,
  readDigestsWithItems,
  readShowsWithItems,
  deleteSentItems,
} from '#store/show/mail/digest-items';
import type { DigestKey } from '#store/show/mail/digest-items';
import { enqueueJobs } from '#store/show/outbox/outbox';
import { readMovingShowIds } from '#store/show/outbox/moving-shows';
import { freshId } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { Job } from '#verbs/outbox/jobs';

/** How long sent digest items are kept. */
const sentItemRetentionMs = 7 * 24 * 3_600_000;

/**
 * Starts the day's digests at midnight Pacific (EM-12). The cron calls it at both UTC hours that can be midnight there,
 * and only one of them starts the day. The day is recorded, so that it starts once however often this is called
 * (DEC-49).
 */
export async function startDigestDay(env: Env, now: string): Promise<void> {
  const day = pacificMidnightDay(now);
  if (day === null) return;
  await beginDigestDay(env, day, now);
  await scheduleStartedDays(env, now);
}

/**
 * Every minute: starts the present day if the midnight cron did not (DEC-49), and schedules started days. A day that
 * has ended is not started any more: the digests of the next day include everything since the last.
 */
export async function catchUpDigests(env: Env, now: string): Promise<number> {
  const day = pacificMissedDay(now);
  if (day !== null && (await beginMissedDigestDay(env, day, now)))
    log('warn', 'digest day started late', { day });
  return scheduleStartedDays(env, now);
}

/** Queues a job in every show with digests for each started day, also after a crash. Returns the number of days. */
async function scheduleStartedDays(env: Env, now: string): Promise<number> {
  const days = await readUnplannedDays(env);
  for (const day of days) {
    const job = { kind: 'plan-digests', day } as const satisfies Job;
    const shows = await showsWithDigests(env);
    await enqueueDueJobs(
      env,
      shows.map((show) => ({ show, job, effectKey: `digests:${day}` })),
      now,
    );
    await endDigestPlanning(env, day, now);
    log('info', 'digests planned', { day });
  }
  return days.length;
}

async function showsWithDigests(env: Env): Promise<ShowLocation[]> {
  const shows = new Map((await readDigestShows(env)).map((show) => [show.id, show]));
  for (const { db, shard } of allShards(env))
    for (const id of await readShowsWithItems(db)) shows.set(id, { id, shard });
  return [...shows.values()];
}

/** Queues one job per digest of the users whose digests this show sends: one e-mail per day, user and type. */
export async function scheduleDigests(
  { env, store, now }: JobContext,
  { day }: Extract<Job, { kind: 'plan-digests' }>,
): Promise<void> {
  const [people, withItems] = await Promise.all([
    readDigestMembers(env, store.showId),
    readDigestsWithItems(store),
  ]);
  const configured = people.flatMap(({ id, wants }) =>
    docTypes.filter((type) => wants[type]).map((type) => ({ userId: id, type })),
  );
  const memberIds = await filterMembers(
    env,
    store.showId,
    withItems.map(({ userId }) => userId),
  );
  // Users who have left the show since the event get no digest of it, even if they work in other shows.
  const left = withItems.filter(({ userId }) => !memberIds.has(userId));
  const showIds = [store.showId];
  await Promise.all(left.map((digest) => dropDigestItems(store.db, { ...digest, showIds }, now)));
  // Users who have switched the digest off since the event still get it: they were not notified otherwise.
  const pending = withItems.filter(({ userId }) => memberIds.has(userId));
  const wanted = new Map(
    [...configured, ...pending].map((digest) => [`${digest.userId}:${digest.type}`, digest]),
  );
  const all = [...wanted.values()];
  const ownerShows = await readDigestOwnerShows(
    env,
    all.map(({ userId }) => userId),
  );
  const due = all.flatMap((digest): DueJob[] => {
    const show = ownerShows.get(digest.userId);
    return show ? [digestJobAt(show, day, digest)] : [];
  });
  await enqueueDueJobs(env, due, now);
  await deleteSentItems(store, new Date(Date.parse(now) - sentItemRetentionMs).toISOString());
}

/** A job and the show in whose outbox it is queued. */
interface DueJob {
  show: ShowLocation;
  job: Job;
  effectKey: string;
}

function digestJobAt(show: ShowLocation, day: string, digest: DigestKey): DueJob {
  const job = { kind: 'digest', day, ...digest } as const satisfies Job;
  return { show, job, effectKey: `digest:${day}:${digest.userId}:${digest.type}` };
}

/**
 * Writes the jobs of a shard at once: there may be more shows than the query limit of a Worker run. Throws
 * `show_is_moving` when one of them moves, after the jobs of the others are written.
 */
async function enqueueDueJobs(env: Env, due: readonly DueJob[], now: string): Promise<void> {
  let refusal: Refusal | null = null;
  for (const [shard, ofShard] of Map.groupBy(due, ({ show }) => show.shard)) {
    const { db } = storeFor(env, { id: '', shard });
    try {
      await enqueueOnShard(env, db, ofShard, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'show_is_moving') throw error;
      refusal = error;
      // The fence of one show has rejected the whole write.
      const moving = new Set(await readMovingShowIds(db));
      const others = ofShard.filter(({ show }) => !moving.has(show.id));
      await enqueueOnShard(env, db, others, now);
    }
  }
  if (refusal) throw refusal;
}

async function enqueueOnShard(env: Env, db: Database, due: readonly DueJob[], now: string): Promise<void> {
  const rows = due.map(({ show, job, effectKey }) => ({
    id: freshId(show.id),
    showId: show.id,
    kind: job.kind,
    payload: job,
    effectKey,
  }));
  await dispatchJobs(env, db, await enqueueJobs(db, rows, now), now);
}
