import { and, eq, gt, sql } from 'drizzle-orm';
import { directory } from '../open.ts';
import { sessions, users } from './tables.ts';

/** Which of these sessions (hashes of their cookies) still last, for users who are still active. */
export async function readLiveSessions(
  env: Env,
  tokenHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await directory(env)
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.isActive, true)))
    .where(
      and(
        sql`${sessions.tokenHash} IN (SELECT value FROM json_each(${JSON.stringify(tokenHashes)}))`,
        gt(sessions.expiresAt, new Date().toISOString()),
      ),
    );
  return new Set(rows.map((row) => row.tokenHash));
}
