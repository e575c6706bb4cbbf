import { Refusal } from '#domain/codes';
import type { Code, RefusalDetail } from '#domain/codes';
import { operations } from '#middleware/route-registry';
import { responseByRoute } from '../../../../functions/routes/openapi/responses/by-route.ts';
import { difference } from '../../../support/answer-difference.ts';
import type { ResponseBody, RequestBody, Route } from './routes.ts';

export interface Call<Name extends Route = Route> {
  route: Name;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Parsed JSON, a `FormData`, or null. */
  body: RequestBody<Name>;
  headers: Headers;
}

/** Routes that send a file return a `Response`. */
type Reply<Name extends Route> = ResponseBody<Name> | Response;
export type Handler<Name extends Route> = (call: Call<Name>) => Reply<Name> | Promise<Reply<Name>>;
type AnyHandler = (call: Call) => unknown;

export interface Request {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

/** A handler throws this to simulate a broken connection. */
export class ConnectionError extends Error {}

const patterns = Object.keys(operations).map((route) => {
  const [method = '', path = ''] = route.split(' ');
  return { route: route as Route, method, parts: path.split('/') };
});

/** Returns the matching route with the fewest path parameters, and the values of these, or null. */
function routeOf(method: string, pathname: string): { route: Route; params: Record<string, string> } | null {
  const parts = pathname.replace(/\/$/, '').split('/');
  const matches = patterns.filter(
    (pattern) =>
      pattern.method === method &&
      pattern.parts.length === parts.length &&
      pattern.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
  );
  const parameters = (pattern: (typeof patterns)[number]) =>
    pattern.parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at] ?? '']] : []));
  const [best] = matches.toSorted((one, other) => parameters(one).length - parameters(other).length);
  if (!best) return null;
  const decoded = parameters(best).map(([name = '', value = '']) => [name, decodeURIComponent(value)]);
  return { route: best.route, params: Object.fromEntries(decoded) as Record<string, string> };
}

/**
 * Replaces the Worker for the application's calls. Each response is validated against the schema of its route. A call
 * without a handler and an invalid response are faults, which fail the test.
 */
export class FakeApi {
  readonly faults: string[] = [];
  readonly #handlers = new Map<Route, AnyHandler>();
  readonly #gates = new Map<Route, Promise<void>>();
  readonly #calls: Call[] = [];
  readonly #responseWaiters = new Map<Route, (() => void)[]>();
  #pendingCount = 0;

  /** Stubs a route with a value or a function. Returns a function that restores the previous handler. */
  on<Name extends Route>(route: Name, handler: Handler<Name> | ResponseBody<Name>): () => void {
    const previous = this.#handlers.get(route);
    this.#handlers.set(
      route,
      (typeof handler === 'function' ? handler : () => handler) as unknown as AnyHandler,
    );
    return () => {
      if (previous) this.#handlers.set(route, previous);
      else this.#handlers.delete(route);
    };
  }

  /** Rejects each call of a route with an error code. Returns a function that restores the previous handler. */
  fail(route: Route, code: Code, detail: RefusalDetail = {}): () => void {
    return this.on(route, () => {
      throw new Refusal(code, detail);
    });
  }

  /** Breaks the connection at each call of a route. Returns a function that restores the previous handler. */
  disconnect(route: Route): () => void {
    return this.on(route, () => {
      throw new ConnectionError();
    });
  }

  /** Delays the calls of a route. Returns a function that releases them and all later calls. */
  hold(route: Route): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.set(route, promise);
    return () => {
      if (this.#gates.get(route) === promise) this.#gates.delete(route);
      resolve();
    };
  }

  /** Returns the calls of a route so far, oldest first. */
  calls<Name extends Route>(route: Name): Call<Name>[] {
    return this.#calls.filter((call) => call.route === route) as unknown as Call<Name>[];
  }

  /** Resolves when the next call of a route has its response. Call this before the page makes that call. */
  nextResponse(route: Route): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#responseWaiters.set(route, [...(this.#responseWaiters.get(route) ?? []), resolve]);
    return promise;
  }

  /** The number of calls that wait for their response and are not held. */
  get pendingCount(): number {
    return this.#pendingCount;
  }

  /** Handles a call. Throws `ConnectionError` when the handler does. */
  async handle({ method, url, headers, body }: Request): Promise<Response> {
    const match = routeOf(method, url.pathname);
    if (!match) return this.#fault(`The Worker has no route ${method} ${url.pathname}`);
    const { route, params } = match;
    const call = { route, params, query: Object.fromEntries(url.searchParams), body, headers } as Call;
    this.#calls.push(call);
    await this.#gates.get(route);
    this.#pendingCount += 1;
    try {
      const response = await this.#answer(call);
      for (const resolve of this.#responseWaiters.get(route)?.splice(0) ?? []) setTimeout(resolve);
      return response;
    } finally {
      this.#pendingCount -= 1;
    }
  }

  async #answer(call: Call): Promise<Response> {
    const { route } = call;
    const handler = this.#handlers.get(route);
    if (!handler) return this.#fault(`Nothing answers ${route}: say \`api.on('${route}', ...)\``);
    try {
      const answer = await handler(call);
      if (answer instanceof Response) return answer;
      const status = responseByRoute[route]?.status ?? 200;
      const body: unknown = JSON.parse(JSON.stringify(answer));
      const fault = difference(route, { status, body });
      return fault === null ? Response.json(body, { status }) : this.#fault(fault);
    } catch (error) {
      if (error instanceof ConnectionError) throw error;
      if (!(error instanceof Refusal)) return this.#fault(`${route}: ${String(error)}`);
      const { message, errors, body } = error.detail;
      const refused = { code: error.code, ...(message && { message }), ...(errors && { errors }), ...body };
      return Response.json(refused, { status: error.status });
    }
  }

  #fault(text: string): Response {
    this.faults.push(text);
    return Response.json({ code: 'INTERNAL_ERROR' }, { status: 500 });
  }
}
