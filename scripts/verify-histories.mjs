/**
 * `npm run admin -- verify`: whether the history of every document is as it was written, and the documents say what it
 * says. Prints what is amiss, and ends with 1 then.
 *
 *   --keep heads.json       writes down where each history ends, to be kept where nobody of the database reaches
 *   --against heads.json    holds the histories against what was kept: also what was taken away or written anew is found
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheDir, repository, stateFolder } from './environment.mjs';

/** @typedef {Record<string, [string, { seq: number, hash: string }][]>} Kept by show */

try {
  const { values } = parseArgs({
    options: {
      keep: { type: 'string' },
      against: { type: 'string' },
    },
  });
  /** @type {Kept} */
  const kept = values.against === undefined ? {} : JSON.parse(readFileSync(values.against, 'utf8'));
  process.env['XDG_CACHE_HOME'] = cacheDir;
  const { faults, heads } = await verify(kept);
  if (values.keep !== undefined) writeFileSync(values.keep, `${JSON.stringify(heads)}\n`);
  if (faults > 0) throw new Error(`${faults} things are not as they were written.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {Kept} kept
 */
async function verify(kept) {
  const { getPlatformProxy } = await import('wrangler');
  const { verifyHistories } = await import('../functions/verbs/verify-histories.ts');
  const { storeFor } = await import('../functions/store/open.ts');
  const proxy = await getPlatformProxy({
    configPath: join(repository, 'demo/wrangler.toml'),
    persist: { path: join(stateFolder(), 'v3') },
    remoteBindings: false,
  });
  const env = /** @type {Env} */ (proxy.env);
  /** @type {Kept} */
  const heads = {};
  let faults = 0;
  try {
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
    }
  } finally {
    await proxy.dispose();
  }
  return { faults, heads };
}
