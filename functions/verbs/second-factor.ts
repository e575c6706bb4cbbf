import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { Refusal } from '#domain/codes';
import { readUser } from '#store/directory/people';
import { keepPendingSignIn, readPendingSignIn, takePendingSignIn } from '#store/directory/pending-sign-ins';
import {
  countRecoveryCodes,
  enrolSecondFactor,
  readSecondFactor,
  takeRecoveryCode,
  takeStep,
} from '#store/directory/second-factors';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, forgetAttempts } from '#store/directory/sign-in-attempts';
import { sha256 } from '#store/hash';
import { beginSession, newToken } from './begin-session.ts';
import type { Arrival } from './begin-session.ts';
import { seal, unseal } from './seal.ts';

/** How long a sign-in waits for its second factor, and for the identity provider. */
export const pendingForMs = 15 * 60_000;
const recoveryCodeCount = 10;
const purpose = 'second-factor';

/** A password was right, and a code is asked for. */
export interface Asked {
  user: UserRow;
  returnTo: string;
  /** What an authenticator is set up with; null when the person has set one up before. */
  enrolment: { uri: string; secret: string } | null;
}

/** RFC 6238 as every authenticator knows it: six digits, 30 seconds, SHA-1. */
function totp(username: string, secret: string): TOTP {
  return new TOTP({ issuer: 'Backlot', label: username, secret: Secret.fromBase32(secret) });
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
  const token = newToken();
  await keepPendingSignIn(env, {
    tokenHash: sha256(token),
    kind: 'SECOND_FACTOR',
    userId: user.id,
    returnTo,
    secret: await seal(env, purpose, user.id, new Secret({ size: 20 }).base32),
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
  const secret = await unseal(env, purpose, user.id, pending.secret);
  if (secret === null) return null;
  const { username } = user;
  return {
    user,
    returnTo: pending.returnTo,
    enrolment: { secret, uri: totp(username, secret).toString() },
  };
}

/** The 30-second step whose code this is, one early or late at most; null when it is no code of this secret. */
function stepOf(user: UserRow, secret: string, code: string, now: string): number | null {
  const authenticator = totp(user.username, secret);
  const timestamp = Date.parse(now);
  const delta = authenticator.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : authenticator.counter({ timestamp }) + delta;
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
  const subject = `code:${user.id}`;
  if (!(await countAttempt(env, subject, now))) throw new Refusal('too_many_requests');
  const code = half.code.toUpperCase().replaceAll(/[\s-]/g, '');
  const taken = enrolment
    ? await enrol(env, user, enrolment.secret, code, now)
    : await take(env, user, code, now);
  if (!taken) return null;
  if (!(await takePendingSignIn(env, sha256(half.token), 'SECOND_FACTOR', now))) return null;
  await forgetAttempts(env, subject);
  return { ...taken, returnTo, token: await beginSession(env, user.id, arrival) };
}

type Taken = Pick<Confirmed, 'recoveryCodes' | 'codesLeft'>;

async function take(env: Env, user: UserRow, code: string, now: string): Promise<Taken | null> {
  if (!/^\d{6}$/.test(code)) {
    const isTaken = await takeRecoveryCode(env, user.id, recoveryHash(user, code));
    return isTaken ? { recoveryCodes: [], codesLeft: await countRecoveryCodes(env, user.id) } : null;
  }
  const factor = await readSecondFactor(env, user.id);
  const secret = factor && (await unseal(env, purpose, user.id, factor.secret));
  const step = secret ? stepOf(user, secret, code, now) : null;
  if (step === null || !(await takeStep(env, user.id, step))) return null;
  return { recoveryCodes: [], codesLeft: null };
}

/** The first code proves that the authenticator was set up. */
async function enrol(
  env: Env,
  user: UserRow,
  secret: string,
  code: string,
  now: string,
): Promise<Taken | null> {
  const step = stepOf(user, secret, code, now);
  if (step === null) return null;
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const sealed = await seal(env, purpose, user.id, secret);
  const factor = { userId: user.id, secret: sealed, lastStep: step, enrolledAt: now };
  const hashes = recoveryCodes.map((one) => recoveryHash(user, one.replaceAll('-', '')));
  return (await enrolSecondFactor(env, factor, hashes)) ? { recoveryCodes, codesLeft: null } : null;
}

/** 80 random bits, in the letters of base32: `ABCD-EFGH-IJKL-MNOP`. */
function newRecoveryCode(): string {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32;
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** With 80 bits to guess, a fast hash does. */
function recoveryHash(user: UserRow, code: string): string {
  return sha256(`${user.id}:${code}`);
}
