import { randomBytes } from 'node:crypto';
import { log } from '#edges/log';
import { createSession } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { seal } from './encrypt-secret.ts';
import { endSession } from './end-session.ts';

/** What a sign-in needs beside who it is. */
export interface Arrival {
  now: string;
  /** When the session ends unless it is used (DEC-07). */
  expiresAt: string;
  /** The session cookie that the browser came with, if any. */
  formerToken: string | null;
  /** What the browser calls itself. */
  userAgent: string;
}

/** How somebody has shown who he is. */
export type Way = 'password' | 'second factor' | 'identity provider';

/** Random, for a cookie or a link: 256 bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * A session of its own id, whatever the browser came with; that one ends, if it was a session. Answers the value of the
 * cookie, of which only a hash is kept. `idToken` is what logout at the identity provider will ask for.
 */
export async function startSession(
  env: Env,
  userId: string,
  { now, expiresAt, formerToken, userAgent }: Arrival,
  { by, idToken = null }: { by: Way; idToken?: string | null },
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
    idToken: idToken === null ? null : await seal(env, 'id-token', tokenHash, idToken),
  });
  log('info', 'signed in', { by, user: userId });
  if (formerToken !== null) await endSession(env, sha256(formerToken));
  return token;
}
