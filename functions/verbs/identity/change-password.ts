import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { replacePassword } from '#store/directory/password-links';
import type { UserRow } from '#store/directory/sessions';
import { closeSessionSockets } from './close-sockets.ts';
import { startSession } from './start-session.ts';
import type { SignInRequest } from './start-session.ts';
import { notifyAccountOwner } from './mail-account-owner.ts';
import { countReauthentication, isReauthenticated } from './reauthenticate.ts';
import { policyError, breachedError } from './password-link.ts';
import { hashPassword } from './password-hash.ts';

/** A user who signs in with a password of Backlot. */
export type PasswordOwner = UserRow & { passwordHash: string };

/** False for users of an identity provider, and for those who have not chosen a password yet. */
export function hasPassword(user: UserRow): user is PasswordOwner {
  return user.localUser && user.passwordHash !== null;
}

interface PasswordChange {
  user: PasswordOwner;
  /** The cookie hash of the requesting session. */
  session: string;
  current: string;
  /** A code of the current authenticator or a recovery code; null without an authenticator. */
  code: string | null;
  password: string;
  again: string;
  address: string;
}

/** The cookie of the new session, or why the new password is rejected, or that the credentials are wrong. */
type PasswordChangeResult =
  | { kind: 'CHANGED'; token: string }
  | { kind: 'UNFIT'; fault: string }
  | { kind: 'WRONG' };

/**
 * Replaces the password of its owner. All sessions and API tokens of the user end, this browser gets a new session, and
 * the user is notified by e-mail. Throws `too_many_requests` before anything is compared, `USER_NOT_IN_SESSION` when
 * the session or the password was replaced meanwhile.
 */
export async function changePassword(
  env: Env,
  change: PasswordChange,
  signInRequest: SignInRequest,
  runAfterResponse: (task: Promise<unknown>) => void,
): Promise<PasswordChangeResult> {
  const { user, session, current, code, password, address } = change;
  const fault = inputError(change);
  if (fault) return { kind: 'UNFIT', fault };
  const reauthentication = { user, password: current, code, address, now: signInRequest.now };
  await countReauthentication(env, reauthentication);
  // Checked before the credentials: that check would consume the code, and this error would confirm the current
  // password.
  const stolen = await breachedError(env, password);
  if (stolen) return { kind: 'UNFIT', fault: stolen };
  if (!(await isReauthenticated(env, reauthentication))) return { kind: 'WRONG' };
  const former = { userId: user.id, passwordHash: user.passwordHash, session };
  const ended = await replacePassword(env, former, await hashPassword(password));
  if (!ended) throw new Refusal('USER_NOT_IN_SESSION');
  log('info', 'password changed', { user: user.id });
  await closeSessionSockets(env, user.id, ended);
  runAfterResponse(mailPasswordChanged(env, user));
  const by = code === null ? 'password' : 'second factor';
  const token = await startSession(env, user.id, { ...signInRequest, formerToken: null }, { by });
  return { kind: 'CHANGED', token };
}

/** The error of the new password as typed; '' when it is allowed. */
function inputError({ user, current, password, again }: PasswordChange): string {
  if (password !== again) return 'The passwords do not match.';
  if (password.normalize('NFKC') === current.normalize('NFKC'))
    return 'This is your current password. Choose a different one.';
  return policyError(password, user);
}

async function mailPasswordChanged(env: Env, user: UserRow): Promise<void> {
  const content = {
    subject: 'Your Backlot password was changed',
    headline: 'Your password was changed',
    paragraphs: [
      'Your account now has a new password. The previous password no longer works, you were signed out everywhere else, and your API tokens no longer work.',
      'If you did not do this, someone else knew your password. Set a new one with "Forgot password?" on the sign-in page, and tell an administrator of your show.',
    ],
  };
  await notifyAccountOwner(env, user, content, 'changed password not mailed');
}
