import { createMiddleware } from 'hono/factory';
import { traceRequest } from '#verbs/request/trace-request';
import type { AppEnv } from './context.ts';
import { routeOf } from './request.ts';

/** The request id in the response, which leads to the log line of the request. */
export const requestIdHeader = 'X-Request-Id';

export const trace = createMiddleware<AppEnv>((c, next) => {
  const requestId = c.get('requestId');
  const facts = { requestId, method: c.req.method, route: routeOf(c)?.path ?? '' };
  return traceRequest(c.executionCtx, facts, async () => {
    await next();
    c.header(requestIdHeader, requestId);
    // Unset until the caller is authenticated.
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
