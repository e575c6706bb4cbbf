import { createMiddleware } from 'hono/factory';
import { traceRequest } from '#verbs/request/trace-request';
import type { AppEnv } from './context.ts';
import { routeOf } from './matched-route.ts';

/** What the answer calls this request: who quotes it leads us to its line. */
export const requestIdHeader = 'X-Request-Id';

export const trace = createMiddleware<AppEnv>((c, next) => {
  const requestId = c.get('requestId');
  const facts = { requestId, method: c.req.method, route: routeOf(c)?.path ?? '' };
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
