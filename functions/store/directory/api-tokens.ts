import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { directory } from '../open.ts';
import { saidOnce } from '../said-once.ts';
import { apiTokens } from './identity-tables.ts';
import type { Access } from './sessions.ts';
import { memberships, shows, users } from './tables.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

/** A token of one show opens no other. */
const isOfToken = eq(memberships.showId, sql`coalesce(${apiTokens.showId}, ${memberships.showId})`);

const access = saidOnce(({ db }, { tokenHash, hint }: { tokenHash: string; hint: string | null }) => [
  db
    .select({ token: apiTokens, user: users, show: shows, membership: memberships })
    .from(apiTokens)
    .innerJoin(users, and(eq(users.id, apiTokens.userId), eq(users.isActive, true)))
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, apiTokens.userId),
        eq(memberships.showId, sql`coalesce(${hint}, ${apiTokens.showId})`),
        isOfToken,
        eq(memberships.isActive, true),
      ),
    )
    .leftJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(eq(apiTokens.tokenHash, tokenHash))
    .limit(1),
]);

/**
 * The token with this hash, its owner, and his membership in `showId` (or, without one, in the token's show). Expired tokens
 * are returned too; null: there is none, or its owner is no longer active.
 */
export async function readTokenAccess(
  env: Env,
  tokenHash: string,
  showId: string | null,
  withSeats: boolean,
): Promise<(Access & { token: TokenRow }) | null> {
  const db = directory(env);
  const seats = db
    .select({ id: shows.id, shard: shows.shard })
    .from(apiTokens)
    .innerJoin(memberships, and(eq(memberships.userId, apiTokens.userId), eq(memberships.isActive, true)))
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(and(eq(apiTokens.tokenHash, tokenHash), isOfToken));
  const [[[row]], places] = await Promise.all([
    access({ db, showId: '' }, { tokenHash, hint: showId }),
    withSeats ? seats : [],
  ]);
  return row ? { ...row, seats: places } : null;
}

/**
 * Keeps a token, unless the person has `most` already; the same id again takes the new hash. Answers whether it did.
 */
export async function keepToken(env: Env, row: Omit<TokenRow, 'usedDay'>, most: number): Promise<boolean> {
  const { id, tokenHash, userId, name, showId, createdAt, expiresAt } = row;
  const rows = await directory(env)
    .insert(apiTokens)
    .select(
      sql`SELECT ${id}, ${tokenHash}, ${userId}, ${name}, ${JSON.stringify(row.scopes)}, ${showId}, ${createdAt}, ${expiresAt}, NULL
        WHERE (SELECT count(*) FROM api_tokens WHERE user_id = ${userId} AND id <> ${id}) < ${most}`,
    )
    .onConflictDoUpdate({ target: apiTokens.id, set: { tokenHash } })
    .returning({ id: apiTokens.id });
  return rows.length > 0;
}

/** A person's tokens, the newest first, with the names of their shows. */
export async function readTokensOf(
  env: Env,
  userId: string,
): Promise<(TokenRow & { showName: string | null })[]> {
  const rows = await directory(env)
    .select({ token: apiTokens, showName: shows.name })
    .from(apiTokens)
    .leftJoin(shows, eq(shows.id, apiTokens.showId))
    .where(eq(apiTokens.userId, userId))
    .orderBy(desc(apiTokens.createdAt));
  return rows.map(({ token, showName }) => ({ ...token, showName }));
}

export async function deleteToken(env: Env, userId: string, id: string): Promise<void> {
  await directory(env)
    .delete(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)));
}

export async function markTokenUsed(env: Env, id: string, day: string): Promise<void> {
  await directory(env).update(apiTokens).set({ usedDay: day }).where(eq(apiTokens.id, id));
}

/** Expired ones stay for a while, so that their owner sees why a program no longer works. */
export async function sweepTokens(env: Env, before: string): Promise<void> {
  await directory(env).delete(apiTokens).where(lt(apiTokens.expiresAt, before));
}
