import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../planted.ts';

const run = promisify(execFile);

/** A part of the battery in small, with its planted faults. */
async function battery(part: string, seeds: number): Promise<string> {
  const command = ['battery/run.ts', part, '--seeds', String(seeds), '--threads', '2'];
  const ended = await run(process.execPath, command, { cwd: repository }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${ended.stdout}${ended.stderr}`;
}

test('a queue that doubles, delays and loses its messages comes to the same end in any order', async () => {
  const said = await battery('queue', 2);
  expect(said).toMatch(/^queue: 0 of 2 seeds with violations/m);
  expect(said).toMatch(/^queue: (\d+) of \1 planted faults found/m);
}, 600_000);

test('a database that fails as often as not, and stalls, leaves nothing by half, and every call is answered', async () => {
  const said = await battery('database', 60);
  expect(said).toMatch(/^database: 0 of 60 seeds with violations/m);
  expect(said).toMatch(/^database: (\d+) of \1 planted faults found/m);
}, 600_000);
