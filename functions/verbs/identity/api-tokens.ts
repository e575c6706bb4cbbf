import { randomBytes } from 'node:crypto';
import { maxTokens, tokenPrefix } from '#domain/identity/api-token';
import type { NewToken, OwnToken } from '#domain/identity/api-token';
import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { deleteToken, insertToken, readTokensOf } from '#store/directory/api-tokens';
import type { TokenRow } from '#store/directory/api-tokens';
import type { ShowRow, UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { notifyAccountOwner } from './mail-account-owner.ts';
import type { IdempotencyKey } from '#verbs/request/context';

const day = 86_400_000;

/** The last 8 characters of a token. */
export function tokenChecksum(text: string): string {
  return sha256(text).slice(0, 8);
}

/** 256 random bits behind a prefix that secret scanners know. */
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

/** A user's API tokens, newest first. */
export async function listTokens(env: Env, userId: string, now: string): Promise<OwnToken[]> {
  return (await readTokensOf(env, userId)).map((row) => ownTokenOf(row, now));
}

/** The user who creates a token, and the show that it is limited to; null for all their shows. */
interface TokenRequest {
  user: UserRow;
  sessionHash: string;
  show: ShowRow | null;
  now: string;
  /** A repeated request makes one token; the secret of the last response is the valid one. */
  idempotencyKey: IdempotencyKey | null;
}

/**
 * Creates a token and notifies its owner by e-mail. Only this response has the secret. Throws `invalid_parameter` for
 * one too many and (422) for a key that made another token, and `USER_NOT_IN_SESSION` when the session has ended
 * meanwhile.
 */
export async function createToken(
  env: Env,
  input: NewToken,
  { user, sessionHash, show, now, idempotencyKey }: TokenRequest,
  runAfterResponse: (task: Promise<unknown>) => void,
): Promise<OwnToken & { token: string }> {
  const token = newSecret();
  const row = {
    id: idempotencyKey
      ? sha256(JSON.stringify([user.id, idempotencyKey.key])).slice(0, 32)
      : crypto.randomUUID(),
    tokenHash: sha256(token),
    userId: user.id,
    name: input.name,
    scopes: [...new Set(input.scopes)],
    showId: show?.id ?? null,
    createdAt: now,
    expiresAt: new Date(Date.parse(now) + input.days * day).toISOString(),
  };
  const stored = await insertToken(env, row, sessionHash, maxTokens);
  if (!stored) throw await whyNotStored(env, row);
  log('info', 'API token created', { user: user.id, token: row.id, show: row.showId });
  runAfterResponse(mailTokenCreated(env, user, input.name));
  return { ...ownTokenOf({ ...stored, showName: show?.name ?? null }, now), token };
}

async function whyNotStored(env: Env, { id, userId }: { id: string; userId: string }): Promise<Refusal> {
  const tokens = await readTokensOf(env, userId);
  if (tokens.some((existing) => existing.id === id)) return new Refusal('invalid_parameter', { status: 422 });
  if (tokens.length < maxTokens) return new Refusal('USER_NOT_IN_SESSION');
  return new Refusal('invalid_parameter', {
    message: `You already have ${maxTokens} tokens, the maximum. Revoke one that you no longer need, then try again.`,
  });
}

/** Revokes a token of the user at once. A token that is gone, or that another user owns, is ignored. */
export async function revokeToken(env: Env, userId: string, id: string): Promise<void> {
  if (await deleteToken(env, userId, id)) log('info', 'API token revoked', { user: userId, token: id });
}

/** A token outlives the session that created it, so its owner is notified. */
async function mailTokenCreated(env: Env, user: UserRow, name: string): Promise<void> {
  // We do not learn of a new password at an identity provider, so it ends nothing.
  const remedy = user.localUser
    ? 'then set a new password with "Forgot password?" on the sign-in page. This ends all your sessions and tokens.'
    : 'sign out of every session there, and contact the team that manages accounts at your studio. A new password alone does not end a token.';
  const content = {
    subject: 'A new API token was created for your Backlot account',
    headline: 'A new API token was created',
    paragraphs: [
      `Your account has a new API token named "${name}". Anyone who has it can act as you, within its scopes.`,
      `If you did not create it, revoke it in Account Settings, ${remedy}`,
    ],
  };
  await notifyAccountOwner(env, user, content, 'new API token not mailed');
}
