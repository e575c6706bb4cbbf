import { isBreached } from '#edges/identity/breached-passwords';
import { closeSockets } from '#edges/publish-realtime';
import { keepPasswordLink, findUserOfLink, consumePasswordLink } from '#store/directory/password-links';
import type { UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { newToken } from './start-session.ts';
import { hashPassword } from './password-hash.ts';
import { forgive } from './password-sign-in.ts';

const hour = 3_600_000;
/** How long a link to set a password is good. */
const goodForMs = 72 * hour;
/** Why somebody gets a link. */
export type LinkReason = 'INVITED' | 'FORGOTTEN';

/**
 * How many links an hour a person gets at once. Whoever asks for more fills no mailbox: then one leaves every ten minutes,
 * so that the owner has a link of the last ten minutes, or gets one now.
 */
const mostAnHour = { INVITED: 3, FORGOTTEN: 6 } as const satisfies Record<LinkReason, number>;
const restMs = 600_000;

/** A new link to set a password, or null when the person got enough of them. Its token is kept nowhere; earlier ones stay good. */
export async function makePasswordLink(
  env: Env,
  { userId, reason, now }: { userId: string; reason: LinkReason; now: string },
): Promise<string | null> {
  const token = newToken();
  const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  const link = { tokenHash: sha256(token), userId, createdAt: now, expiresAt: ago(-goodForMs), reason };
  const rate = { most: mostAnHour[reason], since: ago(hour), rest: ago(restMs) };
  const isKept = await keepPasswordLink(env, link, rate);
  return isKept ? `${env.WEB_ORIGIN}/api/auth/password/${token}` : null;
}

/** Whose password a link sets; null when it is good no more. Looking does not spend it: mail programs look, too. */
export async function userOfLink(env: Env, token: string, now: string): Promise<UserRow | null> {
  return findUserOfLink(env, sha256(token), now);
}

/** Fewest characters of a password. */
export const minPasswordLength = 12;

/** Why a new password will not do, in words; '' when it will. */
export async function passwordError(
  env: Env,
  password: string,
  user: Pick<UserRow, 'username'>,
): Promise<string> {
  return policyError(password, user) || breachedError(env, password);
}

/** The same by the rules alone: nobody is asked. */
export function policyError(password: string, user: Pick<UserRow, 'username'>): string {
  if ([...password].length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
  const lower = password.toLowerCase();
  const [name = ''] = user.username.toLowerCase().split('@');
  if (new Set(lower).size < 5) return 'Use a wider variety of characters.';
  if (lower.includes(name) && lower.length - name.length < 8)
    return 'This password is too close to your e-mail address. Choose a different one.';
  return '';
}

/** The same by the lists of stolen passwords alone. */
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
 * Sets the password of a link's person, which spends the link, ends every session of that person, and lets attempts
 * from before and from here count no more. False: the link is good no more.
 */
export async function setPassword(
  env: Env,
  { token, user, password, address, now }: NewPassword,
): Promise<boolean> {
  const spent = { tokenHash: sha256(token), userId: user.id, now };
  const ended = await consumePasswordLink(env, spent, await hashPassword(password));
  if (!ended) return false;
  await forgive(env, { username: user.username, address });
  await Promise.all(ended.map(async (session) => closeSockets(env, session)));
  return true;
}
