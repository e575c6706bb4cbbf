/**
 * `npm run admin -- verify`: verifies that the history of every document is unchanged and matches the document. Prints
 * every inconsistency and then exits with 1.
 *
 *   --keep heads.json       stores the end of each history; keep the file away from those with access to the database
 *   --against heads.json    compares the histories with the file, which also detects removed and rewritten ones
 *   --remote                the databases of deployment.json, instead of the local ones
 *   --config FILE           instead of deployment.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mustHaveTables, openDatabases, databaseOptions } from './deployment/databases.mjs';
import { namedFile } from './environment.mjs';
import { parseOptions } from './processes/options.mjs';

/** @typedef {Record<string, [string, { seq: number, hash: string }][]>} Heads by show */

try {
  const { values } = parseOptions({
    options: {
      ...databaseOptions,
      keep: { type: 'string' },
      against: { type: 'string' },
    },
  });
  /** @type {Heads} */
  const storedHeads =
    values.against === undefined ? {} : JSON.parse(readFileSync(namedFile(values.against), 'utf8'));
  const { faults, heads } = await verify(storedHeads, values);
  if (values.keep !== undefined) writeFileSync(namedFile(values.keep), `${JSON.stringify(heads)}\n`);
  if (faults > 0) throw new Error(`${faults} things are not as they were written.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {Heads} storedHeads
 * @param {Parameters<typeof openDatabases>[0]} which
 */
async function verify(storedHeads, which) {
  const { verifyHistories } = await import('#verbs/operations/verify-histories');
  const { storeFor } = await import('../functions/store/d1/open.ts');
  const databases = await openDatabases(which);
  const { env } = databases;
  /** @type {Heads} */
  const heads = {};
  let faults = 0;
  try {
    await mustHaveTables(databases);
    const { results: shows } = await env.DIRECTORY.prepare(
      'SELECT id, name, shard FROM shows ORDER BY id',
    ).all();
    for (const show of shows) {
      const { id, name, shard } = /** @type {{ id: string, name: string, shard: number }} */ (show);
      const report = await verifyHistories(storeFor(env, { id, shard }), new Map(storedHeads[id]));
      heads[id] = [...report.heads];
      faults += report.faults.length;
      console.log(
        `${name}: ${report.documents} documents, ${report.events} events, ${report.faults.length} amiss`,
      );
      for (const { documentId, what } of report.faults) console.log(`  ${documentId}: ${what}`);
      for (const { documentId, fileId } of report.erased)
        console.log(`  ${documentId}: the file ${fileId} was erased on legal request`);
    }
    if (shows.length === 0) console.log('There are no shows yet.');
    for (const removedId of Object.keys(storedHeads).filter((id) => !(id in heads))) {
      console.log(`The show ${removedId} was kept, and is not there.`);
      faults += 1;
    }
  } finally {
    await databases.close();
  }
  return { faults, heads };
}
