import { deviceName } from '#domain/identity/device-name';
import { readSessionsOf } from '#store/directory/sessions';
import type { SessionAccess, SessionRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { hasPassword } from './change-password.ts';
import { endSession } from './end-session.ts';

/** A session as its person sees it. */
export interface OwnSession {
  id: string;
  /** `Chrome on Windows`. */
  device: string;
  signedInAt: string;
  /** In the last of its twelve hours up to half an hour too early: it is prolonged no more (DEC-07). */
  lastUsedAt: string;
  /** The session that asks. */
  isThis: boolean;
}

/** What is told of a session: nothing that could stand for its cookie, or open what it has sealed. */
const idOf = ({ tokenHash }: SessionRow) => sha256(`session ${tokenHash}`);

/**
 * Where somebody is signed in, this session first and then by last use, and whether there is a password to change and a
 * second factor of his own to replace. Expired sessions are none. `lifetime`: milliseconds from the last use to the end.
 */
export async function listOwnSessions(
  env: Env,
  { user, session }: SessionAccess,
  { now, lifetime }: { now: string; lifetime: number },
): Promise<{ sessions: OwnSession[]; hasPassword: boolean; hasAuthenticator: boolean }> {
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

/** Ends one of a person's own sessions. One that is over, or somebody else's, is none of his: nothing happens. */
export async function endOwnSession(env: Env, userId: string, id: string): Promise<void> {
  const rows = await readSessionsOf(env, userId);
  const found = rows.find((row) => idOf(row) === id);
  if (found) await endSession(env, found.tokenHash);
}
