import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../repository-copy.ts';

const run = promisify(execFile);

/** Runs a part of the stress tests with few seeds, including its planted faults. */
async function runStressTests(part: string, seeds: number): Promise<string> {
  const command = ['stress/run.ts', part, '--seeds', String(seeds), '--threads', '2'];
  const result = await run(process.execPath, command, { cwd: repository }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${result.stdout}${result.stderr}`;
}

test('a queue that duplicates, delays and loses messages reaches the same state in any order', async () => {
  const output = await runStressTests('queue', 2);
  expect(output).toMatch(/^queue: 0 of 2 seeds with violations/m);
  expect(output).toMatch(/^queue: (\d+) of \1 planted faults found/m);
}, 600_000);

test('a database that often fails and stalls leaves no partial write, and every call gets a response', async () => {
  const output = await runStressTests('database', 60);
  expect(output).toMatch(/^database: 0 of 60 seeds with violations/m);
  expect(output).toMatch(/^database: (\d+) of \1 planted faults found/m);
}, 600_000);
