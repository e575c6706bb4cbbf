import { Refusal } from '#domain/codes';
import { docTypes } from '#domain/document';
import { pacificMidnightDay, pacificMissedDay } from '#domain/values/days';
import { log } from '#edges/log';
import {
  beginDigestDay,
  beginMissedDigestDay,
  endDigestPlanning,
  readDigestOwnerShows,
  readDigestPeople,
  readDigestShows,
  filterMembers,
  readUnplannedDays,
} from '#store/directory/digest-days';
import { allShards, storeFor } from '#store/d1/open';
import type { Database, ShowPlace } from '#store/d1/open';
import {
  dropDigestItems,
  readDigestsWithItems,
  readShowsWithItems,
  removeToldItems,
} from '#store/show/mail/digest-items';
import type { DigestOf } from '#store/show/mail/digest-items';
import { enqueueJobs } from '#store/show/outbox/outbox';
import { readMovingShowIds } from '#store/show/outbox/moving-shows';
import { freshId } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { Job } from '#verbs/outbox/jobs';

/** How long an event that was told is remembered. */
const toldForMs = 7 * 24 * 3_600_000;

/**
 * Midnight Pacific: begins the day's digests (EM-12). It is called at both hours that can be midnight there and acts in
 * one; the day is written down, so that however often it is called each day begins once (DEC-49).
 */
export async function beginDigests(env: Env, now: string): Promise<void> {
  const day = pacificMidnightDay(now);
  if (day === null) return;
  await beginDigestDay(env, day, now);
  await planBegunDays(env, now);
}

/**
 * Every minute: begins the present day if neither ring of its midnight did (DEC-49), and plans what has begun. A day that
 * has ended is not begun any more, because the digests of the next one tell everything since the last.
 */
export async function catchUpDigests(env: Env, now: string): Promise<number> {
  const day = pacificMissedDay(now);
  if (day !== null && (await beginMissedDigestDay(env, day, now)))
    log('warn', 'digest day begun late', { day });
  return planBegunDays(env, now);
}

/** Hands every day that has begun to the shows that have a part in it; answers how many. Also what a crash left over. */
async function planBegunDays(env: Env, now: string): Promise<number> {
  const days = await readUnplannedDays(env);
  for (const day of days) {
    const job = { kind: 'plan-digests', day } as const satisfies Job;
    const places = await placesWithDigests(env);
    await add(
      env,
      places.map((place) => ({ place, job, effectKey: `digests:${day}` })),
      now,
    );
    await endDigestPlanning(env, day, now);
    log('info', 'digests planned', { day });
  }
  return days.length;
}

async function placesWithDigests(env: Env): Promise<ShowPlace[]> {
  const places = new Map((await readDigestShows(env)).map((place) => [place.id, place]));
  for (const { db, shard } of allShards(env))
    for (const id of await readShowsWithItems(db)) places.set(id, { id, shard });
  return [...places.values()];
}

/** One errand for each digest of the people whose digests this show keeps: one e-mail a day, person and type. */
export async function planDigests(
  { env, store, now }: JobContext,
  { day }: Extract<Job, { kind: 'plan-digests' }>,
): Promise<void> {
  const [people, withItems] = await Promise.all([
    readDigestPeople(env, store.showId),
    readDigestsWithItems(store),
  ]);
  const mine = people.flatMap(({ id, wants }) =>
    docTypes.filter((type) => wants[type]).map((type) => ({ userId: id, type })),
  );
  const here = await filterMembers(
    env,
    store.showId,
    withItems.map(({ userId }) => userId),
  );
  // Who has left the show since the event is told nothing of it any more, wherever else he works.
  const left = withItems.filter(({ userId }) => !here.has(userId));
  const showIds = [store.showId];
  await Promise.all(left.map((digest) => dropDigestItems(store.db, { ...digest, showIds }, now)));
  // Who has chosen otherwise since the event is told of it all the same: it went to the digest.
  const owed = withItems.filter(({ userId }) => here.has(userId));
  const wanted = new Map([...mine, ...owed].map((digest) => [`${digest.userId}:${digest.type}`, digest]));
  const all = [...wanted.values()];
  const homes = await readDigestOwnerShows(
    env,
    all.map(({ userId }) => userId),
  );
  const due = all.flatMap((digest): Due[] => {
    const place = homes.get(digest.userId);
    return place ? [dueAt(place, day, digest)] : [];
  });
  await add(env, due, now);
  await removeToldItems(store, new Date(Date.parse(now) - toldForMs).toISOString());
}

/** An errand, and the show that keeps it. */
interface Due {
  place: ShowPlace;
  job: Job;
  effectKey: string;
}

function dueAt(place: ShowPlace, day: string, digest: DigestOf): Due {
  const job = { kind: 'digest', day, ...digest } as const satisfies Job;
  return { place, job, effectKey: `digest:${day}:${digest.userId}:${digest.type}` };
}

/**
 * All of a shard in one write: there may be more shows than a run of a Worker has queries. Throws `show_is_moving` when
 * one of them moves, after the others have theirs.
 */
async function add(env: Env, due: readonly Due[], now: string): Promise<void> {
  let refusal: Refusal | null = null;
  for (const [shard, own] of Map.groupBy(due, ({ place }) => place.shard)) {
    const { db } = storeFor(env, { id: '', shard });
    try {
      await addTo(env, db, own, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'show_is_moving') throw error;
      refusal = error;
      // One fence has kept the whole write out.
      const moving = new Set(await readMovingShowIds(db));
      const others = own.filter(({ place }) => !moving.has(place.id));
      await addTo(env, db, others, now);
    }
  }
  if (refusal) throw refusal;
}

async function addTo(env: Env, db: Database, due: readonly Due[], now: string): Promise<void> {
  const rows = due.map(({ place, job, effectKey }) => ({
    id: freshId(place.id),
    showId: place.id,
    kind: job.kind,
    payload: job,
    effectKey,
  }));
  await dispatchJobs(env, db, await enqueueJobs(db, rows, now), now);
}
