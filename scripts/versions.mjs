/**
 * `npm run admin -- versions`: which database stands at which migration, and which lags behind this tree. Ends with 1 when
 * one does.
 *
 *   --remote        the databases of deployment.json, instead of the local ones
 *   --config FILE   instead of deployment.json
 */
import { parseArgs } from 'node:util';
import { openDatabases, whichDatabases } from './deployment/databases.mjs';
import { isStarted } from './environment.mjs';
import { inTurns } from './processes/map-concurrent.mjs';
import { migrationNames } from './migrate.mjs';

/** How many databases are asked at once. */
const atOnce = 20;

/**
 * Where a database stands. `lacks`: migrations of this tree that it does not have; `knows`: those it has and this tree
 * does not, for it was deployed from a newer one.
 * @typedef {{ name: string, at: string | null, since: string | null, lacks: string[], knows: string[] }} Standing
 */

/**
 * @param {import('./deployment/databases.mjs').Databases} databases
 * @returns {Promise<Standing[]>} in the order of the databases
 */
export function readStandings({ env, all }) {
  const bound = /** @type {Record<string, D1Database | undefined>} */ (/** @type {unknown} */ (env));
  return inTurns(all, atOnce, async ({ binding, name, migrations }) => {
    const database = bound[binding];
    const applied = database ? await readApplied(database) : [];
    const names = applied.map((one) => one.name);
    const wanted = migrationNames(migrations);
    return {
      name,
      at: names.at(-1) ?? null,
      since: applied.at(-1)?.applied_at ?? null,
      lacks: wanted.filter((one) => !names.includes(one)),
      knows: names.filter((one) => !wanted.includes(one)),
    };
  });
}

/** @param {D1Database} database */
async function readApplied(database) {
  const { results: account } = await database
    .prepare("SELECT name FROM sqlite_schema WHERE name = 'd1_migrations'")
    .all();
  if (account.length === 0) return [];
  const { results } = await database
    .prepare('SELECT name, applied_at FROM d1_migrations ORDER BY name')
    .all();
  return /** @type {{ name: string, applied_at: string }[]} */ (results);
}

const bare = (/** @type {string} */ name) => name.replace(/\.sql$/, '');

/** @param {Standing} standing */
export function toldStanding({ at, lacks, knows }) {
  if (at === null) return 'has no tables yet';
  const told = [
    ...(lacks.length > 0 ? [`lacks ${lacks.map(bare).join(', ')}`] : []),
    ...(knows.length > 0 ? [`newer than this tree: ${knows.map(bare).join(', ')}`] : []),
  ];
  return told.length === 0 ? 'up to date' : told.join('; ');
}

if (isStarted(import.meta.url)) {
  try {
    const { values } = parseArgs({ options: whichDatabases });
    const databases = await openDatabases(values);
    try {
      const standings = await readStandings(databases);
      const width = Math.max(...standings.map(({ name }) => name.length));
      for (const standing of standings) {
        const { name, at, since } = standing;
        const stands = at === null ? '' : `${bare(at)} since ${since} UTC: `;
        console.log(`${name.padEnd(width)}  ${stands}${toldStanding(standing)}`);
      }
      if (standings.some(({ lacks }) => lacks.length > 0)) process.exitCode = 1;
    } finally {
      await databases.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
