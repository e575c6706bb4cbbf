import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** What `npm run battery` may be told. */
export interface Options {
  seeds: number;
  from: number;
  /** This one alone. */
  seed: number | null;
  threads: number;
}

const repository = resolve(import.meta.dirname, '..');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'worker'];

/** A program of its own, whose output is the part's; answers whether it ended well. */
function ended(command: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return new Promise((told) => {
    child.once('error', () => told(false));
    child.once('close', (code) => told(code === 0));
  });
}

function seeded({ seed }: Options): Record<string, string> {
  return seed === null ? {} : { VITE_BACKLOT_SEED: String(seed) };
}

/** Every route, 500 calls that its schema allows and 500 that it does not; wrong passwords and codes by the thousand. */
export function fuzz(options: Options): Promise<boolean> {
  const files = ['tests/functions/fuzz.test.ts', 'tests/functions/hostile-sign-in.test.ts'];
  return ended([...vitest, ...files], { VITE_BACKLOT_FUZZ: '500', ...seeded(options) });
}

/** The running Worker against models of the three documents that were written from the contract. */
export function models(): Promise<boolean> {
  const files = ['po', 'invoice', 'payment'].map((name) => `tests/functions/${name}-model.test.ts`);
  return ended([...vitest, ...files], { VITE_BACKLOT_RUNS: '2000' });
}

/** The served product, at work with a thousand payments, a hundred PDFs, and logs of fifty thousand lines. */
export const served = Object.fromEntries(
  ['bulk-approval', 'bulk-browser', 'pdfs', 'logs'].map((name) => [
    name,
    () => ended([`battery/served/${name}.ts`]),
  ]),
);
