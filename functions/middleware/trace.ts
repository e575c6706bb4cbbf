import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { traceRequest } from '#verbs/trace-request';
import type { AppContext, AppEnv } from './context.ts';

/** What the answer calls this request: who quotes it leads us to its line. */
const requestIdHeader = 'X-Request-Id';

export const trace = createMiddleware<AppEnv>((c, next) => {
  const requestId = c.get('requestId');
  const facts = { requestId, method: c.req.method, route: routeOf(c) };
  return traceRequest(c.executionCtx, facts, async () => {
    await next();
    c.header(requestIdHeader, requestId);
    // There is none before it is known who asks.
    const access = c.get('access') as AppEnv['Variables']['access'] | undefined;
    return {
      status: c.res.status,
      error: c.error,
      user: access?.user.id ?? null,
      show: access?.show?.id ?? null,
      token: c.get('token')?.id ?? null,
    };
  });
});

function routeOf(c: AppContext): string {
  return matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? '';
}
