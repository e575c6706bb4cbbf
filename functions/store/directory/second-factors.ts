import { and, eq, lt, sql } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { recoveryCodes, secondFactors } from './identity-tables.ts';
import { sessions } from './tables.ts';

export type SecondFactor = Omit<typeof secondFactors.$inferSelect, 'resealedAt'>;

export async function readSecondFactor(env: Env, userId: string): Promise<SecondFactor | null> {
  const rows = await directory(env)
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Stores an authenticator with its recovery codes. Returns false, and writes nothing, when the user has one already.
 */
export async function enrolSecondFactor(
  env: Env,
  factor: SecondFactor,
  codeHashes: readonly string[],
): Promise<boolean> {
  const db = directory(env);
  const [inserted] = await db.batch([
    db.insert(secondFactors).values(factor).onConflictDoNothing().returning({ userId: secondFactors.userId }),
    db.insert(recoveryCodes).select(
      sql`SELECT ${factor.userId}, value FROM json_each(${JSON.stringify(codeHashes)}) WHERE EXISTS
        (SELECT 1 FROM second_factors WHERE user_id = ${factor.userId} AND secret = ${factor.secret})`,
    ),
  ]);
  return inserted.length > 0;
}

/**
 * Replaces an authenticator. In the same batch the recovery codes and the user's sessions are deleted, so that no
 * session creates an API token afterwards. Returns the ended sessions (hashes of their cookies); null, with nothing
 * written, when the user has no authenticator any more.
 */
export async function replaceSecondFactor(
  env: Env,
  factor: SecondFactor,
  codeHashes: readonly string[],
): Promise<string[] | null> {
  const db = directory(env);
  const { userId, ...values } = factor;
  const isReplaced = sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${userId} AND secret = ${factor.secret})`;
  const [updated, ended] = await db.batch([
    db
      .update(secondFactors)
      .set(values)
      .where(eq(secondFactors.userId, userId))
      .returning({ userId: secondFactors.userId }),
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), isReplaced))
      .returning({ tokenHash: sessions.tokenHash }),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isReplaced)),
    db
      .insert(recoveryCodes)
      .select(sql`SELECT ${userId}, value FROM json_each(${JSON.stringify(codeHashes)}) WHERE ${isReplaced}`),
  ]);
  return updated.length > 0 ? ended.map(({ tokenHash }) => tokenHash) : null;
}

/** Consumes a code's 30-second step. Returns false when that step, or a later one, was used before (RFC 6238, 5.2). */
export async function consumeStep(env: Env, userId: string, step: number): Promise<boolean> {
  const rows = await directory(env)
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Consumes a recovery code. Returns false when the user does not have that code (any more). */
export async function consumeRecoveryCode(env: Env, userId: string, codeHash: string): Promise<boolean> {
  const rows = await directory(env)
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

export async function countRecoveryCodes(env: Env, userId: string): Promise<number> {
  return directory(env).$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}
