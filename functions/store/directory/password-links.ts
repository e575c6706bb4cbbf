import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { passwordLinks, pendingSignIns } from './identity-tables.ts';
import type { UserRow } from './sessions.ts';
import { sessions, users } from './tables.ts';

/** How many links of one reason a person gets: `most` since `since`, and beyond those one when the newest is from before `rest`. */
export interface LinkRate {
  most: number;
  since: string;
  rest: string;
}

/** Keeps a link, unless the person got as many for the same reason already. Answers whether it did. */
export async function keepPasswordLink(
  env: Env,
  link: Required<typeof passwordLinks.$inferInsert>,
  { most, since, rest }: LinkRate,
): Promise<boolean> {
  const { tokenHash, userId, createdAt, expiresAt, reason } = link;
  const sentSince = (from: string) =>
    sql`(SELECT count(*) FROM password_links WHERE user_id = ${userId} AND reason = ${reason} AND created_at > ${from})`;
  const rows = await directory(env)
    .insert(passwordLinks)
    .select(
      sql`SELECT ${tokenHash}, ${userId}, ${createdAt}, ${expiresAt}, ${reason}
        WHERE ${sentSince(since)} < ${most} OR ${sentSince(rest)} = 0`,
    )
    .returning({ tokenHash: passwordLinks.tokenHash });
  return rows.length > 0;
}

/** The person of a link that is still good. */
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
 * Sets the password of a link's person, once: with it go all of that person's links and sessions, and sign-ins that wait
 * for a code after the former password. Answers the sessions (hashes of their cookies); null when the link is good no more.
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
 * Sets the password of somebody who has shown the present one, with the same end of links, sessions and half sign-ins.
 * Null: the password is another by now, or the session is over.
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

/** Stores the same password hashed at another cost, unless it was changed meanwhile. Sessions, links and tokens stay. */
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

/** What follows the password goes by its new hash, whose salt is its own: where `may` failed, nobody has it. */
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
