import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { onShutdown } from './on-shutdown.mjs';
import { repository } from '../environment.mjs';

/** Installs the packages when they are missing or do not match the lock file. Plain Node 20 without packages. */
const lockFile = join(repository, 'package-lock.json');
const modules = join(repository, 'node_modules');
const stamp = join(modules, '.backlot-installed');

const fingerprint = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return true;
  // npm's own marker: a manual `npm ci` or `npm install` since the last change of the lock file is enough.
  const note = join(modules, '.package-lock.json');
  return existsSync(note) && statSync(note).mtimeMs >= statSync(lockFile).mtimeMs - 10_000;
}

/** The npm outside of this project: `npm run` puts the project's own Node first on PATH, which `npm ci` deletes. */
function npm() {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}.bin`));
  const env = { ...process.env, PATH: path.join(delimiter) };
  // The inner npm reads .npmrc itself; variables of the outer one would override it.
  for (const name of Object.keys(env))
    if (
      /^npm_/i.test(name) &&
      !/^npm_config_(registry|cache|userconfig|proxy|https_proxy|noproxy|cafile)$/i.test(name)
    )
      delete env[name];
  return {
    command: process.platform === 'win32' ? 'npm.cmd' : 'npm',
    options: { cwd: repository, env, shell: process.platform === 'win32' },
  };
}

/** Throws with a message for the user when Node or npm are unsuitable. */
export function checkMachine() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Error(
      `Backlot needs Node 20 or newer; this is Node ${process.versions.node} (https://nodejs.org).`,
    );
  }
  const { command, options } = npm();
  if (!isInstalled() && spawnSync(command, ['--version'], { ...options, stdio: 'ignore' }).status !== 0) {
    throw new Error('npm is not on the PATH. It comes with Node: https://nodejs.org');
  }
}

/** @param {import('./progress.mjs').Progress} progress */
export async function install(progress) {
  if (!isInstalled())
    await progress.step('Installing the packages (npm ci; a minute or two, the first time only)', runNpm);
  writeFileSync(stamp, fingerprint());
}

async function runNpm() {
  const { command, options } = npm();
  const child = spawn(command, ['ci', '--no-progress', '--loglevel=error'], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGTERM'));
  onShutdown(() => process.exit(130));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(-1));
    child.once('exit', resolve);
  });
  if (code !== 0)
    throw new Error(`npm ci failed.\n${output.replace(/\n[^\n]*Clean install a project[^]*/, '')}`);
}
