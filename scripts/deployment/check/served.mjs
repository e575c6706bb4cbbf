import { io } from 'socket.io-client';
import { headerFaults } from './headers.mjs';
import { CheckFailure, LeftOut } from './outcome.mjs';
import { request } from './user.mjs';

/** How long the realtime channel may take to open and to change to a WebSocket. */
const socketTimeoutMs = 10_000;

/** Set by the Worker on each of its responses: a static file has none. */
const workerHeader = 'X-Request-Id';

const redeploy = 'npm run deploy; then purge the cache of the domain.';

/**
 * Static files come without the function, with their security headers; scripts are cached for good.
 * @param {string} address
 */
export async function checkStaticFiles(address) {
  const page = await request(address, '/');
  const html = await page.text();
  if (page.status !== 200 || !html.includes('<script'))
    throw new CheckFailure(`the page has status ${page.status} and no script.`, redeploy);
  const [script] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
  if (!script) throw new CheckFailure('the page names no script below /assets.', redeploy);
  const files = new Map([['/', page]]);
  // A path of the application has the same page.
  for (const path of [script, '/po', '/robots.txt']) files.set(path, await request(address, path));
  for (const [path, { status, headers }] of files) {
    if (status !== 200) throw new CheckFailure(`${path} has status ${status}.`, redeploy);
    if (headers.has(workerHeader))
      throw new CheckFailure(`${path} calls the function (_routes.json has no effect).`, redeploy);
    mustHaveHeaders(path, headers);
  }
  const cached = files.get(script)?.headers.get('Cache-Control') ?? 'none';
  if (!cached.includes('immutable'))
    throw new CheckFailure(
      `the Cache-Control of ${script} is ${cached}.`,
      'remove cache rules of the domain.',
    );
  return `${files.size} files with their headers, without the function`;
}

/**
 * Responses of the Worker come through Pages, with the same security headers.
 * @param {string} address
 */
export async function checkWorker(address) {
  const expected = /** @type {const} */ ([
    ['/api/auth/login?local=true', 200],
    ['/api/sessions/verify', 401],
    ['/api/none', 401],
  ]);
  for (const [path, status] of expected) {
    const response = await request(address, path);
    if (response.status !== status)
      throw new CheckFailure(
        `${path} has status ${response.status} instead of ${status}.`,
        response.status >= 500
          ? 'npx wrangler tail, and repeat the check.'
          : 'check that Pages has the service binding API; npm run deploy.',
      );
    if (!response.headers.has(workerHeader))
      throw new CheckFailure(`${path} does not come from the Worker.`, redeploy);
    mustHaveHeaders(path, response.headers);
  }
  return `${expected.length} responses with their headers`;
}

/** @param {string} path @param {Headers} headers */
function mustHaveHeaders(path, headers) {
  const faults = headerFaults(headers);
  if (faults.length > 0)
    throw new CheckFailure(
      `${path}: ${faults.join('; ')}.`,
      'npm run deploy; remove rules of the domain that change headers.',
    );
}

/**
 * Where the Worker ran, which Cloudflare tells of a Worker with a placement.
 * @param {string} address
 */
export async function checkPlacement(address) {
  const { headers } = await request(address, '/api/sessions/verify');
  const placement = headers.get('cf-placement');
  if (placement === null)
    throw new LeftOut(
      'the response has no cf-placement.',
      'none without a placement; with one, repeat the check after some minutes of use.',
    );
  return placement;
}

/**
 * Of a poll that failed, socket.io reports only "xhr poll error", with the status or the error of the request beside it.
 * @param {Error & { description?: unknown }} error
 */
function connectFault({ message, description }) {
  if (typeof description === 'number' && description > 0) return `status ${description}`;
  return message === 'xhr poll error' ? 'no answer' : message;
}

/**
 * The realtime channel opens by polling and changes to a WebSocket, both through Pages.
 * @param {string} address
 * @param {string} cookie of a session, or ''
 */
export async function checkSocket(address, cookie) {
  const socket = io(address, {
    path: '/socket.io',
    transports: ['polling', 'websocket'],
    reconnection: false,
    forceNew: true,
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
    auth: { userId: 'check', showId: 'unknown' },
  });
  const next = 'check that the domain allows WebSockets (Network); npm run deploy.';
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    await new Promise((resolve, reject) => {
      let state = 'did not answer';
      timer = setTimeout(
        () => reject(new CheckFailure(`the channel ${state} within ${socketTimeoutMs / 1000} s.`, next)),
        socketTimeoutMs,
      );
      socket.once('connect_error', (error) =>
        reject(new CheckFailure(`the channel was refused: ${connectFault(error)}.`, next)),
      );
      socket.once('connect', () => {
        state = 'opened, but did not change to a WebSocket';
        if (socket.io.engine.transport.name === 'websocket') resolve(undefined);
        else socket.io.engine.once('upgrade', resolve);
      });
    });
  } finally {
    clearTimeout(timer);
    socket.disconnect();
  }
  return `handshake and WebSocket${cookie ? ' with the session' : ', without a session'}`;
}
