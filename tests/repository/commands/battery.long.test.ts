import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../planted.ts';

const run = promisify(execFile);

/** A part of the battery, in the Node that runs this. Its output also when it ends badly. */
async function battery(...args: string[]): Promise<string> {
  const command = [join(repository, 'battery/run.ts'), ...args];
  const ended = await run(process.execPath, command, { cwd: repository }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${ended.stdout}${ended.stderr}`;
}

test(
  '5,000 seeds of the simulator end without a violation, and every planted fault is found',
  { timeout: 600_000 },
  async () => {
    const said = await battery('simulator', '--seeds', '5000', '--threads', '2');
    expect(said).toMatch(/^simulator: 5000 seeds, \d{6,} steps, 0 with violations/m);
    expect(said).toMatch(/^simulator: (\d+) of \1 planted faults found/m);
    expect(said).not.toContain('NOT FOUND');
  },
);

test('a seed is told step by step, and the same way each time', { timeout: 300_000 }, async () => {
  const [first, second] = [
    await battery('simulator', '--seed', '7'),
    await battery('simulator', '--seed', '7'),
  ];
  expect(first).toMatch(/CALL \w+ \w+/);
  expect(second).toBe(first);
});

test(
  'every way to falsify a history is found, and every eye of the verifier that is shut',
  { timeout: 300_000 },
  async () => {
    const said = await battery('tampering', '--seeds', '300');
    expect(said).toMatch(/^tampering: 300 seeds, (\d+) of \1 ways, 0 not found/m);
    expect(said).toMatch(/^tampering: (\d+) of \1 planted faults found/m);
  },
);

test('three years of nights bring one digest a person, type and day', { timeout: 600_000 }, async () => {
  const said = await battery('clock', '--seeds', '1', '--threads', '2');
  expect(said).toMatch(/^clock: 1 seeds of 1095 nights, .*, 0 with violations/m);
  expect(said).toMatch(/^clock: (\d+) of \1 planted faults found/m);
});
