import { createMiddleware } from 'hono/factory';
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#domain/codes';
import type { AppEnv } from './context.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** DEC-04: writes carry the session's token in a header that other sites cannot set, and come from our own origin. */
export const csrf = createMiddleware<AppEnv>(async (c, next) => {
  if (!ownOrigin(c.req.header('origin'), c.req.url, c.env.WEB_ORIGIN)) throw new Refusal('CSRF_INVALID');
  if (!safe.has(c.req.method)) {
    const given = new TextEncoder().encode(c.req.header('x-csrf-token') ?? '');
    const wanted = new TextEncoder().encode(c.get('access').session.csrfToken);
    const same = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!same) throw new Refusal('CSRF_INVALID');
  }
  await next();
});

/** DEC-04 before there is a session: a form of another site does nothing. */
export const ownForms = createMiddleware<AppEnv>(async (c, next) => {
  const isOwn = ownOrigin(c.req.header('origin'), c.req.url, c.env.WEB_ORIGIN);
  if (!safe.has(c.req.method) && !isOwn) throw new Refusal('CSRF_INVALID');
  await next();
});

/** True when the request names no other origin than ours (DEC-04). */
export function ownOrigin(origin: string | undefined, url: string, webOrigin: string): boolean {
  if (!origin) return true;
  return origin === new URL(url).origin || (webOrigin !== '' && origin === webOrigin);
}
