import { Refusal } from '#domain/codes';
import { closeSockets } from '#edges/publish-realtime';
import { log } from '#edges/log';
import { replacePassword } from '#store/directory/password-links';
import type { UserRow } from '#store/directory/sessions';
import { startSession } from './start-session.ts';
import type { Arrival } from './start-session.ts';
import { notifyAccountOwner } from './mail-account-owner.ts';
import { countProof, isProven } from './reauthenticate.ts';
import { policyError, breachedError } from './password-link.ts';
import { hashPassword } from './password-hash.ts';

/** Somebody who signs in with a password of our own. */
export type PasswordOwner = UserRow & { passwordHash: string };

/** False for whoever comes from the identity provider, or has not chosen a password yet. */
export function hasPassword(user: UserRow): user is PasswordOwner {
  return user.localUser && user.passwordHash !== null;
}

interface Change {
  user: PasswordOwner;
  /** Hash of the cookie of the session that asks. */
  session: string;
  current: string;
  /** Of the present authenticator, or a recovery code; null of somebody who has none. */
  code: string | null;
  password: string;
  again: string;
  address: string;
}

/** The cookie of the new session; or why the new password will not do; or that the proof is wrong. */
type Changed = { kind: 'CHANGED'; token: string } | { kind: 'UNFIT'; fault: string } | { kind: 'WRONG' };

/**
 * Puts a new password in the place of the present one, for its owner. Every session and API token of the person ends, and
 * this browser gets a new session; the person is told by e-mail. Throws `too_many_requests` before anything is compared,
 * `USER_NOT_IN_SESSION` when session or password came to an end meanwhile.
 */
export async function changePassword(
  env: Env,
  change: Change,
  arrival: Arrival,
  later: (work: Promise<unknown>) => void,
): Promise<Changed> {
  const { user, session, current, code, password, address } = change;
  const fault = faultOf(change);
  if (fault) return { kind: 'UNFIT', fault };
  const proof = { user, password: current, code, address, now: arrival.now };
  await countProof(env, proof);
  // Before the proof, whose code would be spent, and whose password this answer would else tell to be right.
  const stolen = await breachedError(env, password);
  if (stolen) return { kind: 'UNFIT', fault: stolen };
  if (!(await isProven(env, proof))) return { kind: 'WRONG' };
  const former = { userId: user.id, passwordHash: user.passwordHash, session };
  const ended = await replacePassword(env, former, await hashPassword(password));
  if (!ended) throw new Refusal('USER_NOT_IN_SESSION');
  log('info', 'password changed', { user: user.id });
  await Promise.all(ended.map(async (tokenHash) => closeSockets(env, tokenHash)));
  later(mailChanged(env, user));
  const by = code === null ? 'password' : 'second factor';
  const token = await startSession(env, user.id, { ...arrival, formerToken: null }, { by });
  return { kind: 'CHANGED', token };
}

/** What is wrong with the new password as it was typed; '' when nothing is. */
function faultOf({ user, current, password, again }: Change): string {
  if (password !== again) return 'The passwords do not match.';
  if (password.normalize('NFKC') === current.normalize('NFKC'))
    return 'This is your current password. Choose a different one.';
  return policyError(password, user);
}

async function mailChanged(env: Env, user: UserRow): Promise<void> {
  const letter = {
    subject: 'Your Backlot password was changed',
    headline: 'Your password was changed',
    paragraphs: [
      'Your account now has a new password. The previous password no longer works, you were signed out everywhere else, and your API tokens no longer work.',
      'If you did not do this, someone else knew your password. Set a new one with "Forgot password?" on the sign-in page, and tell an administrator of your show.',
    ],
  };
  await notifyAccountOwner(env, user, letter, 'changed password not mailed');
}
