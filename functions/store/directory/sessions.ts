import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { sha256 } from '#store/d1/sha256';
import { directory } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf, readInOneTrip } from '#store/d1/query';
import type { ShowLocation } from '#store/d1/open';
import { activeMembersQuery } from './users.ts';
import type { ActiveMember } from './users.ts';
import { memberships, seesDocuments, sessions, shows, users } from './tables.ts';
import type { SocketMembership, LiveSession } from '#domain/realtime/realtime-shard';
import { inList } from '#store/d1/in-list';

export type SessionRow = typeof sessions.$inferSelect;
export type UserRow = typeof users.$inferSelect;
export type ShowRow = typeof shows.$inferSelect;
export type MembershipRow = typeof memberships.$inferSelect;

/** The user of a request and their permissions, in one read of the primary. */
export interface Access {
  user: UserRow;
  /** The show of the request, if there is one and the user is a member. */
  show: ShowRow | null;
  membership: MembershipRow | null;
  /** The shows of the user, if requested. */
  showLocations: OwnShowLocation[];
  /** The active members of the request's show, if requested. */
  members: ActiveMember[] | null;
}

export type OwnShowLocation = ShowLocation & Pick<MembershipRow, 'role'>;

/** What is read in the same round trip as the access. */
export interface AccessExtras {
  showLocations: boolean;
  /** The show whose active members are read. */
  membersOf: string | null;
}

export type SessionAccess = Access & { session: SessionRow };

const access = prepareRead(
  ({ db }, { tokenHash, requestedShowId }: { tokenHash: string; requestedShowId: string | null }) => [
    db
      .select({ session: sessions, user: users, show: shows, membership: memberships })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(
        memberships,
        and(
          eq(memberships.userId, sessions.userId),
          eq(memberships.showId, sql`coalesce(${requestedShowId}, ${sessions.selectedShowId})`),
          eq(memberships.isActive, true),
          // A deactivated user is a member of no show, also in a session that is still open.
          eq(users.isActive, true),
        ),
      )
      .leftJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
      .where(eq(sessions.tokenHash, tokenHash))
      .limit(1),
  ],
);

/**
 * The session of a cookie with its user, and the membership of `showId` (or, without it, of the selected show). Also
 * returns expired sessions: the caller distinguishes `session_timeout` from an unknown cookie (DEC-02).
 */
export async function readAccess(
  env: Env,
  token: string,
  showId: string | null,
  extras: AccessExtras,
): Promise<SessionAccess | null> {
  const db = directory(env);
  const tokenHash = sha256(token);
  const showLocations = db
    .select({ id: shows.id, shard: shows.shard, role: memberships.role })
    .from(sessions)
    .innerJoin(memberships, and(eq(memberships.userId, sessions.userId), eq(memberships.isActive, true)))
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(eq(sessions.tokenHash, tokenHash));
  const rows = await readInOneTrip({
    access: mapQuery(access({ db, showId: '' }, { tokenHash, requestedShowId: showId }), ([[row]]) => row),
    showLocations: extras.showLocations ? queryOf(db, showLocations) : null,
    members: extras.membersOf === null ? null : activeMembersQuery({ db, showId: extras.membersOf }),
  });
  return rows.access
    ? { ...rows.access, showLocations: rows.showLocations ?? [], members: rows.members }
    : null;
}

/**
 * The user of an unexpired session and its selected show, for the realtime channel; the show is null when the user is
 * not a member (DEC-56), or a guarantor, who gets no events of the show (BUD-89).
 */
export async function readSessionShow(
  env: Env,
  token: string,
): Promise<{ userId: string; showId: string | null } | null> {
  const rows = await directory(env)
    .select({ userId: users.id, showId: shows.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.isActive, true)))
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, sessions.userId),
        eq(memberships.showId, sessions.selectedShowId),
        eq(memberships.isActive, true),
        seesDocuments,
      ),
    )
    .leftJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(and(eq(sessions.tokenHash, sha256(token)), gt(sessions.expiresAt, new Date().toISOString())))
    .limit(1);
  return rows[0] ?? null;
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

/** Returns the user of the deleted session, or null when there was none. */
export async function deleteSession(env: Env, tokenHash: string): Promise<string | null> {
  const rows = await directory(env)
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  return rows[0]?.userId ?? null;
}

/** Expired rows are kept for a day, to distinguish `session_timeout` from an unknown cookie (DEC-02). */
export async function sweepSessions(env: Env, before: string): Promise<void> {
  await directory(env).delete(sessions).where(lt(sessions.expiresAt, before));
}

/** The sessions of a user, including recently expired ones. */
export async function readSessionsOf(env: Env, userId: string): Promise<SessionRow[]> {
  return directory(env).select().from(sessions).where(eq(sessions.userId, userId));
}

/** Ends every session of a user. Returns their hashes. */
export async function deleteSessionsOf(env: Env, userId: string): Promise<string[]> {
  const rows = await directory(env)
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ tokenHash: sessions.tokenHash });
  return rows.map((row) => row.tokenHash);
}

const listed = (values: readonly (string | null)[]) => inList([...new Set(values)]);

/** The unexpired sessions among those of `socketMemberships`, for users who are still active. */
export async function readLiveSessions(
  env: Env,
  socketMemberships: readonly SocketMembership[],
): Promise<ReadonlyMap<string, LiveSession>> {
  const rows = await directory(env)
    .select({ session: sessions.tokenHash, userId: sessions.userId, showId: shows.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.isActive, true)))
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, sessions.userId),
        eq(memberships.isActive, true),
        seesDocuments,
        sql`${memberships.showId} IN ${listed(socketMemberships.map(({ showId }) => showId))}`,
      ),
    )
    .leftJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(
      and(
        sql`${sessions.tokenHash} IN ${listed(socketMemberships.map(({ session }) => session))}`,
        gt(sessions.expiresAt, new Date().toISOString()),
      ),
    );
  const live = new Map<string, { userId: string; shows: Set<string> }>();
  for (const { session, userId, showId } of rows) {
    const liveSession = live.get(session) ?? { userId, shows: new Set() };
    if (showId !== null) liveSession.shows.add(showId);
    live.set(session, liveSession);
  }
  return live;
}

/** The show of each of these members, in their order; null when user, show or membership is not active, and for guarantors. */
export async function readMemberShows(
  env: Env,
  members: readonly { showId: string; userId: string }[],
): Promise<(ShowRow | null)[]> {
  const rows = await directory(env)
    .select({ show: shows, userId: memberships.userId })
    .from(memberships)
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .innerJoin(users, and(eq(users.id, memberships.userId), eq(users.isActive, true)))
    .where(
      and(
        sql`${memberships.showId} IN ${inList(members.map(({ showId }) => showId))}`,
        sql`${memberships.userId} IN ${inList(members.map(({ userId }) => userId))}`,
        eq(memberships.isActive, true),
        seesDocuments,
      ),
    );
  return members.map((member) => {
    const row = rows.find(({ show, userId }) => show.id === member.showId && userId === member.userId);
    return row?.show ?? null;
  });
}
