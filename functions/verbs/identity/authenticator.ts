import { randomBytes } from 'node:crypto';
import type { TOTP } from 'otpauth';
import {
  countRecoveryCodes,
  readSecondFactor,
  consumeRecoveryCode,
  consumeStep,
} from '#store/directory/second-factors';
import type { SecondFactor } from '#store/directory/second-factors';
import type { UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { encryptSecret, decryptSecret } from './encrypt-secret.ts';

const recoveryCodeCount = 10;
const purpose = 'second-factor';

/** What an authenticator app is set up with. */
export interface Enrolment {
  uri: string;
  secret: string;
}

/** Loaded when used: few requests have a code. */
const otpauth = () => import('otpauth');

/** The RFC 6238 variant that every authenticator app supports: six digits, 30 seconds, SHA-1. */
async function totp(username: string, secret: string): Promise<TOTP> {
  const { Secret, TOTP } = await otpauth();
  return new TOTP({ issuer: 'Backlot', label: username, secret: Secret.fromBase32(secret) });
}

export async function newEncryptedSecret(env: Env, userId: string): Promise<string> {
  const { Secret } = await otpauth();
  return encryptSecret(env, purpose, userId, new Secret({ size: 20 }).base32);
}

/** Null when it was encrypted under another secret or for another user. */
export async function decryptEnrolment(
  env: Env,
  user: UserRow,
  encrypted: string,
): Promise<Enrolment | null> {
  const secret = await decryptSecret(env, purpose, user.id, encrypted);
  return secret === null ? null : { secret, uri: (await totp(user.username, secret)).toString() };
}

/** The 30-second step of a code, at most one step early or late; null when the code does not fit the secret. */
async function stepOf(user: UserRow, secret: string, code: string, now: string): Promise<number | null> {
  const authenticator = await totp(user.username, secret);
  const timestamp = Date.parse(now);
  const delta = authenticator.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : authenticator.counter({ timestamp }) + delta;
}

/** A typed code in capitals, without spaces and dashes. */
export function normalizeCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '');
}

/**
 * Consumes a code of the authenticator or a recovery code; neither works twice. Returns null when it is wrong or was
 * used before. `codesLeft` is the number of recovery codes left, null for a code of the authenticator.
 */
export async function consumeCode(
  env: Env,
  user: UserRow,
  code: string,
  now: string,
): Promise<{ codesLeft: number | null } | null> {
  if (!/^\d{6}$/.test(code)) {
    const isConsumed = await consumeRecoveryCode(env, user.id, recoveryHash(user, code));
    return isConsumed ? { codesLeft: await countRecoveryCodes(env, user.id) } : null;
  }
  const factor = await readSecondFactor(env, user.id);
  const secret = factor && (await decryptSecret(env, purpose, user.id, factor.secret));
  const step = secret ? await stepOf(user, secret, code, now) : null;
  if (step === null || !(await consumeStep(env, user.id, step))) return null;
  return { codesLeft: null };
}

/**
 * An authenticator to store, with new recovery codes and their hashes. Null when `code` is not one of its codes: the
 * first code proves that it was set up.
 */
export async function newFactor(
  env: Env,
  user: UserRow,
  { secret, code, now }: { secret: string; code: string; now: string },
): Promise<{ factor: SecondFactor; recoveryCodes: string[]; hashes: string[] } | null> {
  const step = await stepOf(user, secret, code, now);
  if (step === null) return null;
  const recoveryCodes = await Promise.all(Array.from({ length: recoveryCodeCount }, newRecoveryCode));
  const encrypted = await encryptSecret(env, purpose, user.id, secret);
  return {
    factor: { userId: user.id, secret: encrypted, lastStep: step, enrolledAt: now },
    recoveryCodes,
    hashes: recoveryCodes.map((recoveryCode) => recoveryHash(user, normalizeCode(recoveryCode))),
  };
}

/** 136 random bits in base32: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ23`. */
async function newRecoveryCode(): Promise<string> {
  const { Secret } = await otpauth();
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(17)).buffer }).base32;
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** A code has at least 112 random bits (codes made earlier have fewer), so a fast hash is enough. */
function recoveryHash(user: UserRow, code: string): string {
  return sha256(`${user.id}:${code}`);
}
