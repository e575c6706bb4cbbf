import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { readPendingSignIn, consumePendingSignIn } from '#store/directory/pending-sign-ins';
import { readSecondFactor, replaceSecondFactor } from '#store/directory/second-factors';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts } from '#store/directory/sign-in-attempts';
import { sha256 } from '#store/d1/sha256';
import { closeSessionSockets } from './close-sockets.ts';
import { decryptEnrolment, newFactor, normalizeCode } from './authenticator.ts';
import type { Enrolment } from './authenticator.ts';
import { startSession } from './start-session.ts';
import type { SignInRequest } from './start-session.ts';
import { notifyAccountOwner } from './mail-account-owner.ts';
import { countReauthentication, isReauthenticated } from './reauthenticate.ts';
import type { Reauthentication } from './reauthenticate.ts';
import { codeSubject, offerSecret } from './second-factor.ts';

/** True for a local user with two-step sign-in and an authenticator that is set up. */
export async function hasAuthenticator(env: Env, user: UserRow): Promise<boolean> {
  return user.localUser && user.mfaEnabled && (await readSecondFactor(env, user.id)) !== null;
}

/**
 * Re-authenticates the user before offering a new authenticator. Returns the cookie of the offer; null when password or
 * code is wrong. Throws `too_many_requests` before anything is compared: attempts count like those of signing in
 * (DEC-05).
 */
export async function startReplacement(
  env: Env,
  reauthentication: Reauthentication & { code: string; returnTo: string },
): Promise<string | null> {
  const { user, now, returnTo } = reauthentication;
  await countReauthentication(env, reauthentication);
  if (!(await isReauthenticated(env, reauthentication))) return null;
  return offerSecret(env, user, { kind: 'REPLACEMENT', returnTo, now });
}

/** The authenticator that is offered to this user; null without a valid offer. */
export async function readReplacement(
  env: Env,
  { token, user, now }: { token: string; user: UserRow; now: string },
): Promise<(Enrolment & { returnTo: string }) | null> {
  const pending = await readPendingSignIn(env, sha256(token), 'REPLACEMENT', now);
  if (pending?.userId !== user.id || !(await hasAuthenticator(env, user))) return null;
  const enrolment = await decryptEnrolment(env, user, pending.secret);
  return enrolment && { ...enrolment, returnTo: pending.returnTo };
}

/**
 * Replaces the authenticator with the offered one. All sessions of the user end, this browser gets a new session, and
 * the user is notified by e-mail. Returns null when the code is not of the new authenticator. Throws
 * `USER_NOT_IN_SESSION` without a valid offer, `too_many_requests`.
 */
export async function completeReplacement(
  env: Env,
  { token, user, code }: { token: string; user: UserRow; code: string },
  signInRequest: SignInRequest,
  runAfterResponse: (task: Promise<unknown>) => void,
): Promise<{ token: string; recoveryCodes: string[]; returnTo: string } | null> {
  const { now } = signInRequest;
  const offer = await readReplacement(env, { token, user, now });
  if (!offer) throw new Refusal('USER_NOT_IN_SESSION');
  const subject = codeSubject(user.id);
  if (!(await countAttempt(env, subject, now))) throw new Refusal('too_many_requests');
  const enrolled = await newFactor(env, user, { secret: offer.secret, code: normalizeCode(code), now });
  if (!enrolled) return null;
  const isConsumed = await consumePendingSignIn(env, sha256(token), 'REPLACEMENT', now);
  const ended = isConsumed ? await replaceSecondFactor(env, enrolled.factor, enrolled.hashes) : null;
  if (!ended) throw new Refusal('USER_NOT_IN_SESSION');
  log('info', 'authenticator replaced', { user: user.id });
  await Promise.all([resetAttempts(env, subject), closeSessionSockets(env, user.id, ended)]);
  runAfterResponse(mailAuthenticatorReplaced(env, user));
  const session = await startSession(
    env,
    user.id,
    { ...signInRequest, formerToken: null },
    { by: 'second factor' },
  );
  return { token: session, recoveryCodes: enrolled.recoveryCodes, returnTo: offer.returnTo };
}

async function mailAuthenticatorReplaced(env: Env, user: UserRow): Promise<void> {
  const content = {
    subject: 'Your Backlot authenticator was replaced',
    headline: 'Your authenticator was replaced',
    paragraphs: [
      'Your account now uses codes from a new authenticator app. The previous app and its recovery codes no longer work, and you were signed out everywhere.',
      'If you did not do this, someone else knows your password. Ask an administrator of your show to reset two-step sign-in, and set a new password with "Forgot password?" on the sign-in page.',
    ],
  };
  await notifyAccountOwner(env, user, content, 'replaced authenticator not mailed');
}
