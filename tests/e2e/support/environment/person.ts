import type { APIRequestContext } from '@playwright/test';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

/** Everybody in the demo studio signs in with this. */
export const password = 'backlot-demo';
/** The demo show that the product's tests work in. */
export const showId = 'nlite';

interface Started {
  user: { id: string };
  csrfToken: string;
}

type Send = <Body>(path: string, body?: unknown) => Promise<Body>;

/** Somebody who uses the API as the web does: signed in, with cookie and CSRF header. Whatever is refused is thrown. */
export interface Person {
  userId: string;
  cookie: string;
  get: <Body>(path: string) => Promise<Body>;
  post: Send;
  put: Send;
  patch: Send;
  delete: Send;
  /** Uploads a file that belongs to nobody yet, and answers its id. */
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
    // Nobody's cookie: a sign-in ends the session that it comes with, and others have signed in by this jar.
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
  const context = await get<Started>('/api/sessions/login-context');
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
      const answer = await send<{ attachmentId: string }>(
        'POST',
        `/files/${owner}/attachment?showId=${show}`,
        form,
      );
      return answer.attachmentId;
    },
  };
}

/** A stock client of the realtime channel, connected as that person. */
export async function connected(baseURL: string, who: Person, transports?: string[]): Promise<Socket> {
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

/** The first argument of the next event of this name. */
export function next<Data>(socket: Socket, event: string, within = 120_000): Promise<Data> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} within ${within} ms`)), within);
    socket.once(event, (data: Data) => {
      clearTimeout(timer);
      resolve(data);
    });
  });
}
