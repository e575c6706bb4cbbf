import { hc } from 'hono/client';
import type { ClientResponse } from 'hono/client';
import { backgroundHeader, bookmarkHeader, readsOnly } from '#domain/http-headers';
import type { Api } from '../../functions/app.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';

/**
 * A non-2xx response (ER-02, ER-03): `message` is the server's code, `text` the server's sentence for the user, if any.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** One code per failed rule (DEC-02). */
  readonly errors: readonly string[];
  readonly text: string | null;
  /** The whole body: a 424 of a final approval also carries `approved` and `nextId` (DEC-03). */
  readonly body: Readonly<Record<string, unknown>>;
  /** Request id of the server's log; null without a response. */
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
  /** Called for any 401: the session has ended (SE-21). */
  onSignedOut: (code: string) => void;
  /**
   * Called when the user is not, or no longer, a member of the show. The failing call waits for it before it rejects.
   */
  onNoMember: () => Promise<void>;
  /** Called for any 5xx: generic handling (ER-02). */
  onServerError: (code: string) => void;
  /** Called when another tab renewed the session: returns its token, or null if the call must not be repeated. */
  renew: () => Promise<string | null>;
  /** Whether the user was active recently, so that a call prolongs the session (DEC-07). */
  isUserActive: () => boolean;
}

/** Failures of preloaded calls, delivered once the session has connected. A failed startup shows its own error. */
const undelivered: ((to: Connection) => void)[] = [];

function queueForSession(notify: (to: Connection) => void): void {
  if (connection.csrfToken) undelivered.push(notify);
}

let connection: Connection = {
  csrfToken: '',
  onSignedOut: (code) => queueForSession((to) => to.onSignedOut(code)),
  onNoMember: async () => undefined,
  onServerError: (code) => queueForSession((to) => to.onServerError(code)),
  renew: async () => null,
  isUserActive: () => true,
};

/** Registers the session's token and its handlers for the end of the session. */
export function connect(changes: Partial<Connection>): void {
  connection = { ...connection, ...changes };
  if (changes.onServerError) for (const notify of undelivered.splice(0)) notify(connection);
}

let inFlight = 0;
const watchers = new Set<() => void>();

/** For `useSyncExternalStore`, with `callsInFlight`: the loading bar. */
export function watchTraffic(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function callsInFlight(): number {
  return inFlight;
}

function countInFlight(by: 1 | -1): void {
  inFlight += by;
  for (const watcher of watchers) watcher();
}

/** The latest D1 bookmark seen, prefixed with the show: `<show> <bookmark>`. */
let bookmark = '';

/** Ignores the older bookmark of a slow response; a bookmark of another show replaces it. */
function updateBookmark(received: string): void {
  if (received > bookmark || received.split(' ')[0] !== bookmark.split(' ')[0]) bookmark = received;
}

const mutationWatchers = new Set<() => void>();

/** Calls `watcher` after every successful mutation. Returns a function that unsubscribes. */
export function watchMutations(watcher: () => void): () => void {
  mutationWatchers.add(watcher);
  return () => mutationWatchers.delete(watcher);
}

type PreparedRequest = RequestInit & { headers: Headers };

function prepareRequest(input: RequestInfo | URL, init: RequestInit = {}): PreparedRequest {
  const headers = new Headers(init.headers);
  if (connection.csrfToken) headers.set('x-csrf-token', connection.csrfToken);
  if (bookmark) headers.set(bookmarkHeader, bookmark);
  if (!connection.isUserActive()) headers.set(backgroundHeader, '1');
  const path = new URL(input instanceof Request ? input.url : input, location.origin).pathname;
  // A POST that only reads gets no key: its response must be fresh each time.
  const isMutating = init.method === 'POST' && !readsOnly(path);
  if (isMutating && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID());
  return { ...init, headers, credentials: 'include', cache: 'no-store' };
}

function isMutation({ method, headers }: PreparedRequest): boolean {
  if (method === 'POST') return headers.has('Idempotency-Key');
  return method !== undefined && method !== 'GET';
}

async function isTokenOutdated(response: Response): Promise<boolean> {
  return response.status === 403 && (await bodyOf(response.clone()))['code'] === 'CSRF_INVALID';
}

/** Returns the response, or repeats the call with the token of the session that another tab renewed (DEC-04). */
async function retryWithCurrentToken(
  response: Response,
  sent: PreparedRequest,
  retry: () => Promise<Response>,
): Promise<Response> {
  const sentToken = sent.headers.get('x-csrf-token');
  if (sentToken === null || !(await isTokenOutdated(response))) return response;
  // Another call may have renewed the token in the meantime.
  const token = connection.csrfToken === sentToken ? await connection.renew() : connection.csrfToken;
  if (token === null || token === sentToken) return response;
  sent.headers.set('x-csrf-token', token);
  return retry();
}

/** Sends a request: `fetch`, or for an upload a transport that reports progress. */
export type Transport = (input: RequestInfo | URL, init: RequestInit) => Promise<Response>;

const fetchTransport: Transport = (input, init) => takePreloadedResponse(input, init) ?? fetch(input, init);

/**
 * `fetch` with CSRF token, bookmark and idempotency key (API-01, DEC-04, DEC-99). Repeats a call once if the connection
 * broke: reads have no effect and mutations carry their idempotency key.
 */
export async function send(
  input: RequestInfo | URL,
  init?: RequestInit,
  transport: Transport = fetchTransport,
): Promise<Response> {
  const ready = prepareRequest(input, init);
  const repeatable = !ready.method || ready.method === 'GET' || ready.headers.has('Idempotency-Key');
  countInFlight(1);
  try {
    const attempt = () => transport(input, ready);
    const first = await attempt().catch((cause: unknown) => {
      if (!repeatable || ready.signal?.aborted) throw cause;
      return attempt();
    });
    const response = await retryWithCurrentToken(first, ready, attempt);
    updateBookmark(response.headers.get(bookmarkHeader) ?? bookmark);
    if (response.ok && isMutation(ready)) for (const watcher of mutationWatchers) watcher();
    return response;
  } finally {
    countInFlight(-1);
  }
}

/** Client of every API path, typed by the Worker's own routes. */
export const api = hc<Api>(location.origin, { fetch: send });

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Calls that open a show or check the membership: a refusal is their regular result. */
const membershipPaths = /\/users\/(permissions|config)\b/;

/**
 * Throws `ApiError` for anything but 2xx, after it has notified the session. `codeless` is the code of an error without
 * one.
 */
export async function mustSucceed(response: Response, codeless = 'INTERNAL_ERROR'): Promise<Response> {
  if (response.ok) return response;
  const body = { code: codeless, ...(await bodyOf(response)) };
  const error = new ApiError(response.status, body, response.headers.get('x-request-id'));
  if (response.status === 401) connection.onSignedOut(error.code);
  if (error.code === 'SHOW_NOT_IN_SESSION' && !membershipPaths.test(response.url))
    await connection.onNoMember();
  if (response.status >= 500) connection.onServerError(error.code);
  throw error;
}

type Answer<R> = R extends ClientResponse<infer Body> ? Body : never;

/**
 * Returns the parsed body of a call: `await ask(api.api.shows.$get({ query }))`. Throws `ApiError`, or what `fetch`
 * throws.
 */
export async function ask<R extends ClientResponse<unknown>>(call: Promise<R>): Promise<Answer<R>> {
  const response = await call;
  await mustSucceed(response);
  return (await response.json()) as Answer<R>;
}

/** Code of a failed file download if the response has none (AT-17). */
function fileFailure(status: number): string {
  if (status === 401) return 'Unauthorized';
  return status >= 500 ? 'Server Error' : 'Request Failed';
}

/** Returns the file of a response. Throws `ApiError` with the server's code, or with a text of AT-17. */
export async function askFile(path: string, init?: RequestInit): Promise<Blob> {
  const response = await send(path, init);
  return (await mustSucceed(response, fileFailure(response.status))).blob();
}
