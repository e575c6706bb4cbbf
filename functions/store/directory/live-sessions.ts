import { and, eq, gt, sql } from 'drizzle-orm';
import type { SocketMembership, LiveSession } from '#domain/realtime/realtime-shard';
import { inList } from '#store/d1/in-list';
import { directory } from '#store/d1/open';
import type { ShowRow } from './sessions.ts';
import { memberships, sessions, shows, users } from './tables.ts';

const listed = (values: readonly (string | null)[]) => inList([...new Set(values)]);

/** Which of these sessions still last, for users who are still active. */
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
    const known = live.get(session) ?? { userId, shows: new Set() };
    if (showId !== null) known.shows.add(showId);
    live.set(session, known);
  }
  return live;
}

/** The show of each of these members, in their order; null where user, show or membership is not active. */
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
      ),
    );
  return members.map((member) => {
    const row = rows.find(({ show, userId }) => show.id === member.showId && userId === member.userId);
    return row?.show ?? null;
  });
}
