import { deviceName } from '#domain/identity/device-name';
import { readSessionsOf } from '#store/directory/sessions';
import type { SessionAccess, SessionRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { hasPassword } from './change-password.ts';
import { endSession } from './end-session.ts';
import type { ActiveSession } from '#domain/identity/session-response';

/** A public id, which neither works as the cookie nor decrypts anything. */
const idOf = ({ tokenHash }: SessionRow) => sha256(`session ${tokenHash}`);

/**
 * The user's open sessions, the requesting one first, then by last use, and whether the user has a password to change
 * and an authenticator to replace. `lifetime`: milliseconds from the last use to the end.
 */
export async function listOwnSessions(
  env: Env,
  { user, session }: SessionAccess,
  { now, lifetime }: { now: string; lifetime: number },
): Promise<{ sessions: ActiveSession[]; hasPassword: boolean; hasAuthenticator: boolean }> {
  const rows = await readSessionsOf(env, user.id);
  const sessions = rows
    .filter(({ expiresAt }) => expiresAt > now)
    .map((row) => ({
      id: idOf(row),
      device: deviceName(row.userAgent),
      signedInAt: row.createdAt,
      lastUsedAt: new Date(Date.parse(row.expiresAt) - lifetime).toISOString(),
      isThis: row.tokenHash === session.tokenHash,
    }))
    .toSorted(
      (one, other) =>
        Number(other.isThis) - Number(one.isThis) || other.lastUsedAt.localeCompare(one.lastUsedAt),
    );
  return {
    sessions,
    hasPassword: hasPassword(user),
    hasAuthenticator: user.localUser && user.mfaEnabled,
  };
}

/** Ends one of the user's own sessions. A session that is over, or that another user owns, is ignored. */
export async function endOwnSession(env: Env, userId: string, id: string): Promise<void> {
  const rows = await readSessionsOf(env, userId);
  const target = rows.find((row) => idOf(row) === id);
  if (target) await endSession(env, target.tokenHash);
}
