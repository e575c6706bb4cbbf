import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts } from '#store/directory/sign-in-attempts';
import { plainCode, consumeCode } from './authenticator.ts';
import { passwordMatches } from './password-hash.ts';
import { codeSubject } from './second-factor.ts';
import { admit, forgive, countAndCheckLockout } from './password-sign-in.ts';

/** By what whoever sits at an open session shows that he is its owner. */
export interface Proof {
  user: UserRow;
  password: string;
  /** Of the present authenticator, or a recovery code; null of somebody who has none. */
  code: string | null;
  address: string;
  now: string;
}

const placeOf = ({ user, address }: Proof) => ({ username: user.username, address });

/**
 * Counts an attempt to show who one is, as those of signing in are (DEC-05). Throws `too_many_requests`. Nothing is compared
 * before this.
 */
export async function countProof(env: Env, proof: Proof): Promise<void> {
  const { user, code, now } = proof;
  const place = placeOf(proof);
  await admit(env, place);
  const mayGuess =
    (await countAndCheckLockout(env, place, now)) &&
    (code === null || (await countAttempt(env, codeSubject(user.id), now)));
  if (!mayGuess) throw new Refusal('too_many_requests');
}

/** Whether a counted proof is right. Its code is spent then, and attempts from before count no more. */
export async function isProven(env: Env, proof: Proof): Promise<boolean> {
  const { user, password, code, now } = proof;
  const isRight =
    (await passwordMatches(password, user.passwordHash)) &&
    (code === null || (await consumeCode(env, user, plainCode(code), now)) !== null);
  if (!isRight) {
    log('warn', 'proof refused', { user: user.id });
    return false;
  }
  await forgive(env, placeOf(proof));
  if (code !== null) await resetAttempts(env, codeSubject(user.id));
  return true;
}
