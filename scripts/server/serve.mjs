import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startClock } from './clock.mjs';
import { cacheDir, isCountedLocally, localEnvironment, programs, repository } from '../environment.mjs';
import { freePort } from './free-port.mjs';
import { stopGroup } from '../processes/processes.mjs';

const host = '127.0.0.1';
const timeoutMs = 180_000;
/** What wrangler prints when a workerd has died. It restarts both, but after the listening one no request is answered. */
const crashMessage = 'The Workers runtime crashed unexpectedly';
/** Calls per minute that no test reaches. */
const unlimited = 1_000_000;

/**
 * A build command prevents wrangler from polling all sources for changes while it serves; it still bundles. The watched
 * folder is never written to.
 */
const builtOnce = { command: 'exit 0', watch_dir: 'unwatched' };

/**
 * The API Worker's configuration with the values that depend on the port, so that several copies can run side by side.
 * @param {string} state
 * @param {string} address
 * @param {Pick<ServeOptions, 'isUnlimited' | 'vars' | 'isFixed'>} options
 */
async function configurationFor(state, address, { isUnlimited, vars: own, isFixed }) {
  const { experimental_readRawConfig: read } = await import('wrangler');
  const { rawConfig } = read({ config: join(repository, 'wrangler.toml') });
  const file = join(state, 'api-worker.json');
  const vars = { ...rawConfig.vars, WEB_ORIGIN: address, ACCOUNTING_URL: `${address}/sandbox`, ...own };
  const ratelimits = (rawConfig.ratelimits ?? [])
    .filter(({ name }) => isCountedLocally(name))
    .map((limit) => (isUnlimited ? { ...limit, simple: { ...limit.simple, limit: unlimited } } : limit));
  const main = join(repository, String(rawConfig.main));
  const build = isFixed ? { build: builtOnce } : {};
  writeFileSync(file, JSON.stringify({ ...rawConfig, ...build, main, vars, ratelimits }, null, 2));
  return { file, name: String(rawConfig.name), crons: rawConfig.triggers?.crons ?? [] };
}

/**
 * @param {string} state
 * @param {boolean} isFixed
 * @returns {Promise<string>} the configuration file of the accounting sandbox
 */
async function sandboxConfiguration(state, isFixed) {
  const own = join(repository, 'sandbox/wrangler.toml');
  if (!isFixed) return own;
  const { experimental_readRawConfig: read } = await import('wrangler');
  const { rawConfig } = read({ config: own });
  const file = join(state, 'sandbox-worker.json');
  const main = join(repository, 'sandbox', String(rawConfig.main));
  writeFileSync(file, JSON.stringify({ ...rawConfig, build: builtOnce, main }, null, 2));
  return file;
}

/**
 * @typedef {object} ServeOptions
 * @property {number} port
 * @property {string} state
 * @property {string} log
 * @property {boolean} [verbose]
 * @property {boolean} [isQuiet] no log line per request, since each is a call to the log writer
 * @property {boolean} [isFixed] for tests: later edits are neither watched nor served
 * @property {boolean} [isUnlimited] for tests, in which many users sign in from one address without pauses
 * @property {Record<string, string>} [vars] variables of the API Worker, such as those of an identity provider
 */

/**
 * Serves Pages, the API Worker and the accounting sandbox on one local address.
 * @param {ServeOptions} options
 */
export async function serve(options) {
  try {
    return await serveOnce(options);
  } catch (error) {
    // Wrangler chooses ports for the other Workers itself, and another process may take one before it does.
    if (!String(error).includes('Address already in use (socket "direct:')) throw error;
    return serveOnce(options);
  }
}

/** @param {ServeOptions} options */
async function serveOnce({ port, state, log, verbose = false, isQuiet = false, isFixed = false, ...rest }) {
  const address = `http://${host}:${port}`;
  mkdirSync(state, { recursive: true });
  mkdirSync(cacheDir, { recursive: true });
  const api = await configurationFor(state, address, { vars: providerVars(), isFixed, ...rest });
  const workers = [api.file, await sandboxConfiguration(state, isFixed)];
  const command = [
    ...commandLine(port, state, workers, await freePort(0)),
    ...(isQuiet ? ['--log-level=warn'] : []),
  ];
  const child = spawn(process.execPath, command, {
    cwd: join(repository, 'web'),
    env: { ...localEnvironment(), WRANGLER_REGISTRY_PATH: join(state, 'registry') },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const logTail = collect(child, log, verbose);
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  let clock = () => {};
  const stop = async () => {
    clock();
    await stopGroup(child);
  };
  try {
    await untilReady(address, child, logTail);
  } catch (error) {
    await stop();
    throw error;
  }
  const bell = `${address}/cdn-cgi/local/explorer/api/local/scheduled?worker=${api.name}`;
  const headers = { 'Content-Type': 'application/json' };
  clock = startClock(api.crons, (cron) => [
    bell,
    { method: 'POST', headers, body: JSON.stringify({ cron }) },
  ]);
  // A killed wrangler would leave its workerd running.
  void ended.then(stop);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      if (String(data).includes(crashMessage)) void stopUnlessAnswering(address, stop);
    });
  return { address, stop, ended, logTail, pid: child.pid };
}

/** `OIDC_ISSUER=… npm start` uses an identity provider for sign-in. */
function providerVars() {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/**
 * @param {number} port
 * @param {string} state
 * @param {string[]} workers configuration files of those beside Pages
 * @param {number | null} inspectorPort
 */
function commandLine(port, state, workers, inspectorPort) {
  return [
    `--import=${pathToFileURL(join(repository, 'scripts/processes/shutdown-guard.mjs')).href}`,
    '--no-warnings',
    programs.wrangler,
    'pages',
    'dev',
    '--config=wrangler.toml',
    ...workers.map((file) => `--config=${file}`),
    `--ip=${host}`,
    `--port=${port}`,
    `--inspector-port=${inspectorPort ?? 9229}`,
    `--persist-to=${state}`,
    '--service=SANDBOX=backlot-sandbox',
    '--show-interactive-dev-session=false',
  ];
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} log
 * @param {boolean} verbose
 * @returns {() => string} the end of its log
 */
function collect(child, log, verbose) {
  const file = createWriteStream(log);
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ data) => {
      file.write(data);
      tail = (tail + data.toString()).slice(-6_000);
      if (verbose) process.stdout.write(data);
    });
  }
  return () => tail;
}

/**
 * @param {string} address
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} logTail
 */
async function untilReady(address, child, logTail) {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended at once.\n${logTail()}`);
    if (await isAnswering(`${address}/api/auth/login?local=true`)) return;
    await pause(150);
  }
  throw new Error(`The server did not answer within ${timeoutMs / 1000} s.\n${logTail()}`);
}

/**
 * Stops a server that does not answer after a crash, instead of letting requests wait forever.
 * @param {string} address
 * @param {() => Promise<void>} stop
 */
async function stopUnlessAnswering(address, stop) {
  for (let left = 2; left > 0; left -= 1) {
    await pause(1_000);
    if (await isAnswering(`${address}/api/auth/login?local=true`)) return;
  }
  await stop();
}

/** @param {string} url */
async function isAnswering(url) {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    return response.status < 500;
  } catch {
    return false;
  }
}
