import { createMiddleware } from 'hono/factory';
import { Refusal } from '#domain/codes';
import { backgroundHeader } from '#domain/http-headers';
import { showIdOf } from '#domain/values/ids';
import { extendSession, readAccess } from '#store/directory/sessions';
import type { SessionAccess } from '#store/directory/sessions';
import type { AppContext, AppEnv } from './context.ts';
import { cookieOf } from './cookies.ts';
import { checkRateLimit } from './rate-limit.ts';
import { authenticateToken } from './api-token.ts';
import type { WantedAccess } from './api-token.ts';

/** DEC-07: 29 minutes until the warning, its minute, and two of buffer; twelve hours in all. */
export const sessionLifetime = 1_920_000;
const refreshBefore = 120_000;
const absoluteLifetime = 12 * 3_600_000;
/** Extending is a write to the primary: calls within ten seconds of each other share one. */
const extensionGrain = 10_000;

/** DEC-07: when a session extended at `now` ends, and when the web should ask for the next extension. */
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
 * Finds who is asking, by cookie or by personal API token. Throws `USER_NOT_IN_SESSION` or `session_timeout` (DEC-02), and
 * `too_many_requests`.
 * The show of the call is hinted by its query or by an id in its path (DEC-01), so that rights come with the same read.
 */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const token = cookieOf(c, 'session-token');
  // Other schemes are of whatever stands before us.
  const [, bearer] = /^Bearer +(.*)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (bearer !== undefined) {
    // Whose rights would count? Nobody has to find out.
    if (token)
      throw new Refusal('invalid_parameter', {
        message: 'Send either a token or a session cookie, not both.',
      });
    await authenticateToken(c, bearer, () => wantedAccess(c));
    return next();
  }
  const { showId, beside } = await wantedAccess(c);
  const access = token ? await readAccess(c.env, token, showId, beside) : null;
  if (!access) throw new Refusal('USER_NOT_IN_SESSION');
  const now = c.get('now');
  if (access.session.expiresAt <= now) throw new Refusal('session_timeout');
  // Of the session, not the person: who finds a stranger at work can still end that one.
  await checkRateLimit(c, c.env.CALL_LIMIT, access.session.tokenHash);
  c.set('access', access);
  c.set('session', access.session);
  await next();
  if (!c.req.path.startsWith('/api/sessions') && !c.req.header(backgroundHeader)) keepAlive(c);
});

/** Who is signed in, for the pages of signing in, which answer without a session too; null for nobody. */
export async function currentUser(c: AppContext): Promise<SessionAccess | null> {
  const token = cookieOf(c, 'session-token');
  const access = token ? await readAccess(c.env, token, null, { showPlaces: false, membersOf: null }) : null;
  return access && access.session.expiresAt > c.get('now') ? access : null;
}

function keepAlive(c: AppContext): void {
  const row = c.get('session');
  const { expirationTime } = sessionTimes(c.get('now'), row.createdAt);
  if (Date.parse(expirationTime) - Date.parse(row.expiresAt) < extensionGrain) return;
  c.executionCtx.waitUntil(extendSession(c.env, row.tokenHash, expirationTime));
}

/** A show's own pages; what changes the show itself is asked from the one that is open. */
const ofShow = /^\/api\/shows\/([^/]+)(?!.*\/resource)|\/project-bank-accounts\/([^/]+)/;
/** What goes through several shows needs to know early which are one's own: lists say of each what waits there. */
const listsShows =
  /^\/api\/(shows|users\/shows(\/search)?|sessions\/login-context|departments\/all\/list)\/?$/;

/** What shows the approvers of a document needs to know who of them may still approve (DEC-21). */
const showsApprovers = /^\/api\/(workflows|(pos|invoices|payments)\/(?!filter|similar|search|get-for)[^/]+)/;

async function wantedAccess(c: AppContext): Promise<WantedAccess> {
  const { path } = c.req;
  const showId = await hintedShow(c);
  const membersOf = showsApprovers.test(path) ? showId : null;
  return { showId, beside: { showPlaces: listsShows.test(path), membersOf } };
}

/** Bodies beyond this, and those that do not tell their length, are read by nobody before it is known who sent them. */
const smallBody = 1024 * 1024;

async function hintedShow(c: AppContext): Promise<string | null> {
  const ofVendors = c.req.path.startsWith('/api/vendors') ? c.req.query('id') : undefined;
  const named = c.req.query('showId') ?? c.req.query('show') ?? c.req.query('restoreShow') ?? ofVendors;
  if (named) return named;
  for (const part of c.req.path.split('/')) {
    const showId = showIdOf(part);
    if (showId) return showId;
  }
  const [, shown, banked] = ofShow.exec(c.req.path) ?? [];
  const inPath = shown ?? banked;
  if (inPath) return inPath;
  const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false;
  const length = Number(c.req.header('content-length'));
  // Without a hint the route itself looks up the show that it finds in the body.
  if (!isJson || !(length <= smallBody)) return null;
  // Whether it is JSON at all, and fits, is said by whoever checks the body.
  const body = fieldsOf(await c.req.json().catch(() => null));
  return showNamedIn(body) ?? showNamedIn(fieldsOf(body['pdfData']));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The show that a body means, by itself or by an id of it. */
function showNamedIn({ showId, docId, poId, attachmentIds }: Record<string, unknown>): string | null {
  if (typeof showId === 'string' && showId !== '') return showId;
  const [file]: unknown[] = Array.isArray(attachmentIds) ? attachmentIds : [];
  const id = [docId, poId, file].find((one) => typeof one === 'string');
  return typeof id === 'string' ? showIdOf(id) : null;
}
