import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths and settings of every local run. Plain Node 20, since it is read before anything is installed. */
export const repository = resolve(import.meta.dirname, '..');
export const cacheDir = join(repository, '.cache');

/** A program of an installed package, run by this Node. */
export const programs = {
  wrangler: join(repository, 'node_modules/wrangler/wrangler-dist/cli.js'),
  vite: join(repository, 'node_modules/vite/bin/vite.js'),
};

/** Returns the folder of the local databases and files: `BACKLOT_STATE`, or the one of this repository. */
export function stateFolder() {
  return resolve(repository, process.env['BACKLOT_STATE'] || '.wrangler/state');
}

/**
 * Creates a folder for temporary files of a test run: in memory if there is room (or in TMPDIR), since a database on
 * disk waits for the disk at every write. The caller removes it.
 */
export function throwAwayFolder() {
  const memory = '/dev/shm';
  const around = process.env['TMPDIR'] || (hasRoom(memory) ? memory : tmpdir());
  return mkdtempSync(join(around, 'backlot-tests-'));
}

/** @param {string} folder */
function hasRoom(folder) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= 2 ** 30;
  } catch {
    return false;
  }
}

/**
 * Whether a local run enforces the rate limit of this name. A local limiter is a database on disk, and the session's
 * calls, which are all calls of the web, would each write to it.
 * @param {string} limit
 */
export const isCountedLocally = (limit) => limit !== 'CALL_LIMIT';

/**
 * Disables downloads and telemetry of local runs and keeps caches inside the project.
 * @returns {NodeJS.ProcessEnv}
 */
export function localEnvironment() {
  return {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_WRITE_LOGS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    X_LOCAL_OBSERVABILITY: 'false',
    XDG_CACHE_HOME: cacheDir,
    // Wrangler is 15 MB of source, which would otherwise be compiled at every start.
    NODE_COMPILE_CACHE: join(cacheDir, 'compiled'),
  };
}

/**
 * Returns the Node for the tools: this one, or the one in the package for Linux. Throws with a message for the user
 * when there is none.
 */
export function toolsNode() {
  const { platform, arch, versions } = process;
  if (isNewEnough(versions.node)) return process.execPath;
  const own = join(repository, 'node_modules/.bin/node');
  if (existsSync(own)) return own;
  throw new Error(
    `The tools need Node 22.18 or newer, and this system (${platform} ${arch}) has Node ${versions.node}. ` +
      'A newer one comes as a package on Linux only: install Node 24 from https://nodejs.org.',
  );
}

/**
 * The first Node that runs TypeScript, which scripts, bench and stress are written in or import.
 * @param {string} version
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/**
 * Whether a script was started itself, not imported. Not every Node that starts one supports `import.meta.main`.
 * @param {string} url its `import.meta.url`
 */
export function isStarted(url) {
  const [, started = ''] = process.argv;
  return existsSync(started) && realpathSync(started) === fileURLToPath(url);
}

/**
 * Resolves a file argument against the folder in which `npm run` was called, which is not the current one.
 * @param {string} file
 */
export function namedFile(file) {
  return resolve(process.env['INIT_CWD'] ?? '.', file);
}

/**
 * Throws with the name of the file when it is not JSON.
 * @param {string} file
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new Error(`${relative(process.cwd(), file)} is not valid JSON: ${message}`, { cause: error });
  }
}
