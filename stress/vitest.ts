import { spawn } from 'node:child_process';
import { localEnvironment, repository } from '../scripts/environment.mjs';

/** Result of a test run: its exit code and its output. */
interface Run {
  code: number | null;
  output: string;
}

/** Runs the test file of this name in a process of its own; `options` are passed to Vitest. */
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
