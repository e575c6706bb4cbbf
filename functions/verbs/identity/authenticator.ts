import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import {
  countRecoveryCodes,
  readSecondFactor,
  consumeRecoveryCode,
  consumeStep,
} from '#store/directory/second-factors';
import type { SecondFactor } from '#store/directory/second-factors';
import type { UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { seal, unseal } from './encrypt-secret.ts';

const recoveryCodeCount = 10;
const purpose = 'second-factor';

/** What an authenticator is set up with. */
export interface Enrolment {
  uri: string;
  secret: string;
}

/** RFC 6238 as every authenticator knows it: six digits, 30 seconds, SHA-1. */
function totp(username: string, secret: string): TOTP {
  return new TOTP({ issuer: 'Backlot', label: username, secret: Secret.fromBase32(secret) });
}

/** A secret for an authenticator, sealed for its owner. */
export async function newSealedSecret(env: Env, userId: string): Promise<string> {
  return seal(env, purpose, userId, new Secret({ size: 20 }).base32);
}

/** Null when it was sealed under another secret, or for somebody else. */
export async function enrolmentOf(env: Env, user: UserRow, sealed: string): Promise<Enrolment | null> {
  const secret = await unseal(env, purpose, user.id, sealed);
  return secret === null ? null : { secret, uri: totp(user.username, secret).toString() };
}

/** The 30-second step whose code this is, one early or late at most; null when it is no code of this secret. */
function stepOf(user: UserRow, secret: string, code: string, now: string): number | null {
  const authenticator = totp(user.username, secret);
  const timestamp = Date.parse(now);
  const delta = authenticator.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : authenticator.counter({ timestamp }) + delta;
}

/** What people type, without what they put between. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '');
}

/**
 * Takes a code of the authenticator or a recovery code, which counts no second time. Null: it is wrong, or was used
 * before. `codesLeft`: how many recovery codes are left, when this was one.
 */
export async function consumeCode(
  env: Env,
  user: UserRow,
  code: string,
  now: string,
): Promise<{ codesLeft: number | null } | null> {
  if (!/^\d{6}$/.test(code)) {
    const isTaken = await consumeRecoveryCode(env, user.id, recoveryHash(user, code));
    return isTaken ? { codesLeft: await countRecoveryCodes(env, user.id) } : null;
  }
  const factor = await readSecondFactor(env, user.id);
  const secret = factor && (await unseal(env, purpose, user.id, factor.secret));
  const step = secret ? stepOf(user, secret, code, now) : null;
  if (step === null || !(await consumeStep(env, user.id, step))) return null;
  return { codesLeft: null };
}

/**
 * An authenticator as it is kept, with recovery codes of its own and their hashes. Null when `code` is none of its codes:
 * the first one proves that it was set up.
 */
export async function newFactor(
  env: Env,
  user: UserRow,
  { secret, code, now }: { secret: string; code: string; now: string },
): Promise<{ factor: SecondFactor; recoveryCodes: string[]; hashes: string[] } | null> {
  const step = stepOf(user, secret, code, now);
  if (step === null) return null;
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const sealed = await seal(env, purpose, user.id, secret);
  return {
    factor: { userId: user.id, secret: sealed, lastStep: step, enrolledAt: now },
    recoveryCodes,
    hashes: recoveryCodes.map((one) => recoveryHash(user, plainCode(one))),
  };
}

/** 136 random bits, in the letters of base32: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ23`. */
function newRecoveryCode(): string {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(17)).buffer }).base32;
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** With 112 bits or more to guess, a fast hash does (codes made earlier have fewer). */
function recoveryHash(user: UserRow, code: string): string {
  return sha256(`${user.id}:${code}`);
}
