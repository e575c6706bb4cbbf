import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { UserDescription } from '#domain/management/user';
import { directory } from '#store/d1/open';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import type { MembershipRow, UserRow } from './sessions.ts';
import { apiTokens } from './identity-tables.ts';
import { byShownName } from './users.ts';
import { memberships, sessions, shows, users } from './tables.ts';

/** A member of a show, with the name that the show's members see (DEC-121). */
export interface MemberRow {
  user: UserRow;
  membership: MembershipRow;
}

function withShownName({ user, membership }: MemberRow): MemberRow {
  return membership.describedAs
    ? { user: { ...user, ...membership.describedAs }, membership }
    : { user, membership };
}

type NewUserRow = typeof users.$inferInsert;
type NewMembershipRow = typeof memberships.$inferInsert;

const member = prepareRead(({ db, showId }, { userId }: { userId: string }) => [
  db
    .select({ user: users, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.showId, showId), eq(memberships.userId, userId)))
    .limit(1),
]);

/** A member of the show, active or not; null for a user who never was a member. */
export const memberQuery = (source: Source, userId: string): Query<MemberRow | null> =>
  mapQuery(member(source, { userId }), ([[row]]) => (row ? withShownName(row) : null));

const members = prepareRead(({ db, showId }) => [
  db
    .select({ user: users, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.showId, showId))
    .orderBy(...byShownName),
]);

/** All current and former members of the show with their permissions, by name. */
export const membersQuery = (source: Source): Query<MemberRow[]> =>
  mapQuery(members(source, {}), ([rows]) => rows.map(withShownName));

type OfStudio = { userId: string; studioId: string };
const descriptions = prepareRead(({ db }, { userId, studioId }: OfStudio) => [
  db
    .select({ describedAs: memberships.describedAs })
    .from(memberships)
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.studioId, studioId)))
    .where(eq(memberships.userId, userId)),
]);

/**
 * Whether a user is or was a member of any show of this studio, and how its shows describe them; null: by their
 * account.
 */
export const studioMembershipQuery = (
  source: Source,
  of: OfStudio,
): Query<{ isOfStudio: boolean; describedAs: UserDescription | null }> =>
  mapQuery(descriptions(source, of), ([rows]) => {
    const isByAccount = rows.some(({ describedAs }) => describedAs === null);
    return { isOfStudio: rows.length > 0, describedAs: isByAccount ? null : (rows[0]?.describedAs ?? null) };
  });

const membershipInOtherStudio = prepareRead(({ db }, { userId, studioId }: OfStudio) => [
  db
    .select({ showId: memberships.showId })
    .from(memberships)
    .innerJoin(shows, and(eq(shows.id, memberships.showId), ne(shows.studioId, studioId)))
    .where(and(eq(memberships.userId, userId), eq(memberships.isActive, true)))
    .limit(1),
]);

/** Whether a user is an active member of a show of another studio. */
export const otherStudioQuery = (source: Source, of: OfStudio): Query<boolean> =>
  mapQuery(membershipInOtherStudio(source, of), ([rows]) => rows.length > 0);

/** Inserts an account and its membership of a show in one batch. An existing username throws D1's error. */
export async function insertUser(
  env: Env,
  user: NewUserRow,
  membershipRow: NewMembershipRow,
): Promise<MemberRow | null> {
  const db = directory(env);
  const [accounts, membershipRows] = await db.batch([
    db.insert(users).values(user).returning(),
    db.insert(memberships).values(membershipRow).returning(),
  ]);
  return memberOf(accounts, membershipRows);
}

/** Inserts the membership of an existing user; a former membership is reactivated with these values. */
export async function insertMembership(env: Env, membershipRow: NewMembershipRow): Promise<MemberRow | null> {
  const db = directory(env);
  const [membershipRows, accounts] = await db.batch([
    db
      .insert(memberships)
      .values(membershipRow)
      .onConflictDoUpdate({ target: [memberships.showId, memberships.userId], set: membershipRow })
      .returning(),
    db.select().from(users).where(eq(users.id, membershipRow.userId)).limit(1),
  ]);
  return memberOf(accounts, membershipRows);
}

function memberOf([user]: readonly UserRow[], [membership]: readonly MembershipRow[]): MemberRow | null {
  return user && membership ? withShownName({ user, membership }) : null;
}

/**
 * Updates account and membership together; an empty set of values leaves that part unchanged. Changing the way to sign
 * in also ends the user's sessions and API tokens. Returns both as stored now.
 */
export async function updateMember(
  env: Env,
  { showId, userId }: { showId: string; userId: string },
  account: Partial<NewUserRow>,
  membershipRow: Partial<NewMembershipRow>,
): Promise<MemberRow | null> {
  const db = directory(env);
  // The keys are among the values because SQL does not allow an empty SET.
  const [accounts, membershipRows] = await db.batch([
    db
      .update(users)
      .set({ id: userId, ...account })
      .where(eq(users.id, userId))
      .returning(),
    db
      .update(memberships)
      .set({ userId, ...membershipRow })
      .where(and(eq(memberships.showId, showId), eq(memberships.userId, userId)))
      .returning(),
    ...(account.mfaEnabled === undefined
      ? []
      : [
          db.delete(sessions).where(eq(sessions.userId, userId)),
          db.delete(apiTokens).where(eq(apiTokens.userId, userId)),
        ]),
  ]);
  return memberOf(accounts, membershipRows);
}

/** Changes the description of a user in every show of the studio that has its own description of them. */
export async function describeMember(
  env: Env,
  { userId, studioId }: { userId: string; studioId: string },
  describedAs: UserDescription,
): Promise<void> {
  await directory(env)
    .update(memberships)
    .set({ describedAs })
    .where(
      and(
        eq(memberships.userId, userId),
        isNotNull(memberships.describedAs),
        sql`${memberships.showId} IN (SELECT id FROM shows WHERE studio_id = ${studioId})`,
      ),
    );
}

/**
 * Switches a local user's second factor on, which ends their sessions and API tokens. Returns false when it is on
 * already, or the user signs in elsewhere.
 */
export async function requireSecondFactor(env: Env, userId: string): Promise<boolean> {
  const db = directory(env);
  const isOff = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND local_user = 1 AND mfa_enabled = 0)`;
  const [, , changed] = await db.batch([
    db.delete(sessions).where(and(eq(sessions.userId, userId), isOff)),
    db.delete(apiTokens).where(and(eq(apiTokens.userId, userId), isOff)),
    db
      .update(users)
      .set({ mfaEnabled: true })
      .where(and(eq(users.id, userId), eq(users.localUser, true), eq(users.mfaEnabled, false)))
      .returning({ id: users.id }),
  ]);
  return changed.length > 0;
}

/**
 * The roles of a user in the shows where they are an active member. Operators of Backlot are EP Internal everywhere.
 */
export async function readRolesOf(env: Env, userId: string): Promise<MembershipRow['role'][]> {
  const db = directory(env);
  const [rows, internal] = await db.batch([
    db
      .selectDistinct({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.isActive, true))),
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.isInternal, true))),
  ]);
  return [...rows.map(({ role }) => role), ...internal.map(() => 'EP Internal' as const)];
}

/** Ends the sessions of a user who is not an active member of any show. Returns whether that is so. */
export async function endSessionsWithoutShow(env: Env, userId: string): Promise<boolean> {
  const db = directory(env);
  const [activeMemberships] = await db.batch([
    db
      .select({ showId: memberships.showId })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.isActive, true)))
      .limit(1),
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${memberships.userId} = ${userId} AND ${memberships.isActive} = 1)`,
        ),
      ),
  ]);
  return activeMemberships.length === 0;
}
