import { Refusal } from '#domain/codes';
import type { Code, RefusalDetail } from '#domain/codes';
import { operations } from '#middleware/route-registry';
import { told } from '../../../../functions/routes/openapi/responses/by-route.ts';
import { difference } from '../../../support/answer-difference.ts';
import type { Answer, Body, Route } from './routes.ts';

export interface Call<Name extends Route = Route> {
  route: Name;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Parsed JSON, a `FormData`, or null. */
  body: Body<Name>;
  headers: Headers;
}

/** A `Response` is for routes that answer with a file. */
type Reply<Name extends Route> = Answer<Name> | Response;
export type Handler<Name extends Route> = (call: Call<Name>) => Reply<Name> | Promise<Reply<Name>>;
type AnyHandler = (call: Call) => unknown;

export interface Request {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

/** Thrown by a handler: no answer comes, as where the connection breaks. */
export class ConnectionError extends Error {}

const patterns = Object.keys(operations).map((route) => {
  const [method = '', path = ''] = route.split(' ');
  return { route: route as Route, method, parts: path.split('/') };
});

/** The route of a call and its path parameters; of several that fit, the one with the fewest parameters. */
function routeOf(method: string, pathname: string): { route: Route; params: Record<string, string> } | null {
  const parts = pathname.replace(/\/$/, '').split('/');
  const fits = patterns.filter(
    (pattern) =>
      pattern.method === method &&
      pattern.parts.length === parts.length &&
      pattern.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
  );
  const parameters = (pattern: (typeof patterns)[number]) =>
    pattern.parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at] ?? '']] : []));
  const [best] = fits.toSorted((one, other) => parameters(one).length - parameters(other).length);
  if (!best) return null;
  const decoded = parameters(best).map(([name = '', value = '']) => [name, decodeURIComponent(value)]);
  return { route: best.route, params: Object.fromEntries(decoded) as Record<string, string> };
}

/**
 * Answers the application's calls in place of the Worker. Each answer is checked against the schema that the Worker describes its
 * route with; a call that nobody answers, or an answer that the Worker would not send, is a fault and fails the test.
 */
export class FakeApi {
  readonly faults: string[] = [];
  readonly #handlers = new Map<Route, AnyHandler>();
  readonly #gates = new Map<Route, Promise<void>>();
  readonly #calls: Call[] = [];
  readonly #waiting = new Map<Route, (() => void)[]>();
  #underWay = 0;

  /** Answers a route from now on, by a value or a function. Returns what puts the former answer back. */
  on<Name extends Route>(route: Name, handler: Handler<Name> | Answer<Name>): () => void {
    const former = this.#handlers.get(route);
    this.#handlers.set(
      route,
      (typeof handler === 'function' ? handler : () => handler) as unknown as AnyHandler,
    );
    return () => {
      if (former) this.#handlers.set(route, former);
      else this.#handlers.delete(route);
    };
  }

  /** Refuses each call of a route with a code of the server. Returns what puts the former answer back. */
  fail(route: Route, code: Code, detail: RefusalDetail = {}): () => void {
    return this.on(route, () => {
      throw new Refusal(code, detail);
    });
  }

  /** The connection breaks at each call of a route. Returns what mends it. */
  disconnect(route: Route): () => void {
    return this.on(route, () => {
      throw new ConnectionError();
    });
  }

  /** Keeps calls of a route waiting. Returns what lets them, and all later ones, be answered. */
  hold(route: Route): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.set(route, promise);
    return () => {
      if (this.#gates.get(route) === promise) this.#gates.delete(route);
      resolve();
    };
  }

  /** The calls of a route so far, oldest first. */
  calls<Name extends Route>(route: Name): Call<Name>[] {
    return this.#calls.filter((call) => call.route === route) as unknown as Call<Name>[];
  }

  /** Resolves when the next call of a route has been answered; ask for it before the call is made. */
  nextAnswer(route: Route): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(route, [...(this.#waiting.get(route) ?? []), resolve]);
    return promise;
  }

  /** Calls that wait for their answer and are not held. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Throws `ConnectionError`. */
  async handle({ method, url, headers, body }: Request): Promise<Response> {
    const found = routeOf(method, url.pathname);
    if (!found) return this.#fault(`The Worker has no route ${method} ${url.pathname}`);
    const { route, params } = found;
    const call = { route, params, query: Object.fromEntries(url.searchParams), body, headers } as Call;
    this.#calls.push(call);
    await this.#gates.get(route);
    this.#underWay += 1;
    try {
      const response = await this.#answer(call);
      for (const resolve of this.#waiting.get(route)?.splice(0) ?? []) setTimeout(resolve);
      return response;
    } finally {
      this.#underWay -= 1;
    }
  }

  async #answer(call: Call): Promise<Response> {
    const { route } = call;
    const handler = this.#handlers.get(route);
    if (!handler) return this.#fault(`Nothing answers ${route}: say \`api.on('${route}', ...)\``);
    try {
      const answer = await handler(call);
      if (answer instanceof Response) return answer;
      const status = told[route]?.status ?? 200;
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
