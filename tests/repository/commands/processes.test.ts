import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopGroup } from '../../../scripts/processes/processes.mjs';

/** Starts a child with its own process group, as Chrome does, and ignores SIGTERM. */
const parent = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
  console.log(child.pid);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    // A zombie process keeps its id although it has ended.
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}

test('stopping a process leaves no child behind, not even one with its own group', async () => {
  const child = spawn(process.execPath, ['-e', parent], { detached: true });
  const [firstOutput] = (await once(child.stdout, 'data')) as [Buffer];
  const childId = Number(firstOutput.toString());
  expect(isAlive(childId)).toBe(true);
  await stopGroup(child, 100);
  // A killed process disappears once its parent has reaped it.
  for (let tries = 0; isAlive(childId) && tries < 200; tries += 1) await pause(25);
  expect(isAlive(childId)).toBe(false);
});
