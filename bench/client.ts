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

/** D1 counters of one request, from the bench's Worker. */
export interface Counts {
  trips: number;
  depth: number;
  rowsRead: number;
  rowsWritten: number;
  sqlMs: number;
}

/** Keeps connections open, as a browser does. */
const agent = new Agent({ keepAlive: true });

/** Sends one request and returns the response with any status. */
export function sendRequest(
  method: string,
  url: string,
  headers: Headers = {},
  body?: string,
): Promise<Answer> {
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
      // The server closed an idle connection: repeat on a new one, as a browser does.
      if (call.reusedSocket && error.code === 'ECONNRESET') resolve(sendRequest(method, url, headers, body));
      else reject(error);
    });
    call.end(body);
  });
}

/** A signed-in user of the demo studio with the cookie, the CSRF header and a key for every write. */
export interface Person {
  /** Returns the parsed body, or the length of a PDF. Throws on an error status. */
  send: <Body>(method: string, path: string, body?: unknown) => Promise<Body>;
  /** The same, together with the D1 counters. */
  sendCounted: <Body>(name: string, method: string, path: string, body?: unknown) => Promise<[Body, Counts]>;
}

/** Signs in through the real page and opens the show. */
export async function signIn(address: string, username: string): Promise<Person> {
  const form = new URLSearchParams({ username: `${username}@backlot.example`, password: demoPassword });
  const signedIn = await sendRequest(
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
    const answer = await sendRequest(method, address + path, headers, sent);
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
    async sendCounted<Body>(name: string, method: string, path: string, body?: unknown) {
      const { parsed, counts } = await call(method, path, body, { 'x-bench-count': name });
      return [parsed as Body, JSON.parse(String(counts)) as Counts];
    },
  };
}
