import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Only one process serves a state folder: two would write to the same database files. */
const noteIn = (/** @type {string} */ state) => join(state, 'served-by');

/**
 * The process id with its start time, where the system provides it, since process ids are reused.
 * @param {number} pid
 */
function identityOf(pid) {
  process.kill(pid, 0);
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${pid} ${words[19] ?? ''}`;
  } catch {
    return `${pid} `;
  }
}

/**
 * @param {string} state
 * @returns {number | null} the process that serves from this folder now
 */
export function lockHolder(state) {
  try {
    const note = readFileSync(noteIn(state), 'utf8');
    const pid = Number.parseInt(note, 10);
    return identityOf(pid) === note ? pid : null;
  } catch {
    // No lock file, or its process is gone.
    return null;
  }
}

/**
 * @param {string} state
 * @returns {() => void} gives the folder back
 */
export function acquireLock(state) {
  const holder = lockHolder(state);
  if (holder !== null && holder !== process.pid) {
    throw new Error(
      `Backlot is running with this data already (process ${holder}). Stop it, or choose other data: BACKLOT_STATE=.wrangler/second PORT=8788 npm start`,
    );
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(noteIn(state), identityOf(process.pid));
  return () => rmSync(noteIn(state), { force: true });
}
