import { looksLikeToken } from '#domain/identity/api-token';
import type { Scope } from '#domain/identity/api-token';
import { Refusal } from '#domain/codes';
import type { Code } from '#domain/codes';
import { markTokenUsed, readTokenAccess } from '#store/directory/api-tokens';
import type { AccessExtras } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { tokenChecksum } from '#verbs/identity/api-tokens';
import type { AppContext } from './context.ts';
import { checkRateLimit } from './rate-limit.ts';
import { operations } from './route-registry.ts';
import { routeOf } from './request.ts';

/** The show of a call, and the reads that share the trip of its permission check. */
export interface AccessQuery {
  showId: string | null;
  extras: AccessExtras;
}

/**
 * Authenticates a call by a personal API token (`secret`) as the token's owner. `findAccess` determines the show of the
 * call. Throws `USER_NOT_IN_SESSION` for an unknown or revoked token, `session_timeout` for an expired one,
 * `too_many_requests`, and `FORBIDDEN` for a route outside its scopes.
 */
export async function authenticateToken(
  c: AppContext,
  secret: string,
  findAccess: () => Promise<AccessQuery>,
): Promise<void> {
  if (!looksLikeToken(secret, tokenChecksum)) refuse(c, 'USER_NOT_IN_SESSION');
  const tokenHash = sha256(secret);
  await checkRateLimit(c, c.env.TOKEN_LIMIT, tokenHash);
  const { showId, extras } = await findAccess();
  const found = await readTokenAccess(c.env, tokenHash, showId, extras);
  if (!found) return refuse(c, 'USER_NOT_IN_SESSION');
  const { token, ...access } = found;
  // All tokens of a user together have the same limit as one.
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

/** True when a call may see what `scope` covers; a session may see all that its user may. */
export function hasScope(c: AppContext, scope: Scope): boolean {
  return c.get('token')?.scopes.includes(scope) ?? true;
}
