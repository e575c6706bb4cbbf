import { randomBytes } from 'node:crypto';
import { maxTokens, tokenPrefix } from '#domain/identity/api-token';
import type { NewToken, OwnToken } from '#domain/identity/api-token';
import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { deleteToken, keepToken, readTokensOf } from '#store/directory/api-tokens';
import type { TokenRow } from '#store/directory/api-tokens';
import type { ShowRow, UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { notifyAccountOwner } from './mail-account-owner.ts';
import type { Repeat } from '#verbs/request/idempotency';

const day = 86_400_000;

/** What the last 8 characters of a token are made of. */
export function tokenChecksum(text: string): string {
  return sha256(text).slice(0, 8);
}

/** 256 random bits behind a prefix that scanners of secrets know. */
function newSecret(): string {
  const body =
    tokenPrefix +
    BigInt(`0x${randomBytes(32).toString('hex')}`)
      .toString(36)
      .padStart(50, '0');
  return body + tokenChecksum(body);
}

function ownTokenOf(
  row: Omit<TokenRow, 'tokenHash' | 'userId'> & { showName: string | null },
  now: string,
): OwnToken {
  const { id, name, scopes, showId, showName, createdAt, expiresAt, usedDay } = row;
  const show = showId === null ? null : { id: showId, name: showName ?? '' };
  return { id, name, scopes, show, createdAt, expiresAt, isExpired: expiresAt <= now, usedDay };
}

/** A person's API tokens, the newest first. */
export async function listTokens(env: Env, userId: string, now: string): Promise<OwnToken[]> {
  return (await readTokensOf(env, userId)).map((row) => ownTokenOf(row, now));
}

/** Who makes a token, and in which of his shows it is to be good; null: in all of them. */
interface Maker {
  user: UserRow;
  /** The hash of his session's cookie. */
  sessionHash: string;
  show: ShowRow | null;
  now: string;
  /** Sent twice, it makes one token, and the secret of the last answer is the one that works. */
  repeat: Repeat | null;
}

/**
 * Makes a token and tells its owner by e-mail. The secret is in this answer alone. Throws `invalid_parameter` for one too
 * many and (422) for a key that made another token, and `USER_NOT_IN_SESSION` when the session has ended meanwhile.
 */
export async function createToken(
  env: Env,
  given: NewToken,
  { user, sessionHash, show, now, repeat }: Maker,
  later: (work: Promise<unknown>) => void,
): Promise<OwnToken & { token: string }> {
  const token = newSecret();
  const row = {
    id: repeat ? sha256(JSON.stringify([user.id, repeat.key])).slice(0, 32) : crypto.randomUUID(),
    tokenHash: sha256(token),
    userId: user.id,
    name: given.name,
    scopes: [...new Set(given.scopes)],
    showId: show?.id ?? null,
    createdAt: now,
    expiresAt: new Date(Date.parse(now) + given.days * day).toISOString(),
  };
  const kept = await keepToken(env, row, sessionHash, maxTokens);
  if (!kept) throw await whyNot(env, row);
  log('info', 'API token made', { user: user.id, token: row.id, show: row.showId });
  later(mailMade(env, user, given.name));
  return { ...ownTokenOf({ ...kept, showName: show?.name ?? null }, now), token };
}

/** Why a token was not kept. */
async function whyNot(env: Env, { id, userId }: { id: string; userId: string }): Promise<Refusal> {
  const present = await readTokensOf(env, userId);
  if (present.some((one) => one.id === id)) return new Refusal('invalid_parameter', { status: 422 });
  if (present.length < maxTokens) return new Refusal('USER_NOT_IN_SESSION');
  return new Refusal('invalid_parameter', {
    message: `You already have ${maxTokens} tokens, the maximum. Revoke one that you no longer need, then try again.`,
  });
}

/** Ends a token of one's own at once. One that is gone, or somebody else's, is none: nothing happens. */
export async function revokeToken(env: Env, userId: string, id: string): Promise<void> {
  if (await deleteToken(env, userId, id)) log('info', 'API token revoked', { user: userId, token: id });
}

/** A token outlives the session that it was made in, so its owner hears of it. */
async function mailMade(env: Env, user: UserRow, name: string): Promise<void> {
  // A new password at an identity provider is unknown here, and ends nothing.
  const remedy = user.localUser
    ? 'then set a new password with "Forgot password?" on the sign-in page. This ends all your sessions and tokens.'
    : 'sign out of every session there, and contact the team that manages accounts at your studio. A new password alone does not end a token.';
  const letter = {
    subject: 'A new API token was created for your Backlot account',
    headline: 'A new API token was created',
    paragraphs: [
      `Your account has a new API token named "${name}". Anyone who has it can act as you, within its scopes.`,
      `If you did not create it, revoke it in Account Settings, ${remedy}`,
    ],
  };
  await notifyAccountOwner(env, user, letter, 'new API token not mailed');
}
