import { randomBytes } from 'node:crypto';
import { mostTokens, tokenPrefix } from '#domain/api-token';
import type { NewToken, OwnToken } from '#domain/api-token';
import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { MailFailure, sendMail } from '#edges/mail';
import { typeset } from '#edges/letter';
import { deleteToken, keepToken, readTokensOf } from '#store/directory/api-tokens';
import type { TokenRow } from '#store/directory/api-tokens';
import type { ShowRow, UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/hash';

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
  show: ShowRow | null;
  now: string;
  /** Of the request: sent twice, it makes one token, and the secret of the last answer is the one that works. */
  key: string | undefined;
}

/**
 * Makes a token and tells its owner by e-mail. The secret is in this answer alone. Throws `invalid_parameter` for one too
 * many.
 */
export async function createToken(
  env: Env,
  given: NewToken,
  { user, show, now, key }: Maker,
  later: (work: Promise<unknown>) => void,
): Promise<OwnToken & { token: string }> {
  const token = newSecret();
  const row = {
    id: key === undefined ? crypto.randomUUID() : sha256(JSON.stringify([user.id, key, given])).slice(0, 32),
    tokenHash: sha256(token),
    userId: user.id,
    name: given.name,
    scopes: [...new Set(given.scopes)],
    showId: show?.id ?? null,
    createdAt: now,
    expiresAt: new Date(Date.parse(now) + given.days * day).toISOString(),
  };
  if (!(await keepToken(env, row, mostTokens)))
    throw new Refusal('invalid_parameter', {
      message: `You have ${mostTokens} tokens. Revoke one that you no longer need.`,
    });
  log('info', 'API token made', { user: user.id, token: row.id, show: row.showId });
  later(mailMade(env, user, given.name));
  return { ...ownTokenOf({ ...row, showName: show?.name ?? null, usedDay: null }, now), token };
}

/** Ends a token of one's own at once. One that is gone, or somebody else's, is none: nothing happens. */
export async function revokeToken(env: Env, userId: string, id: string): Promise<void> {
  await deleteToken(env, userId, id);
  log('info', 'API token revoked', { user: userId, token: id });
}

/** A token outlives the session that it was made in, so its owner hears of it. Never throws. */
async function mailMade(env: Env, user: UserRow, name: string): Promise<void> {
  const letter = {
    place: 'Backlot',
    headline: 'An API token was made',
    paragraphs: [
      `Hello ${user.firstName},`,
      `Your account has a new API token, "${name}". Whoever has it can do in your name what it allows.`,
      'If this was not you, open Account Settings and revoke it, then set a new password with "Forgot password?" on the sign-in page: that ends all your sessions and tokens.',
    ],
  };
  try {
    const subject = 'An API token was made for your Backlot account';
    await sendMail(env, { to: user.username, subject, ...typeset(letter) });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log('warn', 'new API token not mailed', { user: user.id }, error);
  }
}
