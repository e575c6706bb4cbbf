import { randomBytes } from 'node:crypto';
import { log } from '#edges/log';
import { createSession } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { encryptSecret } from './encrypt-secret.ts';
import { endSession } from './end-session.ts';

/** The browser's part of a sign-in. */
export interface SignInRequest {
  now: string;
  /** When the session ends unless it is used (DEC-07). */
  expiresAt: string;
  /** The session cookie that the browser sent, if any. */
  formerToken: string | null;
  userAgent: string;
}

/** How the user authenticated. */
export type SignInMethod = 'password' | 'second factor' | 'identity provider';

/** Random token for a cookie or a link: 256 bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Starts a session with a new id, and ends the session of `formerToken`, if there is one. Returns the value of the
 * cookie, of which only a hash is stored. The identity provider requires `idToken` at logout.
 */
export async function startSession(
  env: Env,
  userId: string,
  { now, expiresAt, formerToken, userAgent }: SignInRequest,
  { by, idToken = null }: { by: SignInMethod; idToken?: string | null },
): Promise<string> {
  const token = newToken();
  const tokenHash = sha256(token);
  await createSession(env, {
    tokenHash,
    userId,
    csrfToken: newToken(),
    selectedShowId: null,
    createdAt: now,
    expiresAt,
    userAgent,
    idToken: idToken === null ? null : await encryptSecret(env, 'id-token', tokenHash, idToken),
  });
  log('info', 'signed in', { by, user: userId });
  if (formerToken !== null) await endSession(env, sha256(formerToken));
  return token;
}
