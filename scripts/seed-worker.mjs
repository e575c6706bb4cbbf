import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const patienceMs = 60_000;

/** Wrangler needs a newer Node than the system may have; the package brings one. */
const ownNode = join(repository, 'node_modules/.bin/node');
const node = existsSync(ownNode) ? ownNode : process.execPath;

/** Switches off what a local run must not do: fetch, report, observe. */
const quiet = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  XDG_CACHE_HOME: join(repository, '.cache'),
  CI: 'true',
};

/** @returns {Promise<number>} a port that nobody listens on */
function freePort() {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => found(port));
    });
  });
}

/**
 * @param {number} ms
 * @returns {{ over: Promise<void>, cancel: () => void }}
 */
function pause(ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<void>} */
  const over = new Promise((done) => {
    timer = setTimeout(done, ms);
  });
  return { over, cancel: () => clearTimeout(timer) };
}

/**
 * The demo Worker on a free local port, over the databases in `state`. `stop` ends it and everything it started.
 * @param {string} state folder of `--persist-to`
 */
export async function startDemoWorker(state) {
  const port = await freePort();
  const child = spawn(
    node,
    [
      join(repository, 'node_modules/wrangler/bin/wrangler.js'),
      'dev',
      `--config=${join(repository, 'demo/wrangler.toml')}`,
      '--ip=127.0.0.1',
      `--port=${port}`,
      `--inspector-port=${await freePort()}`,
      `--persist-to=${state}`,
      '--show-interactive-dev-session=false',
      '--log-level=error',
    ],
    { cwd: repository, env: { ...process.env, ...quiet }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ data) => {
      said = (said + data.toString()).slice(-4000);
    });
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  const end = () => stop(child, ended);
  const address = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + patienceMs;
  while (!(await answers(address))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end();
      throw new Error(`The demo Worker did not start.\n${said}`);
    }
    await pause(100).over;
  }
  return { address, stop: end };
}

/** @param {string} address */
async function answers(address) {
  try {
    return (await fetch(address)).status === 404;
  } catch {
    return false;
  }
}

/**
 * Asks first, then insists: the group holds wrangler and its workerd.
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown>} ended
 */
async function stop(child, ended) {
  if (child.exitCode === null) child.kill('SIGTERM');
  const patience = pause(5000);
  await Promise.race([ended, patience.over]);
  patience.cancel();
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended by itself.
  }
}
