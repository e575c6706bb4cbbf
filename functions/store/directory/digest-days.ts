import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import { directory } from '#store/d1/open';
import type { ShowPlace } from '#store/d1/open';
import type { MembershipRow, ShowRow } from './sessions.ts';
import { digestDays, memberships, shows, users } from './tables.ts';

/** Begins the digests of a Pacific day; a day begins once (DEC-49). */
export async function beginDigestDay(env: Env, localDay: string, startedAt: string): Promise<void> {
  await directory(env).insert(digestDays).values({ localDay, startedAt }).onConflictDoNothing();
}

/** Begins a day that did not begin at its midnight. Nothing before the first day: it begins with the cron alone. */
export async function beginMissedDigestDay(env: Env, localDay: string, startedAt: string): Promise<boolean> {
  const rows = await directory(env)
    .insert(digestDays)
    .select(
      sql`SELECT ${localDay}, ${startedAt}, NULL
        WHERE EXISTS (SELECT 1 FROM digest_days WHERE local_day < ${localDay})`,
    )
    .onConflictDoNothing()
    .returning({ localDay: digestDays.localDay });
  return rows.length > 0;
}

/** Days that have begun and whose digests have not all been planned. */
export async function readUnplannedDays(env: Env): Promise<string[]> {
  const rows = await directory(env)
    .select({ day: digestDays.localDay })
    .from(digestDays)
    .where(isNull(digestDays.plannedAt))
    .orderBy(asc(digestDays.localDay));
  return rows.map((row) => row.day);
}

export async function endDigestPlanning(env: Env, localDay: string, plannedAt: string): Promise<void> {
  await directory(env).update(digestDays).set({ plannedAt }).where(eq(digestDays.localDay, localDay));
}

/** The last night of digests; null before the first. */
export async function readLastDigestDay(env: Env) {
  const rows = await directory(env)
    .select({ day: digestDays.localDay, startedAt: digestDays.startedAt, plannedAt: digestDays.plannedAt })
    .from(digestDays)
    .orderBy(desc(digestDays.localDay))
    .limit(1);
  return rows[0] ?? null;
}

const wantsDigests = or(
  eq(users.consolidatePoEmails, true),
  eq(users.consolidateInvoiceEmails, true),
  eq(users.consolidatePaymentEmails, true),
);

/**
 * A digest is about all of a person's shows, and its errand is kept by one of them: the first. True for the membership
 * of that show.
 */
const isHome = sql`NOT EXISTS (SELECT 1 FROM memberships other JOIN shows elsewhere
  ON elsewhere.id = other.show_id AND elsewhere.is_active = 1
  WHERE other.user_id = ${memberships.userId} AND other.is_active = 1 AND other.show_id < ${memberships.showId})`;

const isInList = (userIds: readonly string[]) => sql`${memberships.userId} IN ${inList(userIds)}`;

/** Active memberships of active people in active shows. */
const isHere = and(eq(memberships.isActive, true), eq(users.isActive, true), eq(shows.isActive, true));

/** The shows that keep digests of at least one person who wants some. */
export async function readDigestShows(env: Env): Promise<ShowPlace[]> {
  return directory(env)
    .selectDistinct({ id: shows.id, shard: shows.shard })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(and(isHere, eq(users.emailNotifications, true), wantsDigests, isHome));
}

/** Those of a show's people whose digests it keeps and who want some (DEC-58), each with the types. */
export async function readDigestPeople(env: Env, showId: string) {
  const rows = await directory(env)
    .select({ user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(
      and(eq(memberships.showId, showId), isHere, eq(users.emailNotifications, true), wantsDigests, isHome),
    );
  return rows.map(({ user }) => ({
    id: user.id,
    wants: {
      PO: user.consolidatePoEmails,
      INVOICE: user.consolidateInvoiceEmails,
      PAYMENT: user.consolidatePaymentEmails,
    },
  }));
}

/** Those among these people who work in this show. */
export async function filterMembers(
  env: Env,
  showId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await directory(env)
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(and(eq(memberships.showId, showId), isInList(userIds), isHere));
  return new Set(rows.map(({ id }) => id));
}

/** Which show keeps the digests of each of these people; whoever is in no show any more has none. */
export async function readDigestOwnerShows(
  env: Env,
  userIds: readonly string[],
): Promise<Map<string, ShowPlace>> {
  const rows = await directory(env)
    .select({ userId: memberships.userId, id: shows.id, shard: shows.shard })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(and(isInList(userIds), isHere, isHome));
  return new Map(rows.map(({ userId, ...place }) => [userId, place]));
}

/** Every show that a person works in, by name. */
export async function readShowsOfUser(
  env: Env,
  userId: string,
): Promise<{ show: ShowRow; membership: MembershipRow }[]> {
  return directory(env)
    .select({ show: shows, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(and(eq(memberships.userId, userId), isHere))
    .orderBy(asc(shows.name), asc(shows.id));
}
