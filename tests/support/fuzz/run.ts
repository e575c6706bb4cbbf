import * as fc from 'fast-check';
import { backgroundHeader } from '#domain/http-headers';
import { sessionOf, signIn, type Signed } from '../worker/fixtures/client.ts';
import { repeatedVotes } from '../worker/database/repeated-votes.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import { fetchWorker, origin } from '../worker/fixtures/studio.ts';
import { malformedCalls } from './malformed-calls.ts';
import { callOf, draftsOf, routeOf, type Call, type FuzzData, type RouteShape } from './calls.ts';
import { faultOf, watchWrites, type ApiResponse } from './assertions.ts';
import { callerOf } from './studio.ts';

export type Send = (request: Request) => Promise<Response>;

interface Fuzz extends FuzzData {
  seed: number;
  /** Number of valid calls, and of malformed ones. */
  runs: number;
  send?: Send;
  /** Who makes every call, instead of users who may. */
  caller?: Caller;
}

interface Caller {
  name: PersonName;
  /** Returns why this user must not get the answer. */
  faultOf: (response: ApiResponse, call: Call) => string | null;
}

/** Results of the calls of one route. */
export interface Outcome {
  faults: string[];
  /** Number of answers by status, for valid and for malformed calls. */
  valid: Record<number, number>;
  broken: Record<number, number>;
}

/** Whether the call ends its own session, also as a malformed call that omits the session id. */
function endsItself({ method, path }: Call): boolean {
  return method === 'DELETE' && /^\/api\/sessions\/?$/.test(new URL(path, origin).pathname);
}

let addresses = 0;

function requestOf(call: Call, { token, csrfToken }: Signed): Request {
  addresses += 1;
  const headers = new Headers({
    cookie: `__Host-session-token=${token}`,
    'x-csrf-token': csrfToken,
    'cf-connecting-ip': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    // A refused call then writes nothing at all, not even the session's expiry.
    [backgroundHeader]: 'true',
    ...(call.method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
  });
  for (const [name, value] of Object.entries(call.headers)) headers.set(name, value);
  const isRead = call.method === 'GET' || call.method === 'HEAD';
  if (typeof call.body === 'string')
    headers.set('content-length', String(new TextEncoder().encode(call.body).length));
  return new Request(`${origin}${call.path}`, {
    method: call.method,
    headers,
    redirect: 'manual',
    ...(!isRead && call.body !== null && { body: call.body }),
  });
}

async function sendCall(call: Call, signed: Signed, send: Send): Promise<ApiResponse> {
  const response = await send(requestOf(call, signed));
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text };
}

/** 424 means that accounting or mail failed after the change was stored (DEC-03). */
const wasRefused = ({ status }: ApiResponse) => status >= 400 && status !== 424;

const shown = ({ method, path, body }: Call) =>
  `${method} ${path.slice(0, 300)} ${typeof body === 'string' ? body.slice(0, 600).toWellFormed() : ''}`;

/** Makes every call in sequence and returns the violations of its answer and of its writes. */
async function tryAll(
  shape: RouteShape,
  calls: readonly Call[],
  send: Send,
  caller: Caller | null,
): Promise<{ faults: string[]; statuses: Record<number, number> }> {
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  const watcher = await watchWrites();
  for (const [index, call] of calls.entries()) {
    const ends = endsItself(call);
    const signed = await (ends ? signIn('hugo') : sessionOf(caller?.name ?? callerOf(shape, index)));
    // The writes of the sign-in.
    if (ends) await watcher.takeWrites();
    const apiResponse = await sendCall(call, signed, send);
    statuses[apiResponse.status] = (statuses[apiResponse.status] ?? 0) + 1;
    const writes = await watcher.takeWrites();
    const isOut = apiResponse.status === 401 && call.what === '' && !call.path.startsWith('/api/auth');
    const fault =
      faultOf(call, apiResponse) ??
      caller?.faultOf(apiResponse, call) ??
      (wasRefused(apiResponse) && writes.length > 0 ? `refused, yet left: ${writes.join('; ')}` : null) ??
      (isOut ? 'signed out' : null);
    if (fault) faults.push(`${call.what || 'valid'} (no. ${index}): ${fault}\n    ${shown(call)}`);
  }
  watcher.stop();
  return { faults, statuses };
}

/** FNV-1a: the calls of a route do not depend on other routes. */
function seedOf(seed: number, route: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of route) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}

/** Makes `runs` valid and as many malformed calls of one route, always the same for a seed. */
export async function fuzz(
  shape: RouteShape,
  { seed, runs, send = fetchWorker, caller, ...data }: Fuzz,
): Promise<Outcome> {
  const drafts = draftsOf(shape, data);
  const sample = <T>(calls: fc.Arbitrary<T>) =>
    fc.sample(calls, { seed: seedOf(seed, routeOf(shape)), numRuns: runs });
  const valid = await tryAll(shape, sample(drafts.map(callOf)), send, caller ?? null);
  const malformed = sample(malformedCalls(drafts, shape.body !== null));
  const broken = await tryAll(shape, malformed, send, caller ?? null);
  const faults = [...valid.faults, ...broken.faults, ...(await repeatedVotes())];
  return { faults, valid: valid.statuses, broken: broken.statuses };
}
