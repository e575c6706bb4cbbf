import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { longSecrets, pendingSignIns, secondFactors } from './identity-tables.ts';
import { sessions } from './tables.ts';

/** An encrypted ("sealed") value, its purpose, and a function that replaces it with a newly encrypted one. */
export interface SealedValue {
  /** Its position in the order in which a table is read. */
  key: string;
  purpose: string;
  owner: string;
  sealed: string;
  /** Does nothing when the stored value has changed meanwhile. */
  exchange: (sealed: string, now: string) => Promise<unknown>;
}

/** Reads a page of a table's encrypted values, after a key. */
export type ReadSealed = (env: Env, after: string, limit: number) => Promise<SealedValue[]>;

const readFactors: ReadSealed = async (env, after, limit) => {
  const db = directory(env);
  const rows = await db
    .select()
    .from(secondFactors)
    .where(gt(secondFactors.userId, after))
    .orderBy(asc(secondFactors.userId))
    .limit(limit);
  return rows.map(({ userId, secret }) => ({
    key: userId,
    purpose: 'second-factor',
    owner: userId,
    sealed: secret,
    exchange: async (sealed, now) =>
      db
        .update(secondFactors)
        .set({ secret: sealed, resealedAt: now })
        .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret))),
  }));
};

const readIdTokens: ReadSealed = async (env, after, limit) => {
  const db = directory(env);
  const rows = await db
    .select({ tokenHash: sessions.tokenHash, idToken: sql<string>`${sessions.idToken}` })
    .from(sessions)
    .where(and(gt(sessions.tokenHash, after), isNotNull(sessions.idToken)))
    .orderBy(asc(sessions.tokenHash))
    .limit(limit);
  return rows.map(({ tokenHash, idToken }) => ({
    key: tokenHash,
    purpose: 'id-token',
    owner: tokenHash,
    sealed: idToken,
    exchange: async (sealed) =>
      db
        .update(sessions)
        .set({ idToken: sealed })
        .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.idToken, idToken))),
  }));
};

const readPending: ReadSealed = async (env, after, limit) => {
  const db = directory(env);
  const rows = await db
    .select()
    .from(pendingSignIns)
    .where(gt(pendingSignIns.tokenHash, after))
    .orderBy(asc(pendingSignIns.tokenHash))
    .limit(limit);
  return rows.map(({ tokenHash, userId, secret }) => ({
    key: tokenHash,
    purpose: userId === null ? 'provider-sign-in' : 'second-factor',
    owner: userId ?? tokenHash,
    sealed: secret,
    exchange: async (sealed) =>
      db
        .update(pendingSignIns)
        .set({ secret: sealed })
        .where(and(eq(pendingSignIns.tokenHash, tokenHash), eq(pendingSignIns.secret, secret))),
  }));
};

/** All encrypted values of the directory, by their name in the operator's report. */
export const sealedInDirectory: Readonly<Record<string, ReadSealed>> = {
  authenticators: readFactors,
  'ID tokens of sessions': readIdTokens,
  'sign-ins under way': readPending,
};

/** Records that the secret of this deployment must be long from now on. */
export async function requireLongSecret(env: Env, now: string): Promise<void> {
  await directory(env)
    .insert(longSecrets)
    .values({ name: 'IDENTITY_SECRET', since: now })
    .onConflictDoNothing();
}
