import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { demoPassword } from '../scripts/server/demo-accounts.mjs';

/** The demo's additional show, of any size. */
export const showId = 'longseason';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Headers = Record<string, string>;

/** What D1 did for one request, as the bench's Worker tells. */
export interface Counts {
  trips: number;
  depth: number;
  rowsRead: number;
  rowsWritten: number;
  sqlMs: number;
}

/** Connections stay open, as a browser's do. */
const agent = new Agent({ keepAlive: true });

/** One request; whatever the status. */
export function ask(method: string, url: string, headers: Headers = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    call.once('error', (error: NodeJS.ErrnoException) => {
      // The other end closed a connection that had waited: a browser asks again, on a new one.
      if (call.reusedSocket && error.code === 'ECONNRESET') resolve(ask(method, url, headers, body));
      else reject(error);
    });
    call.end(body);
  });
}

/** Somebody of the demo studio who is signed in, as a browser is: cookie, CSRF header, a key for every write. */
export interface Person {
  /** The parsed answer, of a PDF its length. Whatever is refused is thrown. */
  send: <Body>(method: string, path: string, body?: unknown) => Promise<Body>;
  /** The same; `counts` is then what D1 did for it. */
  counted: <Body>(name: string, method: string, path: string, body?: unknown) => Promise<[Body, Counts]>;
}

/** Signs in through the real page and opens the show. */
export async function signIn(address: string, username: string): Promise<Person> {
  const form = new URLSearchParams({ username: `${username}@backlot.example`, password: demoPassword });
  const signedIn = await ask(
    'POST',
    `${address}/api/auth/login`,
    { 'content-type': 'application/x-www-form-urlencoded' },
    form.toString(),
  );
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0];
  if (!cookie) throw new Error(`${username} could not sign in: ${signedIn.status}`);
  let csrf = '';
  const call = async (method: string, path: string, body: unknown, more: Headers) => {
    const headers: Headers = { cookie, ...more };
    if (method !== 'GET')
      Object.assign(headers, {
        origin: address,
        'x-csrf-token': csrf,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'application/json',
      });
    const sent = body === undefined ? undefined : JSON.stringify(body);
    if (sent !== undefined) headers['content-length'] = String(Buffer.byteLength(sent));
    const answer = await ask(method, address + path, headers, sent);
    if (answer.status >= 400)
      throw new Error(
        `${username}: ${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`,
      );
    const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false;
    const parsed: unknown = isJson ? JSON.parse(answer.body.toString()) : answer.body.length;
    return { parsed, counts: answer.headers['x-bench-counts'] };
  };
  const send = async <Body>(method: string, path: string, body?: unknown) =>
    (await call(method, path, body, {})).parsed as Body;
  csrf = (await send<{ csrfToken: string }>('GET', '/api/sessions/login-context')).csrfToken;
  await send('GET', `/api/users/permissions?showId=${showId}&st=1`);
  return {
    send,
    async counted<Body>(name: string, method: string, path: string, body?: unknown) {
      const { parsed, counts } = await call(method, path, body, { 'x-bench-count': name });
      return [parsed as Body, JSON.parse(String(counts)) as Counts];
    },
  };
}
