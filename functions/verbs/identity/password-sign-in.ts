import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { accountQuery } from '#store/directory/users';
import { storeRehashed } from '#store/directory/password-links';
import type { UserRow } from '#store/directory/sessions';
import { countAttempt, resetAttempts, isKnownOrigin, recordSuccess } from '#store/directory/sign-in-attempts';
import { startSession } from './start-session.ts';
import type { Arrival } from './start-session.ts';
import { hasCurrentCost, hashPassword, passwordMatches } from './password-hash.ts';
import { askSecondFactor } from './second-factor.ts';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

interface Attempt extends Arrival {
  username: string;
  password: string;
  address: string;
  returnTo: string;
}

/** The value of a cookie: of the session, or of a sign-in that waits for its second factor. */
export type SignedIn = { kind: 'SESSION' | 'SECOND_FACTOR'; token: string };

/** Where somebody tries to sign in as whom. */
export interface Place {
  username: string;
  address: string;
}

/** So many free attempts has a name from all addresses together: more than people mistype, too few to guess with. */
const freeEverywhere = 100;

/** What attempts with a password are counted under, and what a success is remembered under. */
function subjectsOf({ username, address }: Place) {
  const name = username.trim().toLowerCase();
  return {
    everywhere: `password:${name}`,
    here: `password:${name} ${address}`,
    known: `known:${name} ${address}`,
  };
}

/**
 * Throws `too_many_requests` when a name has tried too often in this minute from one address, or an address with many
 * names. An address is shared by a whole office, so it may try more.
 */
export async function admit(env: Env, { username, address }: Place): Promise<void> {
  const [name] = await Promise.all([
    env.SIGN_IN_LIMIT.limit({ key: `user:${username} ${address}` }),
    admitAddress(env, address),
  ]);
  if (!name.success) throw new Refusal('too_many_requests');
}

/** Throws `too_many_requests` when an address has tried too often in this minute, with whatever names. */
export async function admitAddress(env: Env, address: string): Promise<void> {
  const { success } = await env.SIGN_IN_ADDRESS_LIMIT.limit({ key: `address:${address}` });
  if (!success) throw new Refusal('too_many_requests');
}

/**
 * DEC-05: counts an attempt for all instances together. Failures close an account to the address that they come from;
 * those from everywhere close it to all but the addresses from which its owner has signed in: nobody locks him out.
 */
export async function countAndCheckLockout(env: Env, place: Place, now: string): Promise<boolean> {
  const { here, everywhere, known } = subjectsOf(place);
  if (!(await countAttempt(env, here, now))) return false;
  return (await isKnownOrigin(env, known, now)) || countAttempt(env, everywhere, now, freeEverywhere);
}

/** What failed before is not held against the next attempt: after a success, and with a new password. */
export async function forgive(env: Env, place: Place): Promise<void> {
  const { here, everywhere } = subjectsOf(place);
  await resetAttempts(env, here, everywhere);
}

/**
 * Signs a local user in (DEC-05); null when name or password is wrong. With `mfaEnabled` it is not over yet (PE-25). One
 * who was deactivated signs in too, and belongs to no show. Throws `too_many_requests` before anything is compared.
 */
export async function signIn(env: Env, attempt: Attempt): Promise<SignedIn | null> {
  const username = attempt.username.trim().toLowerCase();
  const place = { username, address: attempt.address };
  await admit(env, place);
  if (!(await countAndCheckLockout(env, place, attempt.now))) throw new Refusal('too_many_requests');
  const user = await read(accountQuery(directoryOf(env, ''), username));
  const matches = await passwordMatches(attempt.password, user?.localUser ? user.passwordHash : null);
  if (!user || !matches) {
    log('warn', 'sign-in refused', { by: 'password', user: user?.id ?? null });
    return null;
  }
  await rehash(env, user, attempt);
  await forgive(env, place);
  await recordSuccess(env, subjectsOf(place).known, attempt.now);
  if (user.mfaEnabled)
    return { kind: 'SECOND_FACTOR', token: await askSecondFactor(env, user, attempt.returnTo, attempt.now) };
  return { kind: 'SESSION', token: await startSession(env, user.id, attempt, { by: 'password' }) };
}

/** Hashes the right password again when its stored hash has another cost than new ones get. */
async function rehash(env: Env, user: UserRow, { password, now }: Attempt): Promise<void> {
  const { id, passwordHash } = user;
  if (passwordHash === null || hasCurrentCost(passwordHash)) return;
  await storeRehashed(env, { userId: id, passwordHash, now }, await hashPassword(password));
}
