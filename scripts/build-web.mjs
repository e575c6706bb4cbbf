import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted, localEnvironment, programs, repository } from './environment.mjs';

/** Builds the browser's files, unless nothing that goes into them has changed since. */
const inputs = [
  'web/src',
  'web/public',
  'web/index.html',
  ...globSync('web/*.ts', { cwd: repository }).toSorted(),
  'domain',
  'package-lock.json',
];
const output = join(repository, 'web/dist');
const stamp = join(output, '.inputs');

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
  const child = spawn(
    process.execPath,
    [programs.vite, 'build', 'web', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    {
      cwd: repository,
      // Whoever calls may be a test: what is served and deployed is never a development build.
      env: { ...localEnvironment(), NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const code = await new Promise((resolve) => {
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`The web could not be built.\n${said}`);
  writeFileSync(stamp, now);
  return 'built';
}

if (isStarted(import.meta.url)) console.log(await buildWeb());
