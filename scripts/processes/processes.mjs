import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Sends SIGTERM to a process, then kills all its descendants: wrangler leads a group with workerd and esbuild, and the
 * Chrome of the PDFs leads another one, which outlives a wrangler that could not close it.
 * @param {import('node:child_process').ChildProcess} child started with `detached: true`
 * @param {number} [timeoutMs]
 */
export async function stopGroup(child, timeoutMs = 5_000) {
  if (child.pid === undefined) return;
  const below = descendants(child.pid);
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGTERM');
    await Promise.race([ended, pause(timeoutMs, undefined, { ref: false })]);
  }
  end(-child.pid);
  const parents = parentsOfAll();
  // The id of an ended process may belong to another one with other parents.
  for (const [pid, parent] of below) if ([parent, 1].includes(parents.get(pid) ?? 0)) end(pid);
}

/** @param {number} pid negative: a group */
function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process does not exist any more.
  }
}

/**
 * Returns all descendants of a process with their parents.
 * @param {number} root
 */
function descendants(root) {
  const parents = parentsOfAll();
  /** @type {Map<number, number>} */
  const below = new Map();
  for (let grew = true; grew;) {
    grew = false;
    for (const [pid, parent] of parents) {
      if (below.has(pid) || (parent !== root && !below.has(parent))) continue;
      below.set(pid, parent);
      grew = true;
    }
  }
  return below;
}

/**
 * Returns the parent of every process. A small Linux has /proc and no `ps`; others have `ps`.
 * @returns {Map<number, number>}
 */
function parentsOfAll() {
  if (existsSync('/proc/self/stat')) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(pids.flatMap((pid) => parentOf(pid)));
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = (stdout ?? '').trim().split('\n');
  return new Map(rows.map((row) => /** @type {[number, number]} */ (row.trim().split(/\s+/).map(Number))));
}

/**
 * @param {string} pid
 * @returns {[number, number][]} none for one that has ended meanwhile
 */
function parentOf(pid) {
  try {
    // `pid (name) state ppid ...`; the name may contain any character.
    const [, parent = ''] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return [[Number(pid), Number(parent)]];
  } catch {
    return [];
  }
}
