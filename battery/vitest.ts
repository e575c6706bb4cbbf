import { spawn } from 'node:child_process';
import { localEnvironment, repository } from '../scripts/environment.mjs';

/** What came of a run of tests: its exit code and all that it said. */
interface Run {
  code: number | null;
  said: string;
}

/** The test file of this name in a process of its own; `options` are those of Vitest. */
export function runTests(
  file: string,
  env: Record<string, string>,
  options: readonly string[] = [],
): Promise<Run> {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'worker', ...options];
  const child = spawn(process.execPath, [...command, `/${file}.`], {
    cwd: repository,
    env: { ...localEnvironment(), ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  return new Promise((told) => {
    child.once('error', (error) => told({ code: 1, said: error.message }));
    child.once('close', (code) => told({ code, said }));
  });
}
