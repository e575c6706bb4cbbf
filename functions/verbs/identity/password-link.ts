import { isBreached } from '#edges/identity/breached-passwords';
import { insertPasswordLink, findUserOfLink, consumePasswordLink } from '#store/directory/password-links';
import type { UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { closeSessionSockets } from './close-sockets.ts';
import { newToken } from './start-session.ts';
import { hashPassword } from './password-hash.ts';
import { resetLockout } from './password-sign-in.ts';

const hour = 3_600_000;
/** How long a link to set a password is valid. */
const validForMs = 72 * hour;
/** Why a user gets a link. */
export type LinkReason = 'INVITED' | 'FORGOTTEN';

/**
 * How many links per hour a user gets without delay. After that one is sent every ten minutes, so that requests cannot
 * flood the mailbox, and the owner has a link from the last ten minutes or gets one now.
 */
const maxPerHour = { INVITED: 3, FORGOTTEN: 6 } as const satisfies Record<LinkReason, number>;
const cooldownMs = 600_000;

/** A new link to set a password, or null over the rate limit. Its token is not stored; earlier links stay valid. */
export async function createPasswordLink(
  env: Env,
  { userId, reason, now }: { userId: string; reason: LinkReason; now: string },
): Promise<string | null> {
  const token = newToken();
  const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  const link = { tokenHash: sha256(token), userId, createdAt: now, expiresAt: ago(-validForMs), reason };
  const rate = { max: maxPerHour[reason], since: ago(hour), cooldownStart: ago(cooldownMs) };
  const isStored = await insertPasswordLink(env, link, rate);
  return isStored ? `${env.WEB_ORIGIN}/api/auth/password/${token}` : null;
}

/**
 * The user whose password a link sets; null when it is no longer valid. Reading does not consume the link, because mail
 * programs open links, too.
 */
export async function userOfLink(env: Env, token: string, now: string): Promise<UserRow | null> {
  return findUserOfLink(env, sha256(token), now);
}

export const minPasswordLength = 12;

/** Why a new password is rejected, as a text; '' when it is allowed. */
export async function passwordError(
  env: Env,
  password: string,
  user: Pick<UserRow, 'username'>,
): Promise<string> {
  return policyError(password, user) || breachedError(env, password);
}

/** Checks the password rules only, without a network call. */
export function policyError(password: string, user: Pick<UserRow, 'username'>): string {
  if ([...password].length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
  const lower = password.toLowerCase();
  const [name = ''] = user.username.toLowerCase().split('@');
  if (new Set(lower).size < 5) return 'Use a wider variety of characters.';
  if (lower.includes(name) && lower.length - name.length < 8)
    return 'This password is too close to your e-mail address. Choose a different one.';
  return '';
}

/** Checks the lists of stolen passwords only. */
export async function breachedError(env: Env, password: string): Promise<string> {
  return (await isBreached(env, password))
    ? 'This password appears in lists of stolen passwords. Choose a different one.'
    : '';
}

interface NewPassword {
  token: string;
  user: UserRow;
  password: string;
  address: string;
  now: string;
}

/**
 * Sets the password of a link's user: consumes the link, ends every session of the user, and resets the failed
 * attempts. Returns false when the link is no longer valid.
 */
export async function setPassword(
  env: Env,
  { token, user, password, address, now }: NewPassword,
): Promise<boolean> {
  const redemption = { tokenHash: sha256(token), userId: user.id, now };
  const ended = await consumePasswordLink(env, redemption, await hashPassword(password));
  if (!ended) return false;
  await resetLockout(env, { username: user.username, address });
  await closeSessionSockets(env, user.id, ended);
  return true;
}
