import { createMiddleware } from 'hono/factory';
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from './context.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** DEC-04: writes carry the session's token in a header that other sites cannot set, and come from our own origin. */
export const csrf = createMiddleware<AppEnv>(async (c, next) => {
  // A token is in a header that no other site can set, and no browser adds by itself.
  if (c.get('token')) return next();
  if (!isOwnCall(c)) throw new Refusal('CSRF_INVALID');
  if (!safe.has(c.req.method) && !hasCsrfToken(c)) throw new Refusal('CSRF_INVALID');
  await next();
});

function hasCsrfToken(c: AppContext): boolean {
  const given = new TextEncoder().encode(c.req.header('x-csrf-token') ?? '');
  const wanted = new TextEncoder().encode(c.get('session').csrfToken);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * DEC-04: whether this read may also select the show of the session. A link of another site is followed with the cookie, so
 * the call has to carry the token or come from a page of ours.
 */
export function maySelectShow(c: AppContext): boolean {
  return c.req.header('sec-fetch-site') === 'same-origin' || hasCsrfToken(c);
}

/** DEC-04 before there is a session: a form of another site does nothing. */
export const sameOriginForms = createMiddleware<AppEnv>(async (c, next) => {
  if (!safe.has(c.req.method) && !isOwnCall(c)) throw new Refusal('CSRF_INVALID');
  await next();
});

/** True when the request names no other origin than ours (DEC-04). */
export function isSameOrigin(origin: string | undefined, url: string, webOrigin: string): boolean {
  if (!origin) return true;
  return origin === new URL(url).origin || (webOrigin !== '' && origin === webOrigin);
}

/**
 * True when neither `Origin` nor `Sec-Fetch-Site` says that another site asks. Browsers send them and no page can change
 * them; what is no browser sends neither, and has the token. A link that is followed here is nobody's call but the user's.
 */
function isOwnCall(c: AppContext): boolean {
  const { WEB_ORIGIN } = c.env;
  const origin = c.req.header('origin');
  if (!isSameOrigin(origin, c.req.url, WEB_ORIGIN)) return false;
  const site = c.req.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  // The web on a host of its own is another site to the browser, and ours by its origin.
  if (origin !== undefined && origin === WEB_ORIGIN && origin !== new URL(c.req.url).origin) return true;
  return safe.has(c.req.method) && c.req.header('sec-fetch-mode') === 'navigate';
}
