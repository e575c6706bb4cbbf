import { createMiddleware } from 'hono/factory';
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from './context.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Requires the session's token in a header that other sites cannot set, and our own origin (DEC-04). */
export const csrf = createMiddleware<AppEnv>(async (c, next) => {
  // API tokens are exempt: no other site can set their header, and no browser sends it on its own.
  if (c.get('token')) return next();
  if (!isOwnCall(c)) throw new Refusal('CSRF_INVALID');
  if (!safeMethods.has(c.req.method) && !hasCsrfToken(c)) throw new Refusal('CSRF_INVALID');
  await next();
});

function hasCsrfToken(c: AppContext): boolean {
  return isCsrfToken(c.req.header('x-csrf-token') ?? '', c.get('session'));
}

/** Whether a text is the session's CSRF token. */
export function isCsrfToken(text: string, session: { csrfToken: string }): boolean {
  const sent = new TextEncoder().encode(text);
  const expected = new TextEncoder().encode(session.csrfToken);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/**
 * True for a form of another site, posted to a page that sends no referrer: its own forms have the origin `null`, as
 * those of a sandboxed page. A form that acts for a session needs the session's token as well.
 */
export function isForeignForm(c: AppContext): boolean {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin' && site !== 'none') return true;
  return origin !== 'null' && !isSameOrigin(origin, c.req.url, c.env.WEB_ORIGIN);
}

/**
 * True when this read may also select the session's show. Browsers send the cookie with links from other sites, so the
 * call needs the CSRF token or must come from our own page (DEC-04).
 */
export function maySelectShow(c: AppContext): boolean {
  return c.req.header('sec-fetch-site') === 'same-origin' || hasCsrfToken(c);
}

/** Rejects form posts from other sites before there is a session (DEC-04). */
export const sameOriginForms = createMiddleware<AppEnv>(async (c, next) => {
  if (!safeMethods.has(c.req.method) && !isOwnCall(c)) throw new Refusal('CSRF_INVALID');
  await next();
});

/** True when the request has no foreign origin (DEC-04). */
export function isSameOrigin(origin: string | undefined, url: string, webOrigin: string): boolean {
  if (!origin) return true;
  return origin === new URL(url).origin || (webOrigin !== '' && origin === webOrigin);
}

/**
 * True when neither `Origin` nor `Sec-Fetch-Site` names another site. Browsers set them and pages cannot change them;
 * other clients send neither but need the token. A link that the user follows counts as their own call.
 */
function isOwnCall(c: AppContext): boolean {
  const { WEB_ORIGIN } = c.env;
  const origin = c.req.header('origin');
  if (!isSameOrigin(origin, c.req.url, WEB_ORIGIN)) return false;
  const site = c.req.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  // A web client on its own host is another site to the browser; its origin identifies it.
  if (origin !== undefined && origin === WEB_ORIGIN && origin !== new URL(c.req.url).origin) return true;
  return safeMethods.has(c.req.method) && c.req.header('sec-fetch-mode') === 'navigate';
}
