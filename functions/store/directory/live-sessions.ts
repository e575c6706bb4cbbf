import { and, eq, gt, sql } from 'drizzle-orm';
import { directory } from '../open.ts';
import { memberships, sessions, shows, users } from './tables.ts';

/** One open connection: its session (hash of the cookie) and the show that it hears of, if any. */
interface Seat {
  session: string;
  showId: string | null;
}

const listed = (values: readonly (string | null)[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;

/**
 * Which of these sessions still last, for users who are still active: each with those of the shows asked about that its
 * user still belongs to.
 */
export async function readLiveSessions(
  env: Env,
  seats: readonly Seat[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await directory(env)
    .select({ session: sessions.tokenHash, showId: shows.id })
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
  const live = new Map<string, Set<string>>();
  for (const { session, showId } of rows) {
    const heard = live.get(session) ?? new Set();
    live.set(session, showId === null ? heard : heard.add(showId));
  }
  return live;
}
