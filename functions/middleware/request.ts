import { parseIdempotencyKey } from '#verbs/request/idempotency';
import type { IdempotencyKey } from '#verbs/request/idempotency';
import type { AppContext, AppEnv } from './context.ts';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import { createMiddleware } from 'hono/factory';
import { startTimeBudget } from '#store/d1/time-budget';

/** Returns the `Idempotency-Key` of a request with the hash of the request, or null without one (DEC-99). */
export function idempotencyKeyOf(c: AppContext, body: unknown): IdempotencyKey | null {
  return parseIdempotencyKey(c.req.header('idempotency-key'), {
    method: c.req.method,
    path: c.req.path,
    body,
  });
}

/** Returns the first matching route, as the route list names it, or undefined without one. */
export function routeOf(c: AppContext): RouterRoute | undefined {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL');
}

/** A request waits at most ten seconds for stalled databases. */
export const withTimeBudget = createMiddleware<AppEnv>((_c, next) => startTimeBudget(next));
