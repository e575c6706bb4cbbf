/**
 * `npm run admin -- move-show <show> <shard>`: moves a show, by its id, to another shard, and prints the progress. The
 * Worker's cron does the work, so that the command may be stopped and repeated at any time; when no Worker is served,
 * the command does it. Until the show is on its new shard, naming its present shard cancels the move.
 *
 *   --keep          keeps the old copy, closed, on the old shard; the same command without it removes it
 *   --remote        the databases of deployment.json, instead of the local ones
 *   --config FILE   instead of deployment.json
 */
import { setTimeout as pause } from 'node:timers/promises';
import { mustHaveTables, openDatabases, databaseOptions } from './deployment/databases.mjs';
import { stateFolder } from './environment.mjs';
import { parseOptions } from './processes/options.mjs';
import { lockHolder } from './server/state-lock.mjs';

const stepMessages = {
  FENCE: 'Closing the show: what is read goes on, what is written is refused.',
  COPY: 'Copying.',
  COMPARE: 'Comparing every row, and where each history ends.',
  REST: 'It is found on its new shard, and open. The old copy rests for a quarter of an hour.',
  REMOVE: 'Removing the old copy.',
  DONE: 'Done.',
  UNDO: 'Opening the show where it is, and removing what was copied.',
};

try {
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: { ...databaseOptions, keep: { type: 'boolean', default: false } },
  });
  const [show = '', shard = ''] = positionals;
  if (positionals.length !== 2 || !/^\d+$/.test(shard))
    throw new Error('Name a show and a shard: npm run admin -- move-show <show> <shard>');
  const databases = await openDatabases(values);
  try {
    await mustHaveTables(databases);
    // Two writing processes would find the other's database files locked.
    const isServed = values.remote || lockHolder(stateFolder()) !== null;
    await move(databases.env, show, Number(shard), { keep: values.keep, isServed });
  } finally {
    await databases.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {Env} env
 * @param {string} show
 * @param {number} shard
 * @param {{ keep: boolean, isServed: boolean }} how
 */
async function move(env, show, shard, { keep, isServed }) {
  const { requestShowMove } = await import('../functions/verbs/operations/request-show-move.ts');
  const { readRequestedMove } = await import('../functions/store/directory/show-moves.ts');
  const result = await requestShowMove(env, show, shard, { keepsOld: keep, now: new Date().toISOString() });
  if (result === 'is there') return console.log(`It is on shard ${shard}.`);
  let lastStep = '';
  let isTried = isServed;
  for (;;) {
    const { move: found } = await readRequestedMove(env, show);
    if (!found) return console.log('It was called back, and is where it was.');
    const { step, error } = found;
    if (step !== lastStep) console.log(stepMessages[step]);
    lastStep = step;
    if (step === 'DONE' || step === 'REST') return;
    if (error && isTried)
      throw new Error(
        `${error} It is tried again every minute; to call it back, name the shard that it is on.`,
      );
    if (isServed) await pause(2000);
    else await runMoves(env);
    isTried = true;
  }
}

/**
 * Does what the Worker's cron would do; the command prints the progress itself.
 * @param {Env} env
 */
async function runMoves(env) {
  const { moveShows } = await import('../functions/verbs/operations/run-show-moves.ts');
  console.info = () => undefined;
  await moveShows(env, new Date().toISOString());
}
