import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { readUser } from '#store/directory/users';
import {
  keepPendingSignIn,
  readPendingSignIn,
  consumePendingSignIn,
} from '#store/directory/pending-sign-ins';
import { enrolSecondFactor, readSecondFactor } from '#store/directory/second-factors';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts } from '#store/directory/sign-in-attempts';
import { sha256 } from '#store/d1/sha256';
import { enrolmentOf, newFactor, newSealedSecret, plainCode, consumeCode } from './authenticator.ts';
import type { Enrolment } from './authenticator.ts';
import { startSession, newToken } from './start-session.ts';
import type { Arrival } from './start-session.ts';

/** How long a sign-in waits for its second factor, and for the identity provider. */
export const pendingForMs = 15 * 60_000;

/** What attempts with a code are counted under. */
export const codeSubject = (userId: string) => `code:${userId}`;

/** A password was right, and a code is asked for. */
export interface Asked {
  user: UserRow;
  returnTo: string;
  /** What an authenticator is set up with; null when the person has set one up before. */
  enrolment: Enrolment | null;
}

/**
 * Notes that the password was right. Answers the cookie of this half of a sign-in: it opens nothing but the page that
 * asks for the code. Whoever has no authenticator yet is given a secret for one.
 */
export async function askSecondFactor(
  env: Env,
  user: UserRow,
  returnTo: string,
  now: string,
): Promise<string> {
  return offerSecret(env, user, { kind: 'SECOND_FACTOR', returnTo, now });
}

/** Keeps a new secret for this person for a while, should an authenticator be set up with it. Answers the cookie that leads to it. */
export async function offerSecret(
  env: Env,
  user: UserRow,
  offer: { kind: 'SECOND_FACTOR' | 'REPLACEMENT'; returnTo: string; now: string },
): Promise<string> {
  const { kind, returnTo, now } = offer;
  const token = newToken();
  await keepPendingSignIn(env, {
    tokenHash: sha256(token),
    kind,
    userId: user.id,
    returnTo,
    secret: await newSealedSecret(env, user.id),
    expiresAt: new Date(Date.parse(now) + pendingForMs).toISOString(),
  });
  return token;
}

/** What the page of the second factor shows; null when this half of a sign-in is over or was never begun. */
export async function readAsked(env: Env, token: string, now: string): Promise<Asked | null> {
  const pending = await readPendingSignIn(env, sha256(token), 'SECOND_FACTOR', now);
  const user = pending?.userId ? await readUser(env, pending.userId) : null;
  // An administrator who switches the second factor off meanwhile: the next sign-in asks for none.
  if (!pending || !user?.mfaEnabled) return null;
  if (await readSecondFactor(env, user.id)) return { user, returnTo: pending.returnTo, enrolment: null };
  const enrolment = await enrolmentOf(env, user, pending.secret);
  return enrolment && { user, returnTo: pending.returnTo, enrolment };
}

/** The second factor is confirmed: the cookie of the session, and where to go. */
export interface Confirmed {
  token: string;
  returnTo: string;
  /** Shown this once, to whoever has just set up an authenticator. */
  recoveryCodes: readonly string[];
  /** How many recovery codes are left, when one was used. */
  codesLeft: number | null;
}

/**
 * Ends a sign-in with the code of an authenticator or a recovery code, and begins the session. Null when the code is
 * wrong or was used before. Throws `too_many_requests`, and `USER_NOT_IN_SESSION` when the sign-in has to begin anew.
 */
export async function confirmSecondFactor(
  env: Env,
  half: { token: string; code: string },
  arrival: Arrival,
): Promise<Confirmed | null> {
  const { now } = arrival;
  const asked = await readAsked(env, half.token, now);
  if (!asked) throw new Refusal('USER_NOT_IN_SESSION');
  const { user, returnTo, enrolment } = asked;
  const subject = codeSubject(user.id);
  if (!(await countAttempt(env, subject, now))) throw new Refusal('too_many_requests');
  const code = plainCode(half.code);
  const taken = enrolment
    ? await enrol(env, user, enrolment.secret, code, now)
    : await take(env, user, code, now);
  if (!taken) {
    log('warn', 'sign-in refused', { by: 'second factor', user: user.id });
    return null;
  }
  if (!(await consumePendingSignIn(env, sha256(half.token), 'SECOND_FACTOR', now))) return null;
  await resetAttempts(env, subject);
  return { ...taken, returnTo, token: await startSession(env, user.id, arrival, { by: 'second factor' }) };
}

type Taken = Pick<Confirmed, 'recoveryCodes' | 'codesLeft'>;

async function take(env: Env, user: UserRow, code: string, now: string): Promise<Taken | null> {
  const taken = await consumeCode(env, user, code, now);
  return taken && { ...taken, recoveryCodes: [] };
}

async function enrol(
  env: Env,
  user: UserRow,
  secret: string,
  code: string,
  now: string,
): Promise<Taken | null> {
  const made = await newFactor(env, user, { secret, code, now });
  const isKept = made && (await enrolSecondFactor(env, made.factor, made.hashes));
  return isKept ? { recoveryCodes: made.recoveryCodes, codesLeft: null } : null;
}
