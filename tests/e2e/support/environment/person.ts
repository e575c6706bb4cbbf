import type { APIRequestContext } from '@playwright/test';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

/** The password of every demo user. */
export const password = 'backlot-demo';
/** The demo show that the tests use by default. */
export const showId = 'nlite';

interface LoginContext {
  user: { id: string };
  csrfToken: string;
}

type Send = <Body>(path: string, body?: unknown) => Promise<Body>;

/** A signed-in client of the API, with cookie and CSRF header as the web sends them. Throws when a request fails. */
export interface Person {
  userId: string;
  cookie: string;
  get: <Body>(path: string) => Promise<Body>;
  post: Send;
  put: Send;
  patch: Send;
  delete: Send;
  /** Uploads a file that no document has yet. Returns its id. */
  upload: (name: string, bytes: Uint8Array<ArrayBuffer> | string, owner?: string) => Promise<string>;
}

/** Signs in through the real page and opens a show. */
export async function person(
  request: APIRequestContext,
  baseURL: string,
  username: string,
  show = showId,
): Promise<Person> {
  const signedIn = await request.post('/api/auth/login', {
    form: { username, password },
    // No cookie: a sign-in ends the session whose cookie it carries, and this jar may hold another user's.
    headers: { cookie: '' },
    maxRedirects: 0,
  });
  const cookie = (signedIn.headers()['set-cookie'] ?? '').split(';')[0] ?? '';
  let csrfToken = '';
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const isForm = body instanceof FormData;
    const headers = {
      cookie,
      'x-csrf-token': csrfToken,
      'idempotency-key': crypto.randomUUID(),
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const payload = isForm || body === undefined ? (body ?? null) : JSON.stringify(body);
    const response = await fetch(baseURL + path, { method, headers, body: payload });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as Body;
  };
  const get = <Body>(path: string) => send<Body>('GET', path);
  const context = await get<LoginContext>('/api/sessions/login-context');
  csrfToken = context.csrfToken;
  await get(`/api/users/permissions?showId=${show}&st=1`);
  return {
    userId: context.user.id,
    cookie,
    get,
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path, body) => send('DELETE', path, body),
    async upload(name, bytes, owner = 'po') {
      const form = new FormData();
      form.set('file', new File([bytes], name));
      const uploaded = await send<{ attachmentId: string }>(
        'POST',
        `/files/${owner}/attachment?showId=${show}`,
        form,
      );
      return uploaded.attachmentId;
    },
  };
}

/** Returns a stock client of the realtime channel, connected as that person. */
export async function connectSocket(baseURL: string, who: Person, transports?: string[]): Promise<Socket> {
  const socket = io(baseURL, {
    path: '/socket.io',
    extraHeaders: { cookie: who.cookie },
    auth: { userId: who.userId, showId },
    forceNew: true,
    reconnection: false,
    ...(transports && { transports }),
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Resolves with the first argument of the next event of this name. Rejects after `within` milliseconds. */
export function nextEvent<Data>(socket: Socket, event: string, within = 120_000): Promise<Data> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} within ${within} ms`)), within);
    socket.once(event, (data: Data) => {
      clearTimeout(timer);
      resolve(data);
    });
  });
}
