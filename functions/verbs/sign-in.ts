import { randomBytes } from 'node:crypto';
import { Refusal } from '#domain/codes';
import { createSession } from '#store/directory/sessions';
import { sha256 } from '#store/hash';
import { findUserByUsername } from '#store/directory/people';
import { passwordMatches } from './passwords.ts';

/**
 * Signs a local user in (DEC-05) and answers the value of the session cookie; null when name or password is wrong. One
 * who was deactivated signs in too, and belongs to no show. Throws `too_many_requests` before anything is compared once a name or an address has tried too often.
 */
export async function signIn(
  env: Env,
  attempt: { username: string; password: string; address: string; now: string; expiresAt: string },
): Promise<string | null> {
  const username = attempt.username.trim().toLowerCase();
  const limits = await Promise.all([
    env.SIGN_IN_LIMIT.limit({ key: `user:${username}` }),
    env.SIGN_IN_LIMIT.limit({ key: `address:${attempt.address}` }),
  ]);
  if (limits.some((limit) => !limit.success)) throw new Refusal('too_many_requests');
  const user = await findUserByUsername(env, username);
  const matches = await passwordMatches(attempt.password, user?.localUser ? user.passwordHash : null);
  if (!user || !matches) return null;
  const token = randomBytes(32).toString('base64url');
  await createSession(env, {
    tokenHash: sha256(token),
    userId: user.id,
    csrfToken: randomBytes(32).toString('base64url'),
    selectedShowId: null,
    createdAt: attempt.now,
    expiresAt: attempt.expiresAt,
  });
  return token;
}
