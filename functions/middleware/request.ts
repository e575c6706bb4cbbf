import { parseIdempotencyKey } from '#verbs/request/idempotency';
import type { IdempotencyKey } from '#verbs/request/context';
import type { AppContext, AppEnv } from './context.ts';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import { createMiddleware } from 'hono/factory';
import { startTimeBudget } from '#store/d1/time-budget';

/**
 * Returns the `Idempotency-Key` of a request with a hash of its method, address and body, or null without one (DEC-99).
 * Verbs add the content of a form (`withFormContent`).
 */
export async function idempotencyKeyOf(c: AppContext): Promise<IdempotencyKey | null> {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  const { pathname, search } = new URL(c.req.url);
  return parseIdempotencyKey(key, [c.req.method, pathname + search, isForm(c) ? '' : await c.req.text()]);
}

/** Whether the body is a form with files. */
export function isForm(c: AppContext): boolean {
  return c.req.header('content-type')?.startsWith('multipart/form-data') ?? false;
}

/** Returns the first matching route, as the route list names it, or undefined without one. */
export function routeOf(c: AppContext): RouterRoute | undefined {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL');
}

/** A request waits at most ten seconds for stalled databases. */
export const withTimeBudget = createMiddleware<AppEnv>((_c, next) => startTimeBudget(next));
