/**
 * `npm run admin -- move-show <show> <shard>`: moves a show, by its id, to another shard, and tells how far it has come. The
 * Worker's clock does the work, so that the command may be stopped and repeated at will; where no Worker is served, the
 * command does it. Before the show is found on its new shard, the number of the shard that it is on calls the move back.
 *
 *   --keep          leaves the old copy, closed, where it was; the same command without it removes it
 *   --remote        the databases of deployment.json, instead of the local ones
 *   --config FILE   instead of deployment.json
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mustHaveTables, openDatabases, whichDatabases } from './deployment/databases.mjs';
import { stateFolder } from './environment.mjs';
import { holderOf } from './server/state-lock.mjs';

const told = {
  FENCE: 'Closing the show: what is read goes on, what is written is refused.',
  COPY: 'Copying.',
  COMPARE: 'Comparing every row, and where each history ends.',
  REST: 'It is found on its new shard, and open. The old copy rests for a quarter of an hour.',
  REMOVE: 'Removing the old copy.',
  DONE: 'Done.',
  UNDO: 'Opening the show where it is, and removing what was copied.',
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...whichDatabases, keep: { type: 'boolean', default: false } },
  });
  const [show = '', shard = ''] = positionals;
  if (positionals.length !== 2 || !/^\d+$/.test(shard))
    throw new Error('Name a show and a shard: npm run admin -- move-show <show> <shard>');
  const databases = await openDatabases(values);
  try {
    await mustHaveTables(databases);
    // Two processes that write would find each other's database files locked.
    const isServed = values.remote || holderOf(stateFolder()) !== null;
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
  const { readAskedMove } = await import('../functions/store/directory/show-moves.ts');
  const asked = await requestShowMove(env, show, shard, { keepsOld: keep, now: new Date().toISOString() });
  if (asked === 'is there') return console.log(`It is on shard ${shard}.`);
  let said = '';
  let isTried = isServed;
  for (;;) {
    const { move: found } = await readAskedMove(env, show);
    if (!found) return console.log('It was called back, and is where it was.');
    const { step, error } = found;
    if (step !== said) console.log(told[step]);
    said = step;
    if (step === 'DONE' || step === 'REST') return;
    if (error && isTried)
      throw new Error(
        `${error} It is tried again every minute; to call it back, name the shard that it is on.`,
      );
    if (isServed) await pause(2000);
    else await goOn(env);
    isTried = true;
  }
}

/**
 * What the clock would do; the command says itself how it goes.
 * @param {Env} env
 */
async function goOn(env) {
  const { moveShows } = await import('../functions/verbs/operations/run-show-moves.ts');
  console.info = () => undefined;
  await moveShows(env, new Date().toISOString());
}
