import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { staticHeadersFile } from '../functions/middleware/security-headers.ts';
import { isStarted, localEnvironment, programs, repository } from './environment.mjs';

/** Builds the browser's files, unless no input has changed since the last build. */
const inputs = [
  'web/src',
  'web/public',
  'web/index.html',
  ...globSync('web/*.ts', { cwd: repository }).toSorted(),
  'domain',
  'functions/middleware/security-headers.ts',
  'package-lock.json',
];
export const webDist = join(repository, 'web/dist');
const stamp = join(webDist, '.inputs');

/** The folder of another build for component tests: with coverage counters, or with a planted fault. */
export const ownBuild = () => process.env['BACKLOT_WEB_DIST'];

/** @param {string} path */
function* filesUnder(path) {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const path = join(repository, input);
    const files = input.includes('.') ? [path] : [...filesUnder(path)].toSorted();
    for (const file of files) hash.update(`${file.slice(repository.length)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @returns {Promise<string>} a remark for the progress line; throws with the builder's output */
export async function buildWeb() {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 'nothing has changed';
  await runVite('web/vite.config.ts', webDist);
  writeFileSync(stamp, now);
  return 'built';
}

/**
 * Builds the browser's files into a folder. Throws with the builder's output.
 * @param {string} config
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [variables]
 */
export async function runVite(config, folder, variables = {}) {
  const options = ['--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, [programs.vite, 'build', 'web', ...options], {
    cwd: repository,
    // A test may be the caller, but a served or deployed build is always a production build.
    env: { ...localEnvironment(), ...variables, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => {
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`The web could not be built.\n${output}`);
  writeFileSync(join(folder, '_headers'), staticHeadersFile('/faq.html'));
}

if (isStarted(import.meta.url)) console.log(await buildWeb());
