import { Refusal } from '#domain/codes';
import { findUserByUsername } from '#store/directory/people';
import { countAttempt, forgetAttempts } from '#store/directory/sign-in-attempts';
import { beginSession } from './begin-session.ts';
import type { Arrival } from './begin-session.ts';
import { passwordMatches } from './passwords.ts';
import { askSecondFactor } from './second-factor.ts';

interface Attempt extends Arrival {
  username: string;
  password: string;
  address: string;
  returnTo: string;
}

/** The value of a cookie: of the session, or of a sign-in that waits for its second factor. */
export type SignedIn = { kind: 'SESSION' | 'SECOND_FACTOR'; token: string };

/** What attempts with a password are counted under. */
export function passwordAttempts(username: string): string {
  return `password:${username.trim().toLowerCase()}`;
}

/**
 * Throws `too_many_requests` when a name or an address has tried too often: the edge counts a minute of each place, the
 * directory what came from all places together.
 */
export async function admit(
  env: Env,
  { name, subject, address, now }: { name: string; subject: string; address: string; now: string },
): Promise<void> {
  const limits = await Promise.all([
    env.SIGN_IN_LIMIT.limit({ key: `user:${name}` }),
    env.SIGN_IN_LIMIT.limit({ key: `address:${address}` }),
  ]);
  const isAdmitted = limits.every((limit) => limit.success) && (await countAttempt(env, subject, now));
  if (!isAdmitted) throw new Refusal('too_many_requests');
}

/**
 * Signs a local user in (DEC-05); null when name or password is wrong. With `mfaEnabled` it is not over yet (PE-25). One
 * who was deactivated signs in too, and belongs to no show. Throws `too_many_requests` before anything is compared.
 */
export async function signIn(env: Env, attempt: Attempt): Promise<SignedIn | null> {
  const username = attempt.username.trim().toLowerCase();
  const subject = passwordAttempts(username);
  await admit(env, { name: username, subject, address: attempt.address, now: attempt.now });
  const user = await findUserByUsername(env, username);
  const matches = await passwordMatches(attempt.password, user?.localUser ? user.passwordHash : null);
  if (!user || !matches) return null;
  await forgetAttempts(env, subject);
  if (user.mfaEnabled)
    return { kind: 'SECOND_FACTOR', token: await askSecondFactor(env, user, attempt.returnTo, attempt.now) };
  return { kind: 'SESSION', token: await beginSession(env, user.id, attempt) };
}
