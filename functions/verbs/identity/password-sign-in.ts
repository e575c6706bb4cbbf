import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { accountQuery } from '#store/directory/users';
import { storeRehashed } from '#store/directory/password-links';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts, isKnownOrigin, recordSuccess } from '#store/directory/sign-in-attempts';
import { startSession } from './start-session.ts';
import type { SignInRequest } from './start-session.ts';
import { hasCurrentCost, hashPassword, passwordMatches } from './password-hash.ts';
import { startSecondFactor } from './second-factor.ts';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

interface SignInAttempt extends SignInRequest {
  username: string;
  password: string;
  address: string;
  returnTo: string;
}

/** A cookie value, for the session or for a sign-in that waits for its second factor. */
export type SignInResult = { kind: 'SESSION' | 'SECOND_FACTOR'; token: string };

/** The user name and network address of a sign-in attempt. */
export interface SignInOrigin {
  username: string;
  address: string;
}

/** Free attempts per name from all addresses together: more than users mistype, too few to guess a password. */
const freeAttemptsPerName = 100;

/** Keys of the attempt counters and of the remembered success. */
function attemptKeys({ username, address }: SignInOrigin) {
  const name = username.trim().toLowerCase();
  return {
    allAddresses: `password:${name}`,
    thisAddress: `password:${name} ${address}`,
    knownOrigin: `known:${name} ${address}`,
  };
}

/**
 * Throws `too_many_requests` for too many attempts in this minute with one name from one address, or from one address
 * with any names. A whole office shares an address, so an address may try more.
 */
export async function checkRateLimit(env: Env, { username, address }: SignInOrigin): Promise<void> {
  const [name] = await Promise.all([
    env.SIGN_IN_LIMIT.limit({ key: `user:${username} ${address}` }),
    checkAddressRateLimit(env, address),
  ]);
  if (!name.success) throw new Refusal('too_many_requests');
}

/** Throws `too_many_requests` for too many attempts in this minute from one address, with any names. */
export async function checkAddressRateLimit(env: Env, address: string): Promise<void> {
  const { success } = await env.SIGN_IN_ADDRESS_LIMIT.limit({ key: `address:${address}` });
  if (!success) throw new Refusal('too_many_requests');
}

/**
 * Counts an attempt across all instances, and returns whether it may proceed. Failures lock an account for their own
 * address; failures from many addresses lock it for all addresses but those from which its owner has signed in, so that
 * nobody can lock the owner out (DEC-05).
 */
export async function countAndCheckLockout(env: Env, origin: SignInOrigin, now: string): Promise<boolean> {
  const { thisAddress, allAddresses, knownOrigin } = attemptKeys(origin);
  if (!(await countAttempt(env, thisAddress, now))) return false;
  return (
    (await isKnownOrigin(env, knownOrigin, now)) || countAttempt(env, allAddresses, now, freeAttemptsPerName)
  );
}

/** Resets the failed attempts after a success and after a new password. */
export async function resetLockout(env: Env, origin: SignInOrigin): Promise<void> {
  const { thisAddress, allAddresses } = attemptKeys(origin);
  await resetAttempts(env, thisAddress, allAddresses);
}

/**
 * Signs a local user in; null when name or password is wrong. With `mfaEnabled` the second factor is still pending
 * (PE-25). A deactivated user can sign in, too, and belongs to no show. Throws `too_many_requests` before anything is
 * compared (DEC-05).
 */
export async function signIn(env: Env, attempt: SignInAttempt): Promise<SignInResult | null> {
  const username = attempt.username.trim().toLowerCase();
  const origin = { username, address: attempt.address };
  await checkRateLimit(env, origin);
  if (!(await countAndCheckLockout(env, origin, attempt.now))) throw new Refusal('too_many_requests');
  const user = await read(accountQuery(directoryOf(env, ''), username));
  const matches = await passwordMatches(attempt.password, user?.localUser ? user.passwordHash : null);
  if (!user || !matches) {
    log('warn', 'sign-in refused', { by: 'password', user: user?.id ?? null });
    return null;
  }
  await rehash(env, user, attempt);
  await resetLockout(env, origin);
  await recordSuccess(env, attemptKeys(origin).knownOrigin, attempt.now);
  if (user.mfaEnabled)
    return {
      kind: 'SECOND_FACTOR',
      token: await startSecondFactor(env, user, attempt.returnTo, attempt.now),
    };
  return { kind: 'SESSION', token: await startSession(env, user.id, attempt, { by: 'password' }) };
}

/** Hashes the password again when its stored hash has other parameters than new hashes. */
async function rehash(env: Env, user: UserRow, { password, now }: SignInAttempt): Promise<void> {
  const { id, passwordHash } = user;
  if (passwordHash === null || hasCurrentCost(passwordHash)) return;
  await storeRehashed(env, { userId: id, passwordHash, now }, await hashPassword(password));
}
