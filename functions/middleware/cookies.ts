import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Context } from 'hono';

/** The cookie of a session, and that of a sign-in in progress. */
type CookieName = 'session-token' | 'sign-in-token';

/**
 * Secure and with the prefix `__Host-`, so that no other host can set it, except for local runs, where browsers accept
 * neither without TLS (DEC-04).
 */
function cookieScope(c: Context) {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(c.req.url).hostname);
  return isLocal ? { path: '/', secure: false } : ({ path: '/', secure: true, prefix: 'host' } as const);
}

export function readCookie(c: Context, name: CookieName): string | undefined {
  return getCookie(c, name, 'prefix' in cookieScope(c) ? 'host' : undefined);
}

/** Lax, because the identity provider and links in e-mails lead here from another site. */
export function writeCookie(c: Context, name: CookieName, value: string, maxAge?: number): void {
  const life = maxAge === undefined ? {} : { maxAge };
  setCookie(c, name, value, { ...cookieScope(c), ...life, httpOnly: true, sameSite: 'Lax' });
}

export function clearCookie(c: Context, name: CookieName): void {
  deleteCookie(c, name, cookieScope(c));
}
