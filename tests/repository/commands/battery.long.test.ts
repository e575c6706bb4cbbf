import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../repository-copy.ts';

const run = promisify(execFile);

/** Runs a part of the stress tests with the current Node. Returns its output even if it fails. */
async function runStressTests(...args: string[]): Promise<string> {
  const command = [join(repository, 'stress/run.ts'), ...args];
  const result = await run(process.execPath, command, { cwd: repository }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${result.stdout}${result.stderr}`;
}

test(
  '3,000 seeds of the simulator end without a violation, and every planted fault is found',
  { timeout: 600_000 },
  async () => {
    const output = await runStressTests('simulator', '--seeds', '3000', '--threads', '2');
    expect(output).toMatch(/^simulator: 3000 seeds, \d{6,} steps, 0 with violations/m);
    expect(output).toMatch(/^simulator: (\d+) of \1 planted faults found/m);
    expect(output).not.toContain('NOT FOUND');
  },
);

test('a seed prints the same steps each time', { timeout: 300_000 }, async () => {
  const [first, second] = [
    await runStressTests('simulator', '--seed', '7'),
    await runStressTests('simulator', '--seed', '7'),
  ];
  expect(first).toMatch(/CALL \w+ \w+/);
  expect(second).toBe(first);
});

test(
  'the verifier finds every falsified history, and the test finds every check that is disabled',
  { timeout: 300_000 },
  async () => {
    const output = await runStressTests('tampering', '--seeds', '300');
    expect(output).toMatch(/^tampering: 300 seeds, (\d+) of \1 ways, 0 not found/m);
    expect(output).toMatch(/^tampering: (\d+) of \1 planted faults found/m);
  },
);

test(
  'three years of simulated nights send one digest per user, type and day',
  { timeout: 600_000 },
  async () => {
    const output = await runStressTests('clock', '--seeds', '1', '--threads', '2');
    expect(output).toMatch(/^clock: 1 seeds of 1095 nights, .*, 0 with violations/m);
    expect(output).toMatch(/^clock: (\d+) of \1 planted faults found/m);
  },
);
