import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped, queryOf, readInOneTrip } from '#store/d1/query';
import { apiTokens } from './identity-tables.ts';
import { activeMembersQuery } from './users.ts';
import type { Access, Beside } from './sessions.ts';
import { memberships, shows, users } from './tables.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

/** A token of one show opens no other. */
const isOfToken = eq(memberships.showId, sql`coalesce(${apiTokens.showId}, ${memberships.showId})`);

const access = prepareRead(({ db }, { tokenHash, hint }: { tokenHash: string; hint: string | null }) => [
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
  beside: Beside,
): Promise<(Access & { token: TokenRow }) | null> {
  const db = directory(env);
  const showPlaces = db
    .select({ id: shows.id, shard: shows.shard })
    .from(apiTokens)
    .innerJoin(memberships, and(eq(memberships.userId, apiTokens.userId), eq(memberships.isActive, true)))
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(and(eq(apiTokens.tokenHash, tokenHash), isOfToken));
  const rows = await readInOneTrip({
    access: mapped(access({ db, showId: '' }, { tokenHash, hint: showId }), ([[row]]) => row),
    showPlaces: beside.showPlaces ? queryOf(db, showPlaces) : null,
    members: beside.membersOf === null ? null : activeMembersQuery({ db, showId: beside.membersOf }),
  });
  return rows.access ? { ...rows.access, showPlaces: rows.showPlaces ?? [], members: rows.members } : null;
}

/**
 * Keeps a token, unless the person has `most` already or `sessionHash` is no session of his any more: what revokes tokens
 * ends sessions with them. The same id again takes the new hash, unless it has expired or was asked for with other
 * values. Answers it as it is kept; null: it is not.
 */
export async function keepToken(
  env: Env,
  row: Omit<TokenRow, 'usedDay'>,
  sessionHash: string,
  most: number,
): Promise<TokenRow | null> {
  const { id, tokenHash, userId, name, showId, createdAt, expiresAt } = row;
  const rows = await directory(env)
    .insert(apiTokens)
    .select(
      sql`SELECT ${id}, ${tokenHash}, ${userId}, ${name}, ${JSON.stringify(row.scopes)}, ${showId}, ${createdAt}, ${expiresAt}, NULL
        WHERE (SELECT count(*) FROM api_tokens WHERE user_id = ${userId} AND id <> ${id}) < ${most}
          AND EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.token_hash = ${sessionHash} AND s.expires_at > ${createdAt} AND u.id = ${userId} AND u.is_active = 1)`,
    )
    .onConflictDoUpdate({
      target: apiTokens.id,
      set: { tokenHash },
      setWhere: sql`api_tokens.expires_at > ${createdAt} AND api_tokens.name = excluded.name
        AND api_tokens.scopes = excluded.scopes AND api_tokens.show_id IS excluded.show_id
        AND unixepoch(api_tokens.expires_at) - unixepoch(api_tokens.created_at)
          = unixepoch(excluded.expires_at) - unixepoch(excluded.created_at)`,
    })
    .returning();
  return rows[0] ?? null;
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

/** Answers whether there was one. */
export async function deleteToken(env: Env, userId: string, id: string): Promise<boolean> {
  const rows = await directory(env)
    .delete(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
    .returning({ id: apiTokens.id });
  return rows.length > 0;
}

export async function markTokenUsed(env: Env, id: string, day: string): Promise<void> {
  await directory(env).update(apiTokens).set({ usedDay: day }).where(eq(apiTokens.id, id));
}

/** Expired ones stay for a while, so that their owner sees why a program no longer works. */
export async function sweepTokens(env: Env, before: string): Promise<void> {
  await directory(env).delete(apiTokens).where(lt(apiTokens.expiresAt, before));
}
