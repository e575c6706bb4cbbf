/**
 * `npm run admin -- verify`: whether the history of every document is as it was written, and the documents say what it
 * says. Prints what is amiss, and ends with 1 then.
 *
 *   --keep heads.json       writes down where each history ends, to be kept where nobody of the database reaches
 *   --against heads.json    holds the histories against what was kept: also what was taken away or written anew is found
 *   --remote                the databases of deployment.json, instead of the local ones
 *   --config FILE           instead of deployment.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mustHaveTables, openDatabases, whichDatabases } from './deployment/databases.mjs';
import { namedFile } from './environment.mjs';

/** @typedef {Record<string, [string, { seq: number, hash: string }][]>} Kept by show */

try {
  const { values } = parseArgs({
    options: {
      ...whichDatabases,
      keep: { type: 'string' },
      against: { type: 'string' },
    },
  });
  /** @type {Kept} */
  const kept =
    values.against === undefined ? {} : JSON.parse(readFileSync(namedFile(values.against), 'utf8'));
  const { faults, heads } = await verify(kept, values);
  if (values.keep !== undefined) writeFileSync(namedFile(values.keep), `${JSON.stringify(heads)}\n`);
  if (faults > 0) throw new Error(`${faults} things are not as they were written.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {Kept} kept
 * @param {Parameters<typeof openDatabases>[0]} which
 */
async function verify(kept, which) {
  const { verifyHistories } = await import('../functions/verbs/operations/verify-histories.ts');
  const { storeFor } = await import('../functions/store/d1/open.ts');
  const databases = await openDatabases(which);
  const { env } = databases;
  /** @type {Kept} */
  const heads = {};
  let faults = 0;
  try {
    await mustHaveTables(databases);
    const { results: shows } = await env.DIRECTORY.prepare(
      'SELECT id, name, shard FROM shows ORDER BY id',
    ).all();
    for (const show of shows) {
      const { id, name, shard } = /** @type {{ id: string, name: string, shard: number }} */ (show);
      const report = await verifyHistories(storeFor(env, { id, shard }), new Map(kept[id]));
      heads[id] = [...report.heads];
      faults += report.faults.length;
      console.log(
        `${name}: ${report.documents} documents, ${report.events} events, ${report.faults.length} amiss`,
      );
      for (const { documentId, what } of report.faults) console.log(`  ${documentId}: ${what}`);
      for (const { documentId, fileId } of report.erased)
        console.log(`  ${documentId}: the file ${fileId} was erased on legal request`);
    }
    for (const gone of Object.keys(kept).filter((id) => !(id in heads))) {
      console.log(`The show ${gone} was kept, and is not there.`);
      faults += 1;
    }
  } finally {
    await databases.close();
  }
  return { faults, heads };
}
