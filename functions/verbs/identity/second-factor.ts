import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { readUser } from '#store/directory/users';
import {
  insertPendingSignIn,
  readPendingSignIn,
  consumePendingSignIn,
} from '#store/directory/pending-sign-ins';
import { enrolSecondFactor, readSecondFactor } from '#store/directory/second-factors';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts } from '#store/directory/sign-in-attempts';
import { sha256 } from '#store/d1/sha256';
import {
  decryptEnrolment,
  newFactor,
  newEncryptedSecret,
  normalizeCode,
  consumeCode,
} from './authenticator.ts';
import type { Enrolment } from './authenticator.ts';
import { startSession, newToken } from './start-session.ts';
import type { SignInRequest } from './start-session.ts';

/** How long a sign-in waits for its second factor, and for the identity provider. */
export const pendingForMs = 15 * 60_000;

/** Key of the attempt counter for codes. */
export const codeSubject = (userId: string) => `code:${userId}`;

/** A sign-in whose password was right and whose code is pending. */
export interface SecondFactorRequest {
  user: UserRow;
  returnTo: string;
  /** What an authenticator is set up with; null when the user has one already. */
  enrolment: Enrolment | null;
}

/**
 * Stores that the password was right. Returns the cookie of the pending sign-in, which opens only the page for the
 * code. A user without an authenticator gets a secret for one.
 */
export async function startSecondFactor(
  env: Env,
  user: UserRow,
  returnTo: string,
  now: string,
): Promise<string> {
  return offerSecret(env, user, { kind: 'SECOND_FACTOR', returnTo, now });
}

/** Stores a new secret for a user who may set up an authenticator with it. Returns the cookie of the offer. */
export async function offerSecret(
  env: Env,
  user: UserRow,
  offer: { kind: 'SECOND_FACTOR' | 'REPLACEMENT'; returnTo: string; now: string },
): Promise<string> {
  const { kind, returnTo, now } = offer;
  const token = newToken();
  await insertPendingSignIn(env, {
    tokenHash: sha256(token),
    kind,
    userId: user.id,
    returnTo,
    secret: await newEncryptedSecret(env, user.id),
    expiresAt: new Date(Date.parse(now) + pendingForMs).toISOString(),
  });
  return token;
}

/** What the page of the second factor shows; null without a valid pending sign-in. */
export async function readSecondFactorRequest(
  env: Env,
  token: string,
  now: string,
): Promise<SecondFactorRequest | null> {
  const pending = await readPendingSignIn(env, sha256(token), 'SECOND_FACTOR', now);
  const user = pending?.userId ? await readUser(env, pending.userId) : null;
  // An administrator has switched the second factor off meanwhile: the next sign-in needs none.
  if (!pending || !user?.mfaEnabled) return null;
  if (await readSecondFactor(env, user.id)) return { user, returnTo: pending.returnTo, enrolment: null };
  const enrolment = await decryptEnrolment(env, user, pending.secret);
  return enrolment && { user, returnTo: pending.returnTo, enrolment };
}

/** A sign-in confirmed by its second factor: the cookie of the session, and where to go. */
export interface ConfirmedSignIn {
  token: string;
  returnTo: string;
  /** Shown only now, to a user who has just set up an authenticator. */
  recoveryCodes: readonly string[];
  /** How many recovery codes are left; null when none was used. */
  codesLeft: number | null;
}

/**
 * Completes a sign-in with a code of the authenticator or a recovery code, and starts the session. Returns null when
 * the code is wrong or was used before. Throws `too_many_requests`, and `USER_NOT_IN_SESSION` when the user must sign
 * in again.
 */
export async function confirmSecondFactor(
  env: Env,
  attempt: { token: string; code: string },
  signInRequest: SignInRequest,
): Promise<ConfirmedSignIn | null> {
  const { now } = signInRequest;
  const request = await readSecondFactorRequest(env, attempt.token, now);
  if (!request) throw new Refusal('USER_NOT_IN_SESSION');
  const { user, returnTo, enrolment } = request;
  const subject = codeSubject(user.id);
  if (!(await countAttempt(env, subject, now))) throw new Refusal('too_many_requests');
  const code = normalizeCode(attempt.code);
  const consumed = enrolment
    ? await enrol(env, user, enrolment.secret, code, now)
    : await consumeUserCode(env, user, code, now);
  if (!consumed) {
    log('warn', 'sign-in refused', { by: 'second factor', user: user.id });
    return null;
  }
  if (!(await consumePendingSignIn(env, sha256(attempt.token), 'SECOND_FACTOR', now))) return null;
  await resetAttempts(env, subject);
  return {
    ...consumed,
    returnTo,
    token: await startSession(env, user.id, signInRequest, { by: 'second factor' }),
  };
}

type ConsumedCode = Pick<ConfirmedSignIn, 'recoveryCodes' | 'codesLeft'>;

async function consumeUserCode(
  env: Env,
  user: UserRow,
  code: string,
  now: string,
): Promise<ConsumedCode | null> {
  const consumed = await consumeCode(env, user, code, now);
  return consumed && { ...consumed, recoveryCodes: [] };
}

async function enrol(
  env: Env,
  user: UserRow,
  secret: string,
  code: string,
  now: string,
): Promise<ConsumedCode | null> {
  const enrolled = await newFactor(env, user, { secret, code, now });
  const isStored = enrolled && (await enrolSecondFactor(env, enrolled.factor, enrolled.hashes));
  return isStored ? { recoveryCodes: enrolled.recoveryCodes, codesLeft: null } : null;
}
