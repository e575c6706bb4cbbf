import { readCookie, writeCookie, clearCookie } from '#middleware/cookies';
import type { AppContext } from '#middleware/context';
import { sessionTimes } from '#middleware/session';
import type { SignInRequest } from '#verbs/identity/start-session';

const pendingSeconds = 900;
/** Longer than the user agent of any browser. */
const maxUserAgentLength = 300;

/** Sets the session cookie (DEC-04) and removes that of a pending sign-in. */
export function setSessionCookie(c: AppContext, token: string): void {
  writeCookie(c, 'session-token', token);
  if (pendingToken(c) !== '') clearCookie(c, 'sign-in-token');
}

export function setPendingCookie(c: AppContext, token: string): void {
  writeCookie(c, 'sign-in-token', token, pendingSeconds);
}

export function pendingToken(c: AppContext): string {
  return readCookie(c, 'sign-in-token') ?? '';
}

/** The data of a request that every sign-in needs. */
export function signInRequestOf(c: AppContext): SignInRequest {
  const now = c.get('now');
  return {
    now,
    expiresAt: sessionTimes(now, now).expirationTime,
    formerToken: readCookie(c, 'session-token') ?? null,
    userAgent: (c.req.header('user-agent') ?? '').slice(0, maxUserAgentLength),
  };
}

/** The address by which rate limits count requests. */
export function addressOf(c: AppContext): string {
  return c.req.header('cf-connecting-ip') ?? 'local';
}

export function originOf(c: AppContext): string {
  return c.env.WEB_ORIGIN || new URL(c.req.url).origin;
}

/** Accepts only paths of this site: `//host`, `/\host` and anything with a scheme become the landing page (DEC-05). */
export function samePath(returnTo: string | undefined): string {
  const landing = '/approvals';
  if (!returnTo || !/^\/(?![/\\])/.test(returnTo) || /[\p{Cc}\\]/u.test(returnTo)) return landing;
  const url = new URL(returnTo, 'https://backlot.example');
  return url.host === 'backlot.example' && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : landing;
}
