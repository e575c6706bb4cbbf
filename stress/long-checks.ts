import { spawn } from 'node:child_process';
import { localEnvironment, repository } from '../scripts/environment.mjs';
import type { Options } from './options.ts';

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'worker'];

/** Runs a script of its own and passes on its output. Returns whether it exited with 0. */
function runProcess(command: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: { ...localEnvironment(), ...env },
    stdio: 'inherit',
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Permissions, sign-in, and hostile text and files, with thousands of wrong passwords and codes. */
export function security(): Promise<boolean> {
  const names = ['authorisation', 'rights-revoked', 'hostile-sign-in', 'cross-site', 'pages-policy'];
  const files = [...names, 'hostile-files', 'hostile-text'].map((name) => `tests/functions/${name}.test.ts`);
  return runProcess([...vitest, ...files], { VITE_BACKLOT_FUZZ: '500' });
}

/**
 * Checks of the served product: a thousand payments, a hundred PDFs and logs of fifty thousand lines; then bursts of
 * approvals, kills, sockets and a soak, whose size `--seeds` sets.
 */
export const served = {
  ...Object.fromEntries(
    ['bulk-approval', 'bulk-browser', 'pdfs', 'chrome', 'logs'].map((name) => [
      name,
      () => runProcess([`stress/served/${name}.ts`]),
    ]),
  ),
  accounting: ({ seed }: Options) => runProcess(['stress/served/accounting.ts', '10', String(seed ?? 1)]),
  ...Object.fromEntries(
    ['load-burst', 'kill', 'sockets', 'soak'].map((name) => [
      name,
      ({ seeds, seed }: Options) =>
        runProcess([
          `stress/served/${name}.ts`,
          ...(seeds === null ? [] : [String(seeds)]),
          ...(seed === null ? [] : ['--seed', String(seed)]),
        ]),
    ]),
  ),
};
