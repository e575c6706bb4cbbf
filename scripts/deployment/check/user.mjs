import { CheckFailure, LeftOut } from './outcome.mjs';

/** How long one request may take. */
const timeoutMs = 30_000;

/**
 * How the check signs in: with a password (and the code of the authenticator), with the cookie of an open session, or
 * with an API token.
 * @typedef {{ user?: string, password?: string, code?: string, session?: string, token?: string }} Credentials
 */

/**
 * A signed-in user: sends a request with the session or the token. `kind` tells which of both.
 * @typedef {object} CheckUser
 * @property {'session' | 'token'} kind
 * @property {string} cookie '' with a token
 * @property {string} id '' with a token
 * @property {string} email '' with a token
 * @property {(method: string, path: string, body?: object) => Promise<Response>} send
 * @property {() => Promise<void>} signOut ends the session that this check began
 */

/** @param {NodeJS.ProcessEnv} variables @returns {Credentials} */
export function credentialsIn(variables) {
  return Object.fromEntries(
    ['user', 'password', 'code', 'session', 'token'].flatMap((name) => {
      const value = variables[`BACKLOT_CHECK_${name.toUpperCase()}`];
      return value ? [[name, value]] : [];
    }),
  );
}

/** @param {string} address @param {string} path @param {RequestInit} [options] */
export function request(address, path, options = {}) {
  return fetch(new URL(path, address), {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...options,
  });
}

/**
 * @param {string} address
 * @param {Credentials} credentials
 * @returns {Promise<CheckUser>}
 */
export async function signIn(address, credentials) {
  const { user, password, session, token } = credentials;
  if (user !== undefined && password !== undefined) {
    const cookie = await passwordSession(address, credentials);
    return openSession(address, cookie, true);
  }
  if (session !== undefined) {
    const prefix = new URL(address).protocol === 'https:' ? '__Host-' : '';
    return openSession(address, `${prefix}session-token=${session}`, false);
  }
  if (token !== undefined) return tokenUser(address, token);
  throw new LeftOut(
    'no credentials.',
    'set BACKLOT_CHECK_USER and BACKLOT_CHECK_PASSWORD (and BACKLOT_CHECK_CODE, the code of the authenticator), or BACKLOT_CHECK_SESSION, or BACKLOT_CHECK_TOKEN.',
  );
}

/** @param {string} address @param {Credentials} credentials @returns {Promise<string>} the cookie of a new session */
async function passwordSession(address, { user = '', password = '', code }) {
  const first = await postForm(address, '/api/auth/login', { username: user, password });
  if (first.status === 429) throw new CheckFailure('too many sign-ins.', 'wait a few minutes.');
  const session = cookieOf(first, 'session-token');
  if (session) return session;
  const pending = cookieOf(first, 'sign-in-token');
  if (!pending)
    throw new CheckFailure(
      `the sign-in was refused with status ${first.status}.`,
      'check BACKLOT_CHECK_USER and BACKLOT_CHECK_PASSWORD; users of an identity provider set BACKLOT_CHECK_SESSION.',
    );
  if (code === undefined)
    throw new LeftOut(
      'two-step sign-in asks for a code.',
      'set BACKLOT_CHECK_CODE to the current code of the authenticator.',
    );
  const second = await postForm(address, '/api/auth/second-factor', { code }, pending);
  const confirmed = cookieOf(second, 'session-token');
  if (confirmed) return confirmed;
  throw new CheckFailure('the code was refused.', 'wait for the next code and set BACKLOT_CHECK_CODE.');
}

/** @param {string} address @param {string} path @param {Record<string, string>} fields @param {string} [cookie] */
function postForm(address, path, fields, cookie = '') {
  const headers = { Origin: new URL(address).origin, ...(cookie && { Cookie: cookie }) };
  return request(address, path, { method: 'POST', body: new URLSearchParams(fields), headers });
}

/** @param {Response} response @param {string} name @returns {string | null} `name=value`, unless it is being removed */
function cookieOf(response, name) {
  const set = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  return set.find((each) => new RegExp(`^(__Host-)?${name}=.`).test(each)) ?? null;
}

/**
 * @param {string} address
 * @param {string} cookie
 * @param {boolean} isOwn began with this check
 * @returns {Promise<CheckUser>}
 */
async function openSession(address, cookie, isOwn) {
  const answer = await request(address, '/api/sessions/login-context', { headers: { Cookie: cookie } });
  if (!answer.ok)
    throw new CheckFailure(
      `the session was refused with status ${answer.status}.`,
      isOwn ? 'see the logs of the Worker.' : 'sign in again and set BACKLOT_CHECK_SESSION.',
    );
  /** @type {{ user: { id: string, username: string }, csrfToken: string }} */
  const { user, csrfToken } = JSON.parse(await answer.text());
  const headers = { Cookie: cookie, 'X-CSRF-Token': csrfToken };
  const send = sender(address, headers);
  return {
    kind: 'session',
    cookie,
    id: user.id,
    email: user.username,
    send,
    signOut: async () => {
      if (isOwn) await send('DELETE', '/api/sessions');
    },
  };
}

/** @param {string} address @param {string} token @returns {Promise<CheckUser>} */
async function tokenUser(address, token) {
  const send = sender(address, { Authorization: `Bearer ${token}` });
  const answer = await send('GET', '/api/users/shows');
  if (!answer.ok)
    throw new CheckFailure(
      `the token was refused with status ${answer.status}.`,
      'create a token with the scopes documents:read and reports:read in Account Settings.',
    );
  return { kind: 'token', cookie: '', id: '', email: '', send, signOut: async () => undefined };
}

/** @param {string} address @param {Record<string, string>} own @returns {CheckUser['send']} */
function sender(address, own) {
  return (method, path, body) =>
    request(address, path, {
      method,
      headers: {
        ...own,
        ...(method !== 'GET' && { 'Idempotency-Key': crypto.randomUUID() }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}
