import { spawn } from 'node:child_process';
import { localEnvironment, repository } from '../scripts/environment.mjs';

/** What came of a run of tests: its exit code and all that it said. */
interface Run {
  code: number | null;
  said: string;
}

/** A test file of models or fuzz in a process of its own; `options` are those of Vitest. */
export function runTests(
  file: string,
  env: Record<string, string>,
  options: readonly string[] = [],
): Promise<Run> {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'worker', ...options];
  const child = spawn(process.execPath, [...command, `tests/functions/models/${file}.`], {
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
