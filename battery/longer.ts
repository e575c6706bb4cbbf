import { spawn } from 'node:child_process';
import { localEnvironment, repository } from '../scripts/environment.mjs';
import type { Options } from './options.ts';

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'worker'];

/** A program of its own, whose output is the part's; answers whether it ended well. */
function ended(command: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: { ...localEnvironment(), ...env },
    stdio: 'inherit',
  });
  return new Promise((told) => {
    child.once('error', () => told(false));
    child.once('close', (code) => told(code === 0));
  });
}

/** Who may do what, who gets in, and what is typed or uploaded to do harm; wrong passwords and codes by the thousand. */
export function security(): Promise<boolean> {
  const names = ['authorisation', 'rights-revoked', 'hostile-sign-in', 'cross-site', 'pages-policy'];
  const files = [...names, 'hostile-files', 'hostile-text'].map((name) => `tests/functions/${name}.test.ts`);
  return ended([...vitest, ...files], { VITE_BACKLOT_FUZZ: '500' });
}

/**
 * The served product, at work with a thousand payments, a hundred PDFs, and logs of fifty thousand lines; and under approvals,
 * kills, sockets and time, so many of each as `--seeds` says.
 */
export const served = {
  ...Object.fromEntries(
    ['bulk-approval', 'bulk-browser', 'pdfs', 'chrome', 'logs'].map((name) => [
      name,
      () => ended([`battery/served/${name}.ts`]),
    ]),
  ),
  accounting: ({ seed }: Options) => ended(['battery/served/accounting.ts', '10', String(seed ?? 1)]),
  ...Object.fromEntries(
    ['storm', 'kill', 'sockets', 'soak'].map((name) => [
      name,
      ({ seeds, seed }: Options) =>
        ended([
          `battery/served/${name}.ts`,
          ...(seeds === null ? [] : [String(seeds)]),
          ...(seed === null ? [] : ['--seed', String(seed)]),
        ]),
    ]),
  ),
};
