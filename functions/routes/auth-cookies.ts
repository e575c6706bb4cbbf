import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppContext } from '#middleware/context';
import { sessionCookie, sessionTimes } from '#middleware/session';
import type { Arrival } from '#verbs/begin-session';

/** Of a sign-in that is under way; only the pages of signing in are sent it. */
const pendingCookie = 'sign-in-token';
const pendingPath = '/api/auth';
const pendingSeconds = 900;

function isSecure(c: AppContext): boolean {
  return !['localhost', '127.0.0.1', '[::1]'].includes(new URL(c.req.url).hostname);
}

/** Gives the browser its session (DEC-04); whatever was under way is over. */
export function keepSession(c: AppContext, token: string): void {
  setCookie(c, sessionCookie, token, { httpOnly: true, secure: isSecure(c), sameSite: 'Lax', path: '/' });
  if (getCookie(c, pendingCookie) !== undefined) deleteCookie(c, pendingCookie, { path: pendingPath });
}

/** Lax, for the identity provider sends the browser back from another site. */
export function keepPending(c: AppContext, token: string): void {
  setCookie(c, pendingCookie, token, {
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    path: pendingPath,
    maxAge: pendingSeconds,
  });
}

export function pendingToken(c: AppContext): string {
  return getCookie(c, pendingCookie) ?? '';
}

/** What every sign-in needs of its request. */
export function arrivalOf(c: AppContext): Arrival {
  const now = c.get('now');
  return {
    now,
    expiresAt: sessionTimes(now, now).expirationTime,
    formerToken: getCookie(c, sessionCookie) ?? null,
  };
}

/** Where the limits count a request to come from. */
export function addressOf(c: AppContext): string {
  return c.req.header('cf-connecting-ip') ?? 'local';
}

/** The address under which people know this deployment. */
export function originOf(c: AppContext): string {
  return c.env.WEB_ORIGIN || new URL(c.req.url).origin;
}

/** Only paths of this site: `//host`, `/\host` and anything with a scheme fall back to the landing page (DEC-05). */
export function samePath(returnTo: string | undefined): string {
  const landing = '/approvals';
  if (!returnTo || !/^\/(?![/\\])/.test(returnTo) || /[\p{Cc}\\]/u.test(returnTo)) return landing;
  const url = new URL(returnTo, 'https://backlot.example');
  return url.host === 'backlot.example' && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : landing;
}
