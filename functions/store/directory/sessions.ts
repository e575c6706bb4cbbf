import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { sha256 } from '#store/d1/sha256';
import { directory } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped, queryOf, readInOneTrip } from '#store/d1/query';
import type { ShowPlace } from '#store/d1/open';
import { activeMembersQuery } from './users.ts';
import type { ActiveMember } from './users.ts';
import { memberships, sessions, shows, users } from './tables.ts';

export type SessionRow = typeof sessions.$inferSelect;
export type UserRow = typeof users.$inferSelect;
export type ShowRow = typeof shows.$inferSelect;
export type MembershipRow = typeof memberships.$inferSelect;

/** Who is asking and what they may touch, in one read of the primary. */
export interface Access {
  user: UserRow;
  /** The show of the call, if there is one and the user belongs to it. */
  show: ShowRow | null;
  membership: MembershipRow | null;
  /** The shows that the user belongs to, where they were asked for. */
  showPlaces: ShowPlace[];
  /** The active members of the show of the call, where they were asked for. */
  members: ActiveMember[] | null;
}

/** What is read with the access, in the same trip. */
export interface Beside {
  showPlaces: boolean;
  /** The show whose active members are wanted. */
  membersOf: string | null;
}

/** The same of somebody who is signed in. */
export type SessionAccess = Access & { session: SessionRow };

const access = prepareRead(({ db }, { tokenHash, hint }: { tokenHash: string; hint: string | null }) => [
  db
    .select({ session: sessions, user: users, show: shows, membership: memberships })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, sessions.userId),
        eq(memberships.showId, sql`coalesce(${hint}, ${sessions.selectedShowId})`),
        eq(memberships.isActive, true),
        // Who was deactivated belongs to nothing from that moment on, also in a session that he still holds.
        eq(users.isActive, true),
      ),
    )
    .leftJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(eq(sessions.tokenHash, tokenHash))
    .limit(1),
]);

/**
 * The session of a cookie with its user, and the membership in `showId` (or, without one, in the selected show).
 * Expired sessions are returned too: the caller tells `session_timeout` from an unknown cookie (DEC-02).
 */
export async function readAccess(
  env: Env,
  token: string,
  showId: string | null,
  beside: Beside,
): Promise<SessionAccess | null> {
  const db = directory(env);
  const tokenHash = sha256(token);
  const showPlaces = db
    .select({ id: shows.id, shard: shows.shard })
    .from(sessions)
    .innerJoin(memberships, and(eq(memberships.userId, sessions.userId), eq(memberships.isActive, true)))
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(eq(sessions.tokenHash, tokenHash));
  const rows = await readInOneTrip({
    access: mapped(access({ db, showId: '' }, { tokenHash, hint: showId }), ([[row]]) => row),
    showPlaces: beside.showPlaces ? queryOf(db, showPlaces) : null,
    members: beside.membersOf === null ? null : activeMembersQuery({ db, showId: beside.membersOf }),
  });
  return rows.access ? { ...rows.access, showPlaces: rows.showPlaces ?? [], members: rows.members } : null;
}

/** The show that a live session has selected, for the realtime channel (DEC-56); null when it is none of its user's. */
export async function readSelectedShow(env: Env, token: string): Promise<string | null> {
  const rows = await directory(env)
    .select({ showId: shows.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.isActive, true)))
    .innerJoin(
      memberships,
      and(
        eq(memberships.userId, sessions.userId),
        eq(memberships.showId, sessions.selectedShowId),
        eq(memberships.isActive, true),
      ),
    )
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(and(eq(sessions.tokenHash, sha256(token)), gt(sessions.expiresAt, new Date().toISOString())))
    .limit(1);
  return rows[0]?.showId ?? null;
}

export async function createSession(env: Env, row: typeof sessions.$inferInsert): Promise<void> {
  await directory(env).insert(sessions).values(row);
}

export async function extendSession(env: Env, tokenHash: string, expiresAt: string): Promise<void> {
  await directory(env).update(sessions).set({ expiresAt }).where(eq(sessions.tokenHash, tokenHash));
}

export async function selectShow(env: Env, tokenHash: string, showId: string): Promise<void> {
  await directory(env)
    .update(sessions)
    .set({ selectedShowId: showId })
    .where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(env: Env, tokenHash: string): Promise<void> {
  await directory(env).delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Expired rows are kept a day, so that `session_timeout` can be told from a cookie we never gave (DEC-02). */
export async function sweepSessions(env: Env, before: string): Promise<void> {
  await directory(env).delete(sessions).where(lt(sessions.expiresAt, before));
}

/** The sessions of a person, those that ran out lately too. */
export async function readSessionsOf(env: Env, userId: string): Promise<SessionRow[]> {
  return directory(env).select().from(sessions).where(eq(sessions.userId, userId));
}

/** Every session of a person ends. Answers their hashes. */
export async function deleteSessionsOf(env: Env, userId: string): Promise<string[]> {
  const rows = await directory(env)
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ tokenHash: sessions.tokenHash });
  return rows.map((row) => row.tokenHash);
}
