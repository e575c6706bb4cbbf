import { and, eq, gt, lt } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { pendingSignIns } from './identity-tables.ts';

export type PendingSignIn = typeof pendingSignIns.$inferSelect;

export async function insertPendingSignIn(env: Env, row: PendingSignIn): Promise<void> {
  await directory(env).insert(pendingSignIns).values(row);
}

const isOpen = (tokenHash: string, kind: PendingSignIn['kind'], now: string) =>
  and(
    eq(pendingSignIns.tokenHash, tokenHash),
    eq(pendingSignIns.kind, kind),
    gt(pendingSignIns.expiresAt, now),
  );

export async function readPendingSignIn(
  env: Env,
  tokenHash: string,
  kind: PendingSignIn['kind'],
  now: string,
): Promise<PendingSignIn | null> {
  const rows = await directory(env)
    .select()
    .from(pendingSignIns)
    .where(isOpen(tokenHash, kind, now))
    .limit(1);
  return rows[0] ?? null;
}

/** Deletes and returns it, so that it is used once: of two requests with the same cookie, one gets null. */
export async function consumePendingSignIn(
  env: Env,
  tokenHash: string,
  kind: PendingSignIn['kind'],
  now: string,
): Promise<PendingSignIn | null> {
  const rows = await directory(env)
    .delete(pendingSignIns)
    .where(isOpen(tokenHash, kind, now))
    .returning();
  return rows[0] ?? null;
}

export async function sweepPendingSignIns(env: Env, now: string): Promise<void> {
  await directory(env).delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now));
}
