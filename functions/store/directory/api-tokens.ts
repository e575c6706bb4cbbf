import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf, readInOneTrip } from '#store/d1/query';
import { apiTokens } from './identity-tables.ts';
import { activeMembersQuery } from './users.ts';
import type { Access, AccessExtras } from './sessions.ts';
import { memberships, shows, users } from './tables.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

/** A token of one show gives access to no other show. */
const isOfToken = eq(memberships.showId, sql`coalesce(${apiTokens.showId}, ${memberships.showId})`);

const access = prepareRead(
  ({ db }, { tokenHash, requestedShowId }: { tokenHash: string; requestedShowId: string | null }) => [
    db
      .select({ token: apiTokens, user: users, show: shows, membership: memberships })
      .from(apiTokens)
      .innerJoin(users, and(eq(users.id, apiTokens.userId), eq(users.isActive, true)))
      .leftJoin(
        memberships,
        and(
          eq(memberships.userId, apiTokens.userId),
          eq(memberships.showId, sql`coalesce(${requestedShowId}, ${apiTokens.showId})`),
          isOfToken,
          eq(memberships.isActive, true),
        ),
      )
      .leftJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
      .where(eq(apiTokens.tokenHash, tokenHash))
      .limit(1),
  ],
);

/**
 * The token with this hash, its owner, and their membership of `showId` (or, without it, of the token's show). Also
 * returns expired tokens. Null when there is none, or its owner is not active.
 */
export async function readTokenAccess(
  env: Env,
  tokenHash: string,
  showId: string | null,
  extras: AccessExtras,
): Promise<(Access & { token: TokenRow }) | null> {
  const db = directory(env);
  const showLocations = db
    .select({ id: shows.id, shard: shows.shard, role: memberships.role })
    .from(apiTokens)
    .innerJoin(memberships, and(eq(memberships.userId, apiTokens.userId), eq(memberships.isActive, true)))
    .innerJoin(shows, and(eq(shows.id, memberships.showId), eq(shows.isActive, true)))
    .where(and(eq(apiTokens.tokenHash, tokenHash), isOfToken));
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
 * Stores a token and returns it. Returns null when the user already has `max` tokens, or `sessionHash` is not one of
 * their sessions any more: what revokes tokens also ends sessions. A repeated id replaces the hash, unless the token
 * has expired or differs in its other values.
 */
export async function insertToken(
  env: Env,
  row: Omit<TokenRow, 'usedDay'>,
  sessionHash: string,
  max: number,
): Promise<TokenRow | null> {
  const { id, tokenHash, userId, name, showId, createdAt, expiresAt } = row;
  const rows = await directory(env)
    .insert(apiTokens)
    .select(
      sql`SELECT ${id}, ${tokenHash}, ${userId}, ${name}, ${JSON.stringify(row.scopes)}, ${showId}, ${createdAt}, ${expiresAt}, NULL
        WHERE (SELECT count(*) FROM api_tokens WHERE user_id = ${userId} AND id <> ${id}) < ${max}
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

/** A user's tokens, newest first, with the names of their shows. */
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

/** Returns whether the token existed. */
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

/** Expired tokens are kept for a while, so that their owner sees why a program no longer works. */
export async function sweepTokens(env: Env, before: string): Promise<void> {
  await directory(env).delete(apiTokens).where(lt(apiTokens.expiresAt, before));
}
