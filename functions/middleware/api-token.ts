import { looksLikeToken } from '#domain/identity/api-token';
import type { Scope } from '#domain/identity/api-token';
import { Refusal } from '#domain/codes';
import type { Code } from '#domain/codes';
import { markTokenUsed, readTokenAccess } from '#store/directory/api-tokens';
import type { Beside } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { tokenChecksum } from '#verbs/identity/api-tokens';
import type { AppContext } from './context.ts';
import { checkRateLimit } from './rate-limit.ts';
import { operations } from './route-registry.ts';
import { routeOf } from './matched-route.ts';

/** The show of a call, and what is read with the rights there. */
export interface WantedAccess {
  showId: string | null;
  beside: Beside;
}

/**
 * Lets a call in with a personal API token (`secret`), as the token's owner and for what the token
 * allows. `hint` finds the show that the call means. Throws `USER_NOT_IN_SESSION` for a token that is none or was revoked,
 * `session_timeout` for one that has expired, `too_many_requests`, and `FORBIDDEN` for a route outside its scopes.
 */
export async function authenticateToken(
  c: AppContext,
  secret: string,
  wanted: () => Promise<WantedAccess>,
): Promise<void> {
  if (!looksLikeToken(secret, tokenChecksum)) refuse(c, 'USER_NOT_IN_SESSION');
  const tokenHash = sha256(secret);
  await checkRateLimit(c, c.env.TOKEN_LIMIT, tokenHash);
  const { showId, beside } = await wanted();
  const found = await readTokenAccess(c.env, tokenHash, showId, beside);
  if (!found) return refuse(c, 'USER_NOT_IN_SESSION');
  const { token, ...access } = found;
  // All the tokens of a person together do no more than one.
  await checkRateLimit(c, c.env.TOKEN_LIMIT, `user:${token.userId}`);
  const now = c.get('now');
  if (token.expiresAt <= now) refuse(c, 'session_timeout');
  c.set('access', access);
  c.set('token', token);
  const route = routeOf(c);
  const [scope = 'session'] = operations[`${route?.method} ${route?.path}`] ?? [];
  if (scope === 'session' || scope === 'nobody')
    throw new Refusal('FORBIDDEN', { message: 'API tokens cannot call this route.' });
  if (!token.scopes.includes(scope))
    throw new Refusal('FORBIDDEN', { message: `The token does not have the scope ${scope}.` });
  const today = now.slice(0, 10);
  if (token.usedDay !== today) c.executionCtx.waitUntil(markTokenUsed(c.env, token.id, today));
}

function refuse(c: AppContext, code: Code): never {
  c.header('WWW-Authenticate', 'Bearer realm="Backlot", error="invalid_token"');
  throw new Refusal(code);
}

/** Whether a call may be told what `scope` opens: by a session all that its person may see. */
export function hasScope(c: AppContext, scope: Scope): boolean {
  return c.get('token')?.scopes.includes(scope) ?? true;
}
