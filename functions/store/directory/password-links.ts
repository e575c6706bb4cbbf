import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { passwordLinks, pendingSignIns } from './identity-tables.ts';
import type { UserRow } from './sessions.ts';
import { sessions, users } from './tables.ts';

/**
 * How many links of one reason a user gets: `max` since `since`, and beyond those one when the newest was created
 * before `cooldownStart`.
 */
export interface LinkRate {
  max: number;
  since: string;
  cooldownStart: string;
}

/** Stores a link, unless the user has reached the rate. Returns whether it was stored. */
export async function insertPasswordLink(
  env: Env,
  link: Required<typeof passwordLinks.$inferInsert>,
  { max, since, cooldownStart }: LinkRate,
): Promise<boolean> {
  const { tokenHash, userId, createdAt, expiresAt, reason } = link;
  const sentSince = (from: string) =>
    sql`(SELECT count(*) FROM password_links WHERE user_id = ${userId} AND reason = ${reason} AND created_at > ${from})`;
  const rows = await directory(env)
    .insert(passwordLinks)
    .select(
      sql`SELECT ${tokenHash}, ${userId}, ${createdAt}, ${expiresAt}, ${reason}
        WHERE ${sentSince(since)} < ${max} OR ${sentSince(cooldownStart)} = 0`,
    )
    .returning({ tokenHash: passwordLinks.tokenHash });
  return rows.length > 0;
}

/** The user of a link that has not expired. */
export async function findUserOfLink(env: Env, tokenHash: string, now: string): Promise<UserRow | null> {
  const rows = await directory(env)
    .select({ user: users })
    .from(passwordLinks)
    .innerJoin(users, and(eq(users.id, passwordLinks.userId), eq(users.localUser, true)))
    .where(and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now)))
    .limit(1);
  return rows[0]?.user ?? null;
}

/**
 * Sets the password of the link's user, once. Also deletes all of that user's links and sessions, and sign-ins that
 * wait for a code after the former password. Returns the ended sessions (hashes of their cookies); null when the link
 * is not valid any more.
 */
export async function consumePasswordLink(
  env: Env,
  { tokenHash, userId, now }: { tokenHash: string; userId: string; now: string },
  passwordHash: string,
): Promise<string[] | null> {
  const isGood = sql`EXISTS (SELECT 1 FROM password_links
    WHERE token_hash = ${tokenHash} AND user_id = ${userId} AND expires_at > ${now})`;
  return setPassword(env, { userId, passwordHash }, isGood);
}

/**
 * Sets the password of a user who has entered the current one, and deletes links, sessions and pending sign-ins as
 * above. Returns null when the password has changed meanwhile, or the session has ended.
 */
export async function replacePassword(
  env: Env,
  { userId, passwordHash, session }: { userId: string; passwordHash: string; session: string },
  newPasswordHash: string,
): Promise<string[] | null> {
  const isSame = sql`password_hash = ${passwordHash} AND local_user = 1
    AND EXISTS (SELECT 1 FROM sessions WHERE token_hash = ${session} AND user_id = ${userId})`;
  return setPassword(env, { userId, passwordHash: newPasswordHash }, isSame);
}

/**
 * Stores the same password hashed at another cost, unless it was changed meanwhile. Sessions, links and tokens are
 * kept.
 */
export async function storeRehashed(
  env: Env,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: string },
  rehashed: string,
): Promise<void> {
  await directory(env)
    .update(users)
    .set({ passwordHash: rehashed, rehashedAt: now })
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash)));
}

/** The later statements check for the new hash, which has its own salt: when `may` failed, no user has it. */
async function setPassword(
  env: Env,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  may: SQL,
): Promise<string[] | null> {
  const db = directory(env);
  const isSet = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${passwordHash})`;
  const [changed, ended] = await db.batch([
    db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), may))
      .returning({ id: users.id }),
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), isSet))
      .returning({ tokenHash: sessions.tokenHash }),
    db.delete(pendingSignIns).where(and(eq(pendingSignIns.userId, userId), isSet)),
    db.delete(passwordLinks).where(and(eq(passwordLinks.userId, userId), isSet)),
  ]);
  return changed.length > 0 ? ended.map((row) => row.tokenHash) : null;
}

export async function sweepPasswordLinks(env: Env, before: string): Promise<void> {
  await directory(env).delete(passwordLinks).where(lt(passwordLinks.expiresAt, before));
}
