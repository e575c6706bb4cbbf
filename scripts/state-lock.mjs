import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One process at a time serves from a state folder: two would write to the same database files. */
const noteIn = (/** @type {string} */ state) => join(state, 'served-by');

/**
 * @param {string} state
 * @returns {number | null} the process that serves from this folder now
 */
export function holderOf(state) {
  try {
    const holder = Number(readFileSync(noteIn(state), 'utf8'));
    process.kill(holder, 0);
    return holder;
  } catch {
    // No note, or the process that wrote it is gone.
    return null;
  }
}

/**
 * @param {string} state
 * @returns {() => void} gives the folder back
 */
export function hold(state) {
  const holder = holderOf(state);
  if (holder !== null && holder !== process.pid) {
    throw new Error(
      `Backlot is running with this data already (process ${holder}). Stop it, or choose another folder: BACKLOT_STATE=.wrangler/second npm start`,
    );
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(noteIn(state), String(process.pid));
  return () => rmSync(noteIn(state), { force: true });
}
