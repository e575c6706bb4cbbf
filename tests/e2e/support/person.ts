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

/** Somebody who uses the API as the web does: signed in, with cookie and CSRF header. */
export interface Person {
  userId: string;
  cookie: string;
  get: <Body>(path: string) => Promise<Body>;
  post: <Body>(path: string, body: unknown) => Promise<Body>;
}

/** Signs in through the real page and opens the demo show. */
export async function person(request: APIRequestContext, baseURL: string, username: string): Promise<Person> {
  const signedIn = await request.post('/api/auth/login', { form: { username, password }, maxRedirects: 0 });
  const cookie = (signedIn.headers()['set-cookie'] ?? '').split(';')[0] ?? '';
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(baseURL + path, { headers: { cookie } });
    return (await response.json()) as Body;
  };
  const { user, csrfToken } = await get<Started>('/api/sessions/login-context');
  await get(`/api/users/permissions?showId=${showId}&st=1`);
  return {
    userId: user.id,
    cookie,
    get,
    async post<Body>(path: string, body: unknown): Promise<Body> {
      const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
      const response = await fetch(baseURL + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as Body;
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
export function next<Data>(socket: Socket, event: string, within = 30_000): Promise<Data> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} within ${within} ms`)), within);
    socket.once(event, (data: Data) => {
      clearTimeout(timer);
      resolve(data);
    });
  });
}
