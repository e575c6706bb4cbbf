import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Description } from '#domain/management/user';
import { directory } from '#store/d1/open';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import type { MembershipRow, UserRow } from './sessions.ts';
import { apiTokens } from './identity-tables.ts';
import { byShownName } from './users.ts';
import { memberships, sessions, shows, users } from './tables.ts';

/** Somebody of a show, as its people are shown them (DEC-121). */
export interface MemberRow {
  user: UserRow;
  membership: MembershipRow;
}

function shown({ user, membership }: MemberRow): MemberRow {
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

/** A member of the show, active or not; null for a user who never was in it. */
export const memberQuery = (source: Source, userId: string): Query<MemberRow | null> =>
  mapped(member(source, { userId }), ([[row]]) => (row ? shown(row) : null));

const members = prepareRead(({ db, showId }) => [
  db
    .select({ user: users, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.showId, showId))
    .orderBy(...byShownName),
]);

/** Everybody who is or was in the show, with what each may do there, by name. */
export const membersQuery = (source: Source): Query<MemberRow[]> =>
  mapped(members(source, {}), ([rows]) => rows.map(shown));

type OfStudio = { userId: string; studioId: string };
const descriptions = prepareRead(({ db }, { userId, studioId }: OfStudio) => [
  db
    .select({ describedAs: memberships.describedAs })
    .from(memberships)
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.studioId, studioId)))
    .where(eq(memberships.userId, userId)),
]);

/** Whether a user is or was in any show of this studio, and how its shows describe them; null: by their account. */
export const studioMembershipQuery = (
  source: Source,
  of: OfStudio,
): Query<{ isOfStudio: boolean; describedAs: Description | null }> =>
  mapped(descriptions(source, of), ([rows]) => {
    const isByAccount = rows.some(({ describedAs }) => describedAs === null);
    return { isOfStudio: rows.length > 0, describedAs: isByAccount ? null : (rows[0]?.describedAs ?? null) };
  });

const elsewhere = prepareRead(({ db }, { userId, studioId }: OfStudio) => [
  db
    .select({ showId: memberships.showId })
    .from(memberships)
    .innerJoin(shows, and(eq(shows.id, memberships.showId), ne(shows.studioId, studioId)))
    .where(and(eq(memberships.userId, userId), eq(memberships.isActive, true)))
    .limit(1),
]);

/** Whether a user is active in a show of another studio. */
export const otherStudioQuery = (source: Source, of: OfStudio): Query<boolean> =>
  mapped(elsewhere(source, of), ([rows]) => rows.length > 0);

/** A new account with its seat in a show, together. A username that exists throws what D1 throws. */
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

/** A seat for somebody who has an account; one that he left is his again, with these values. */
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
  return user && membership ? shown({ user, membership }) : null;
}

/**
 * Changes account and seat together; without values a part stays as it is. Another way to sign in ends the person's
 * sessions and API tokens with it. Answers both as they now are.
 */
export async function updateMember(
  env: Env,
  { showId, userId }: { showId: string; userId: string },
  account: Partial<NewUserRow>,
  membershipRow: Partial<NewMembershipRow>,
): Promise<MemberRow | null> {
  const db = directory(env);
  // The keys among the values, for SQL knows no empty SET.
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

/** Describes somebody otherwise, in every show of the studio that describes them at all. */
export async function describeMember(
  env: Env,
  { userId, studioId }: { userId: string; studioId: string },
  describedAs: Description,
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

/** Switches a local user's second factor on, which ends sessions and API tokens; false where it is on, or not ours to ask. */
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

/** The roles that somebody has in the shows where he is active; who runs Backlot is EP Internal everywhere. */
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

/** Ends the sessions of somebody who is in no show any more; answers whether that is so. */
export async function endSessionsWithoutShow(env: Env, userId: string): Promise<boolean> {
  const db = directory(env);
  const [left] = await db.batch([
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
  return left.length === 0;
}
