import { createMiddleware } from 'hono/factory';
import { Refusal } from '#domain/codes';
import { backgroundHeader } from '#domain/http-headers';
import { showIdOf } from '#domain/values/ids';
import { extendSession, readAccess } from '#store/directory/sessions';
import type { SessionAccess } from '#store/directory/sessions';
import type { AppContext, AppEnv } from './context.ts';
import { readCookie } from './cookies.ts';
import { checkRateLimit } from './rate-limit.ts';
import { authenticateToken } from './api-token.ts';
import type { AccessQuery } from './api-token.ts';

/** 29 minutes until the warning, one minute of warning, and two of buffer; twelve hours in total (DEC-07). */
export const sessionLifetime = 1_920_000;
const refreshBefore = 120_000;
const absoluteLifetime = 12 * 3_600_000;
/** Extending writes to the primary database, so calls within ten seconds share one extension. */
const extensionInterval = 10_000;

/** Returns when a session extended at `now` ends, and when the web should request the next extension (DEC-07). */
export function sessionTimes(
  now: string,
  createdAt: string,
): { expirationTime: string; refreshTime: string } {
  const end = Math.min(Date.parse(now) + sessionLifetime, Date.parse(createdAt) + absoluteLifetime);
  return {
    expirationTime: new Date(end).toISOString(),
    refreshTime: new Date(end - refreshBefore).toISOString(),
  };
}

/**
 * Authenticates a call by cookie or by personal API token. Throws `USER_NOT_IN_SESSION`, `session_timeout` (DEC-02) or
 * `too_many_requests`. The query or an id in the path suggests the show of the call (DEC-01), so that its permissions
 * come with the same read.
 */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const token = readCookie(c, 'session-token');
  // Other schemes belong to a proxy in front of the Worker.
  const [, bearer] = /^Bearer +(.*)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (bearer !== undefined) {
    // Both together are ambiguous.
    if (token)
      throw new Refusal('invalid_parameter', {
        message: 'Send either a token or a session cookie, not both.',
      });
    await authenticateToken(c, bearer, () => accessQueryOf(c));
    return next();
  }
  const { showId, extras } = await accessQueryOf(c);
  const access = token ? await readAccess(c.env, token, showId, extras) : null;
  if (!access) throw new Refusal('USER_NOT_IN_SESSION');
  const now = c.get('now');
  if (access.session.expiresAt <= now) throw new Refusal('session_timeout');
  // Limited per session, so that a user can still end a session that a stranger uses.
  await checkRateLimit(c, c.env.CALL_LIMIT, access.session.tokenHash);
  c.set('access', access);
  c.set('session', access.session);
  await next();
  if (!c.req.path.startsWith('/api/sessions') && !c.req.header(backgroundHeader)) keepAlive(c);
});

/** Returns the signed-in user, or null, for the sign-in pages, which also work without a session. */
export async function currentUser(c: AppContext): Promise<SessionAccess | null> {
  const token = readCookie(c, 'session-token');
  const access = token
    ? await readAccess(c.env, token, null, { showLocations: false, membersOf: null })
    : null;
  return access && access.session.expiresAt > c.get('now') ? access : null;
}

function keepAlive(c: AppContext): void {
  const row = c.get('session');
  const { expirationTime } = sessionTimes(c.get('now'), row.createdAt);
  if (Date.parse(expirationTime) - Date.parse(row.expiresAt) < extensionInterval) return;
  c.executionCtx.waitUntil(extendSession(c.env, row.tokenHash, expirationTime));
}

/** Pages of a show; a change of the show itself needs the permissions of the open show. */
const showPath = /^\/api\/shows\/([^/]+)(?!.*\/resource)|\/project-bank-accounts\/([^/]+)/;
/** Lists across several shows need the user's shows early, to count what is pending in each. */
const listsShows =
  /^\/api\/(shows|users\/shows(\/search)?|sessions\/login-context|departments\/all\/list)\/?$/;

/** Views with a document's approvers need to know which of them may still approve (DEC-21). */
const showsApprovers = /^\/api\/(workflows|(pos|invoices|payments)\/(?!filter|similar|search|get-for)[^/]+)/;

async function accessQueryOf(c: AppContext): Promise<AccessQuery> {
  const { path } = c.req;
  const showId = await suggestedShowId(c);
  const membersOf = showsApprovers.test(path) ? showId : null;
  return { showId, extras: { showLocations: listsShows.test(path), membersOf } };
}

/** Larger bodies, and those without a length, are not read before the caller is authenticated. */
const maxUnauthenticatedBody = 1024 * 1024;

async function suggestedShowId(c: AppContext): Promise<string | null> {
  const ofVendors = c.req.path.startsWith('/api/vendors') ? c.req.query('id') : undefined;
  const named = c.req.query('showId') ?? c.req.query('show') ?? c.req.query('restoreShow') ?? ofVendors;
  if (named) return named;
  for (const part of c.req.path.split('/')) {
    const showId = showIdOf(part);
    if (showId) return showId;
  }
  const [, shown, banked] = showPath.exec(c.req.path) ?? [];
  const inPath = shown ?? banked;
  if (inPath) return inPath;
  const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false;
  const length = Number(c.req.header('content-length'));
  // Otherwise the route itself looks up the show in the body.
  if (!isJson || !(length <= maxUnauthenticatedBody)) return null;
  // The route's validation reports invalid JSON.
  const body = asRecord(await c.req.json().catch(() => null));
  return showIdInBody(body) ?? showIdInBody(asRecord(body['pdfData']));
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the show that a body names, directly or by an id. */
function showIdInBody({ showId, docId, poId, attachmentIds }: Record<string, unknown>): string | null {
  if (typeof showId === 'string' && showId !== '') return showId;
  const [file]: unknown[] = Array.isArray(attachmentIds) ? attachmentIds : [];
  const id = [docId, poId, file].find((one) => typeof one === 'string');
  return typeof id === 'string' ? showIdOf(id) : null;
}
