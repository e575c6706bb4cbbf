import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts } from '#store/directory/sign-in-attempts';
import { normalizeCode, consumeCode } from './authenticator.ts';
import { passwordMatches } from './password-hash.ts';
import { codeSubject } from './second-factor.ts';
import { checkRateLimit, resetLockout, countAndCheckLockout } from './password-sign-in.ts';

/** Credentials with which the user of an open session proves to be its owner. */
export interface Reauthentication {
  user: UserRow;
  password: string;
  /** A code of the current authenticator or a recovery code; null without an authenticator. */
  code: string | null;
  address: string;
  now: string;
}

const originOf = ({ user, address }: Reauthentication) => ({ username: user.username, address });

/**
 * Counts a re-authentication attempt with the limits of signing in. Must run before anything is compared. Throws
 * `too_many_requests` (DEC-05).
 */
export async function countReauthentication(env: Env, reauthentication: Reauthentication): Promise<void> {
  const { user, code, now } = reauthentication;
  const origin = originOf(reauthentication);
  await checkRateLimit(env, origin);
  const mayGuess =
    (await countAndCheckLockout(env, origin, now)) &&
    (code === null || (await countAttempt(env, codeSubject(user.id), now)));
  if (!mayGuess) throw new Refusal('too_many_requests');
}

/** Whether counted credentials are right. Then the code is consumed and the failed attempts are reset. */
export async function isReauthenticated(env: Env, reauthentication: Reauthentication): Promise<boolean> {
  const { user, password, code, now } = reauthentication;
  const isRight =
    (await passwordMatches(password, user.passwordHash)) &&
    (code === null || (await consumeCode(env, user, normalizeCode(code), now)) !== null);
  if (!isRight) {
    log('warn', 'reauthentication refused', { user: user.id });
    return false;
  }
  await resetLockout(env, originOf(reauthentication));
  if (code !== null) await resetAttempts(env, codeSubject(user.id));
  return true;
}
