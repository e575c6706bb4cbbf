import { Refusal } from '#domain/codes';
import { closeSockets } from '#edges/publish-realtime';
import { log } from '#edges/log';
import { readPendingSignIn, consumePendingSignIn } from '#store/directory/pending-sign-ins';
import { readSecondFactor, replaceSecondFactor } from '#store/directory/second-factors';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts } from '#store/directory/sign-in-attempts';
import { sha256 } from '#store/d1/sha256';
import { enrolmentOf, newFactor, plainCode } from './authenticator.ts';
import type { Enrolment } from './authenticator.ts';
import { startSession } from './start-session.ts';
import type { Arrival } from './start-session.ts';
import { notifyAccountOwner } from './mail-account-owner.ts';
import { countProof, isProven } from './reauthenticate.ts';
import type { Proof } from './reauthenticate.ts';
import { codeSubject, offerSecret } from './second-factor.ts';

/** True for whoever has an authenticator of his own here: an administrator has switched two-step sign-in on, and he has set it up. */
export async function hasAuthenticator(env: Env, user: UserRow): Promise<boolean> {
  return user.localUser && user.mfaEnabled && (await readSecondFactor(env, user.id)) !== null;
}

/**
 * Whoever sits at an open session shows that he is its owner, before a new authenticator is offered. Answers the cookie
 * of that offer; null when password or code is wrong. Throws `too_many_requests` before anything is compared: attempts
 * count as those of signing in do (DEC-05).
 */
export async function beginReplacement(
  env: Env,
  proof: Proof & { code: string; returnTo: string },
): Promise<string | null> {
  const { user, now, returnTo } = proof;
  await countProof(env, proof);
  if (!(await isProven(env, proof))) return null;
  return offerSecret(env, user, { kind: 'REPLACEMENT', returnTo, now });
}

/** The authenticator that is offered to this person; null when nothing is, or not any more. */
export async function readReplacement(
  env: Env,
  { token, user, now }: { token: string; user: UserRow; now: string },
): Promise<(Enrolment & { returnTo: string }) | null> {
  const pending = await readPendingSignIn(env, sha256(token), 'REPLACEMENT', now);
  if (pending?.userId !== user.id || !(await hasAuthenticator(env, user))) return null;
  const enrolment = await enrolmentOf(env, user, pending.secret);
  return enrolment && { ...enrolment, returnTo: pending.returnTo };
}

/**
 * Puts the offered authenticator in the place of the present one. Every session of the person ends, and this browser gets
 * a new one; the person is told by e-mail. Null: the code is none of the new authenticator. Throws
 * `USER_NOT_IN_SESSION` when nothing is offered any more, `too_many_requests`.
 */
export async function endReplacement(
  env: Env,
  { token, user, code }: { token: string; user: UserRow; code: string },
  arrival: Arrival,
  later: (work: Promise<unknown>) => void,
): Promise<{ token: string; recoveryCodes: string[]; returnTo: string } | null> {
  const { now } = arrival;
  const offered = await readReplacement(env, { token, user, now });
  if (!offered) throw new Refusal('USER_NOT_IN_SESSION');
  const subject = codeSubject(user.id);
  if (!(await countAttempt(env, subject, now))) throw new Refusal('too_many_requests');
  const made = await newFactor(env, user, { secret: offered.secret, code: plainCode(code), now });
  if (!made) return null;
  const isTaken = await consumePendingSignIn(env, sha256(token), 'REPLACEMENT', now);
  const ended = isTaken ? await replaceSecondFactor(env, made.factor, made.hashes) : null;
  if (!ended) throw new Refusal('USER_NOT_IN_SESSION');
  log('info', 'authenticator replaced', { user: user.id });
  await Promise.all([
    resetAttempts(env, subject),
    ...ended.map(async (tokenHash) => closeSockets(env, tokenHash)),
  ]);
  later(mailReplaced(env, user));
  const session = await startSession(
    env,
    user.id,
    { ...arrival, formerToken: null },
    { by: 'second factor' },
  );
  return { token: session, recoveryCodes: made.recoveryCodes, returnTo: offered.returnTo };
}

async function mailReplaced(env: Env, user: UserRow): Promise<void> {
  const letter = {
    subject: 'Your Backlot authenticator was replaced',
    headline: 'Your authenticator was replaced',
    paragraphs: [
      'Your account now uses codes from a new authenticator app. The previous app and its recovery codes no longer work, and you were signed out everywhere.',
      'If you did not do this, someone else knows your password. Ask an administrator of your show to reset two-step sign-in, and set a new password with "Forgot password?" on the sign-in page.',
    ],
  };
  await notifyAccountOwner(env, user, letter, 'replaced authenticator not mailed');
}
