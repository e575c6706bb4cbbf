import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import { directory } from '#store/d1/open';
import type { ShowLocation } from '#store/d1/open';
import type { MembershipRow, ShowRow } from './sessions.ts';
import { digestDays, memberships, seesDocuments, shows, users } from './tables.ts';

/** Starts the digests of a Pacific day. A day starts only once (DEC-49). */
export async function beginDigestDay(env: Env, localDay: string, startedAt: string): Promise<void> {
  await directory(env).insert(digestDays).values({ localDay, startedAt }).onConflictDoNothing();
}

/** Starts a day whose midnight run was missed. Returns false before the first day, which only the cron starts. */
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

/** Days that have started and whose digests have not all been planned. */
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

/** The last day with digests; null before the first. */
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
 * A digest covers all shows of a user, and its job belongs to the first of them. True for the membership of that show.
 */
const ownsDigest = sql`NOT EXISTS (SELECT 1 FROM memberships other JOIN shows s
  ON s.id = other.show_id AND s.is_active = 1
  WHERE other.user_id = ${memberships.userId} AND other.is_active = 1 AND other.role <> 'Guarantor'
    AND other.show_id < ${memberships.showId})`;

/** Active memberships of active users in active shows, except of guarantors, who get no digests (BUD-88). */
const isActiveMember = and(
  eq(memberships.isActive, true),
  seesDocuments,
  eq(users.isActive, true),
  eq(shows.isActive, true),
);

/** The shows that own the digest of at least one user. */
export async function readDigestShows(env: Env): Promise<ShowLocation[]> {
  return directory(env)
    .selectDistinct({ id: shows.id, shard: shows.shard })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(and(isActiveMember, eq(users.emailNotifications, true), wantsDigests, ownsDigest));
}

/** The members of a show who want digests and whose digests this show owns, each with the document types (DEC-58). */
export async function readDigestMembers(env: Env, showId: string) {
  const rows = await directory(env)
    .select({ user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(
      and(
        eq(memberships.showId, showId),
        isActiveMember,
        eq(users.emailNotifications, true),
        wantsDigests,
        ownsDigest,
      ),
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

/** The users among `userIds` who are active members of this show and see documents. */
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
    .where(and(eq(memberships.showId, showId), inArray(memberships.userId, inList(userIds)), isActiveMember));
  return new Set(rows.map(({ id }) => id));
}

/** The show that owns the digests of each of these users. Users without an active show are left out. */
export async function readDigestOwnerShows(
  env: Env,
  userIds: readonly string[],
): Promise<Map<string, ShowLocation>> {
  const rows = await directory(env)
    .select({ userId: memberships.userId, id: shows.id, shard: shows.shard })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(and(inArray(memberships.userId, inList(userIds)), isActiveMember, ownsDigest));
  return new Map(rows.map(({ userId, ...location }) => [userId, location]));
}

/** The shows of which a user is an active member who sees documents, by name. */
export async function readShowsOfUser(
  env: Env,
  userId: string,
): Promise<{ show: ShowRow; membership: MembershipRow }[]> {
  return directory(env)
    .select({ show: shows, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .where(and(eq(memberships.userId, userId), isActiveMember))
    .orderBy(asc(shows.name), asc(shows.id));
}
