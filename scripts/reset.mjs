import { rmSync } from 'node:fs';
import { stateFolder } from './environment.mjs';
import { lockHolder } from './server/state-lock.mjs';

/** Deletes the local databases and files; the next `npm start` creates the demo studio again. */
const state = stateFolder();
const holder = lockHolder(state);
if (holder === null) {
  rmSync(state, { recursive: true, force: true });
  console.log(`${state} is gone. The next npm start makes the demo studio anew.`);
} else {
  console.error(`Backlot is running with this data (process ${holder}). Stop it first.`);
  process.exitCode = 1;
}
