import { and, eq, gt, sql } from 'drizzle-orm';
import type { LiveSeat, LiveSession } from '#domain/realtime-shard';
import { among } from '../among.ts';
import { directory } from '../open.ts';
import { memberships, sessions, shows, users } from './tables.ts';

const listed = (values: readonly (string | null)[]) => among([...new Set(values)]);

/** Which of these sessions still last, for users who are still active. */
export async function readLiveSessions(
  env: Env,
  seats: readonly LiveSeat[],
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
        sql`${memberships.showId} IN ${listed(seats.map(({ showId }) => showId))}`,
      ),
    )
    .leftJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(
      and(
        sql`${sessions.tokenHash} IN ${listed(seats.map(({ session }) => session))}`,
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
