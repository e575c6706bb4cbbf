/**
 * `npm run admin -- versions`: prints the migration status of every database. Exits with 1 when one is behind this
 * tree.
 *
 *   --remote        the databases of deployment.json, instead of the local ones
 *   --config FILE   instead of deployment.json
 */
import { openDatabases, databaseOptions } from './deployment/databases.mjs';
import { isStarted } from './environment.mjs';
import { mapConcurrent } from './processes/map-concurrent.mjs';
import { migrationNames } from './migrate.mjs';
import { parseOptions } from './processes/options.mjs';

/** Number of databases that are queried at once. */
const atOnce = 20;

/**
 * The migration status of a database. `lacks`: migrations of this tree that it does not have; `knows`: migrations that
 * this tree does not have, since it was deployed from a newer one.
 * @typedef {{ name: string, at: string | null, since: string | null, lacks: string[], knows: string[] }} VersionStatus
 */

/**
 * @param {import('./deployment/databases.mjs').Databases} databases
 * @returns {Promise<VersionStatus[]>} in the order of the databases
 */
export function readVersionStatus({ env, all }) {
  const bound = /** @type {Record<string, D1Database | undefined>} */ (/** @type {unknown} */ (env));
  return mapConcurrent(all, atOnce, async ({ binding, name, migrations }) => {
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

/** @param {VersionStatus} status */
export function formatVersionStatus({ at, lacks, knows }) {
  if (at === null) return 'has no tables yet';
  const parts = [
    ...(lacks.length > 0 ? [`lacks ${lacks.map(bare).join(', ')}`] : []),
    ...(knows.length > 0 ? [`newer than this tree: ${knows.map(bare).join(', ')}`] : []),
  ];
  return parts.length === 0 ? 'up to date' : parts.join('; ');
}

if (isStarted(import.meta.url)) {
  try {
    const { values } = parseOptions({ options: databaseOptions });
    const databases = await openDatabases(values);
    try {
      const statuses = await readVersionStatus(databases);
      const width = Math.max(...statuses.map(({ name }) => name.length));
      for (const status of statuses) {
        const { name, at, since } = status;
        const prefix = at === null ? '' : `${bare(at)} since ${since} UTC: `;
        console.log(`${name.padEnd(width)}  ${prefix}${formatVersionStatus(status)}`);
      }
      if (statuses.some(({ lacks }) => lacks.length > 0)) process.exitCode = 1;
    } finally {
      await databases.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
