import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopGroup } from '../../../scripts/processes/processes.mjs';

/** Starts one that leads a group of its own, as Chrome does, and has no ear for SIGTERM. */
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
    // One that nobody has taken note of keeps its number, and is dead all the same.
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}

test('whoever is stopped leaves nobody behind, not even one with a group of its own', async () => {
  const child = spawn(process.execPath, ['-e', parent], { detached: true });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const below = Number(said.toString());
  expect(isAlive(below)).toBe(true);
  await stopGroup(child, 100);
  // What was killed is gone when whoever inherits it has taken note.
  for (let tries = 0; isAlive(below) && tries < 200; tries += 1) await pause(25);
  expect(isAlive(below)).toBe(false);
});
