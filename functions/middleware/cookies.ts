import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Context } from 'hono';

/** Of a session, and of a sign-in that is under way. */
type CookieName = 'session-token' | 'sign-in-token';

/**
 * DEC-04: Secure, and so named that no other host can have set it (`__Host-`), but for local runs, where browsers take
 * neither without TLS.
 */
function placeOf(c: Context) {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(c.req.url).hostname);
  return isLocal ? { path: '/', secure: false } : ({ path: '/', secure: true, prefix: 'host' } as const);
}

export function cookieOf(c: Context, name: CookieName): string | undefined {
  return getCookie(c, name, 'prefix' in placeOf(c) ? 'host' : undefined);
}

/** Lax: the identity provider and links in e-mails send the browser here from another site. */
export function giveCookie(c: Context, name: CookieName, value: string, maxAge?: number): void {
  const life = maxAge === undefined ? {} : { maxAge };
  setCookie(c, name, value, { ...placeOf(c), ...life, httpOnly: true, sameSite: 'Lax' });
}

export function takeCookie(c: Context, name: CookieName): void {
  deleteCookie(c, name, placeOf(c));
}
