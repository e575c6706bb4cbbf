import { hc } from 'hono/client';
import type { ClientResponse } from 'hono/client';
import { backgroundHeader, bookmarkHeader, readsOnly } from '#domain/http-headers';
import type { Api } from '../../functions/app.ts';
import { askedAhead } from './preloaded-responses.ts';

/** A non-2xx answer (ER-02, ER-03): the message is the server's code, `text` is its sentence for people, if any. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** One code per failed rule (DEC-02). */
  readonly errors: readonly string[];
  readonly text: string | null;
  /** The whole answer: a 424 of a final approval also carries `approved` and `nextId` (DEC-03). */
  readonly body: Readonly<Record<string, unknown>>;
  /** What the log calls the request, if an answer of ours came. */
  readonly reference: string | null;

  constructor(status: number, body: Readonly<Record<string, unknown>>, reference: string | null = null) {
    const code = typeof body['code'] === 'string' ? body['code'] : 'INTERNAL_ERROR';
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.errors = Array.isArray(body['errors']) ? body['errors'].filter((e) => typeof e === 'string') : [];
    this.text = typeof body['message'] === 'string' ? body['message'] : null;
    this.body = body;
    this.reference = reference;
  }
}

export interface Connection {
  csrfToken: string;
  /** Any 401: the session has ended (SE-21). */
  onSignedOut: (code: string) => void;
  /** A call for a show that the user is not, or no longer, in; its caller hears of that once this has ended. */
  onNoMember: () => Promise<void>;
  /** Any 5xx: generic handling (ER-02). */
  onServerError: (code: string) => void;
  /** The session was renewed in another tab: brings its token, or null when the call must not be sent again. */
  renew: () => Promise<string | null>;
  /** Whether somebody has been at work lately, so that a call prolongs the session (DEC-07). */
  isAttended: () => boolean;
}

/** What the answers to calls ahead of the first screen tell, until somebody hears it; a start that fails speaks for itself. */
const untold: ((to: Connection) => void)[] = [];

function later(tell: (to: Connection) => void): void {
  if (connection.csrfToken) untold.push(tell);
}

let connection: Connection = {
  csrfToken: '',
  onSignedOut: (code) => later((to) => to.onSignedOut(code)),
  onNoMember: async () => undefined,
  onServerError: (code) => later((to) => to.onServerError(code)),
  renew: async () => null,
  isAttended: () => true,
};

/** The session hands over its token and what to do when the server ends it. */
export function connect(changes: Partial<Connection>): void {
  connection = { ...connection, ...changes };
  if (changes.onServerError) for (const tell of untold.splice(0)) tell(connection);
}

let underWay = 0;
const watchers = new Set<() => void>();

/** For `useSyncExternalStore`, with `callsUnderWay`: the thin line under the bar. */
export function watchTraffic(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function callsUnderWay(): number {
  return underWay;
}

function move(by: 1 | -1): void {
  underWay += by;
  for (const watcher of watchers) watcher();
}

/** How far this reader has seen: the show, and a mark that grows with what is written there. */
let bookmark = '';

/** An answer that was long under way knows less than what has come since; of another show its own counts. */
function seeAsFarAs(seen: string): void {
  if (seen > bookmark || seen.split(' ')[0] !== bookmark.split(' ')[0]) bookmark = seen;
}

const actWatchers = new Set<() => void>();

/** Tells of every call that changed something, once the server has said so. The function it answers ends that. */
export function watchActs(watcher: () => void): () => void {
  actWatchers.add(watcher);
  return () => actWatchers.delete(watcher);
}

type Prepared = RequestInit & { headers: Headers };

function prepared(input: RequestInfo | URL, init: RequestInit = {}): Prepared {
  const headers = new Headers(init.headers);
  if (connection.csrfToken) headers.set('x-csrf-token', connection.csrfToken);
  if (bookmark) headers.set(bookmarkHeader, bookmark);
  if (!connection.isAttended()) headers.set(backgroundHeader, '1');
  const path = new URL(input instanceof Request ? input.url : input, location.origin).pathname;
  // A POST that only reads gets no key: its answer must be fresh each time.
  const acts = init.method === 'POST' && !readsOnly(path);
  if (acts && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID());
  return { ...init, headers, credentials: 'include', cache: 'no-store' };
}

function isAct({ method, headers }: Prepared): boolean {
  if (method === 'POST') return headers.has('Idempotency-Key');
  return method !== undefined && method !== 'GET';
}

async function isOutdated(response: Response): Promise<boolean> {
  return response.status === 403 && (await bodyOf(response.clone()))['code'] === 'CSRF_INVALID';
}

/** DEC-04: the answer, or that of the same call with the token of the session that another tab renewed. */
async function withPresentToken(
  response: Response,
  sent: Prepared,
  again: () => Promise<Response>,
): Promise<Response> {
  const given = sent.headers.get('x-csrf-token');
  if (given === null || !(await isOutdated(response))) return response;
  // Another call may have renewed it in the meantime.
  const token = connection.csrfToken === given ? await connection.renew() : connection.csrfToken;
  if (token === null || token === given) return response;
  sent.headers.set('x-csrf-token', token);
  return again();
}

/** What carries a call: `fetch`, or for an upload something that tells how far it is. */
export type Transport = (input: RequestInfo | URL, init: RequestInit) => Promise<Response>;

const byFetch: Transport = (input, init) => askedAhead(input, init) ?? fetch(input, init);

/**
 * `fetch` as the product sends it (API-01, DEC-04, DEC-99). A call whose connection broke is sent once more: reads
 * are harmless and acts carry their idempotency key.
 */
export async function send(
  input: RequestInfo | URL,
  init?: RequestInit,
  carry: Transport = byFetch,
): Promise<Response> {
  const ready = prepared(input, init);
  const repeatable = !ready.method || ready.method === 'GET' || ready.headers.has('Idempotency-Key');
  move(1);
  try {
    const carried = () => carry(input, ready);
    const first = await carried().catch((cause: unknown) => {
      if (!repeatable || ready.signal?.aborted) throw cause;
      return carried();
    });
    const response = await withPresentToken(first, ready, carried);
    seeAsFarAs(response.headers.get(bookmarkHeader) ?? bookmark);
    if (response.ok && isAct(ready)) for (const watcher of actWatchers) watcher();
    return response;
  } finally {
    move(-1);
  }
}

/** Every path of the API, typed by the Worker's own routes. */
export const api = hc<Api>(location.origin, { fetch: send });

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** What opens a show, or asks whether somebody is still in it: its refusal is the answer. */
const asksMembership = /\/users\/(permissions|config)\b/;

/**
 * Throws `ApiError` for anything but 2xx, after the session or the shell has been told. `codeless` is its code where
 * the answer has none.
 */
export async function mustSucceed(response: Response, codeless = 'INTERNAL_ERROR'): Promise<Response> {
  if (response.ok) return response;
  const body = { code: codeless, ...(await bodyOf(response)) };
  const error = new ApiError(response.status, body, response.headers.get('x-request-id'));
  if (response.status === 401) connection.onSignedOut(error.code);
  if (error.code === 'SHOW_NOT_IN_SESSION' && !asksMembership.test(response.url))
    await connection.onNoMember();
  if (response.status >= 500) connection.onServerError(error.code);
  throw error;
}

type Answer<R> = R extends ClientResponse<infer Body> ? Body : never;

/** The parsed answer of a call: `await ask(api.api.shows.$get({ query }))`. Errors: `ApiError`, or what `fetch` throws. */
export async function ask<R extends ClientResponse<unknown>>(call: Promise<R>): Promise<Answer<R>> {
  const response = await call;
  await mustSucceed(response);
  return (await response.json()) as Answer<R>;
}

/** AT-17: what a file's failure is called where the answer names no code. */
function fileFailure(status: number): string {
  if (status === 401) return 'Unauthorized';
  return status >= 500 ? 'Server Error' : 'Request Failed';
}

/** The bytes of a call that answers with a file. Errors: `ApiError` with the server's code, or AT-17's words. */
export async function askFile(path: string, init?: RequestInit): Promise<Blob> {
  const response = await send(path, init);
  return (await mustSucceed(response, fileFailure(response.status))).blob();
}
