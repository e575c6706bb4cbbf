import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks a process to end, then insists on its whole group: wrangler leads one that holds workerd and esbuild.
 * @param {import('node:child_process').ChildProcess} child started with `detached: true`
 * @param {number} [patienceMs]
 */
export async function stopGroup(child, patienceMs = 5_000) {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGTERM');
    await Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}
