import { cookieOf, giveCookie, takeCookie } from '#middleware/cookies';
import type { AppContext } from '#middleware/context';
import { sessionTimes } from '#middleware/session';
import type { Arrival } from '#verbs/identity/start-session';

const pendingSeconds = 900;
/** More than any browser says of itself. */
const longestUserAgent = 300;

/** Gives the browser its session (DEC-04); whatever was under way is over. */
export function keepSession(c: AppContext, token: string): void {
  giveCookie(c, 'session-token', token);
  if (pendingToken(c) !== '') takeCookie(c, 'sign-in-token');
}

/** Of a sign-in that is under way. */
export function keepPending(c: AppContext, token: string): void {
  giveCookie(c, 'sign-in-token', token, pendingSeconds);
}

export function pendingToken(c: AppContext): string {
  return cookieOf(c, 'sign-in-token') ?? '';
}

/** What every sign-in needs of its request. */
export function signInRequestOf(c: AppContext): Arrival {
  const now = c.get('now');
  return {
    now,
    expiresAt: sessionTimes(now, now).expirationTime,
    formerToken: cookieOf(c, 'session-token') ?? null,
    userAgent: (c.req.header('user-agent') ?? '').slice(0, longestUserAgent),
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
