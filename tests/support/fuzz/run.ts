import * as fc from 'fast-check';
import { backgroundHeader } from '#domain/http-headers';
import { sessionOf, signIn, type Signed } from '../worker/fixtures/client.ts';
import { fetchWorker, origin } from '../worker/fixtures/studio.ts';
import { brokenCalls } from './broken.ts';
import { callOf, draftsOf, routeOf, type Call, type Given, type RouteShape } from './calls.ts';
import { faultOf, watchWrites, type Heard } from './judge.ts';
import { callerOf } from './studio.ts';

export type Send = (request: Request) => Promise<Response>;

interface Fuzz extends Given {
  seed: number;
  /** Calls of each sort. */
  runs: number;
  send?: Send;
}

/** What came of the calls of one route. */
export interface Outcome {
  faults: string[];
  /** How often each status was answered to valid calls, and to broken ones. */
  valid: Record<number, number>;
  broken: Record<number, number>;
}

/** Whether it ends the session that calls it: also a broken call that asks for one session, and names none. */
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
    // A refused call then changes nothing at all, not even how long the session goes on.
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

async function ask(call: Call, signed: Signed, send: Send): Promise<Heard> {
  const response = await send(requestOf(call, signed));
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text };
}

/** With 424 the books or the mail service said no after it was done (DEC-03). */
const wasRefused = ({ status }: Heard) => status >= 400 && status !== 424;

const shown = ({ method, path, body }: Call) =>
  `${method} ${path.slice(0, 300)} ${typeof body === 'string' ? body.slice(0, 600).toWellFormed() : ''}`;

/** Makes every call in turn, and tells what was wrong with its answer or with what it left behind. */
async function tryAll(
  shape: RouteShape,
  calls: readonly Call[],
  send: Send,
): Promise<{ faults: string[]; statuses: Record<number, number> }> {
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  const written = await watchWrites();
  for (const [index, call] of calls.entries()) {
    const ends = endsItself(call);
    const signed = await (ends ? signIn('hugo') : sessionOf(callerOf(shape, index)));
    // Of the sign-in.
    if (ends) await written.left();
    const heard = await ask(call, signed, send);
    statuses[heard.status] = (statuses[heard.status] ?? 0) + 1;
    const left = await written.left();
    const isOut = heard.status === 401 && call.what === '' && !call.path.startsWith('/api/auth');
    const fault =
      faultOf(call, heard) ??
      (wasRefused(heard) && left.length > 0 ? `refused, yet left: ${left.join('; ')}` : null) ??
      (isOut ? 'signed out' : null);
    if (fault) faults.push(`${call.what || 'valid'} (no. ${index}): ${fault}\n    ${shown(call)}`);
  }
  written.stop();
  return { faults, statuses };
}

/** FNV-1a: a route has calls of its own, whatever others there are. */
function seedOf(seed: number, route: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of route) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}

/** `runs` valid and as many broken calls of one route, always the same ones for a seed. */
export async function fuzz(
  shape: RouteShape,
  { seed, runs, send = fetchWorker, ...given }: Fuzz,
): Promise<Outcome> {
  const drafts = draftsOf(shape, given);
  const sample = <T>(calls: fc.Arbitrary<T>) =>
    fc.sample(calls, { seed: seedOf(seed, routeOf(shape)), numRuns: runs });
  const valid = await tryAll(shape, sample(drafts.map(callOf)), send);
  const broken = await tryAll(shape, sample(brokenCalls(drafts, shape.body !== null)), send);
  return { faults: [...valid.faults, ...broken.faults], valid: valid.statuses, broken: broken.statuses };
}
