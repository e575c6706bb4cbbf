import { join } from 'node:path';
import { databaseIds } from './cloudflare.mjs';
import { d1OverHttp } from './d1-over-http.mjs';
import { databasesOf, readDeployment, shardRegionsOf } from './deployment.mjs';
import { namedFile, repository, stateFolder } from '../environment.mjs';
import { localShards, openLocalDatabases } from '../server/local-databases.mjs';

/**
 * The databases of an installation: `env` has the existing ones by binding, `all` every expected one.
 * @typedef {{ env: Env, all: { binding: string, name: string, migrations: string }[], close: () => Promise<void> }} Databases
 */

/** Options that select the databases of a command. */
export const databaseOptions = /** @type {const} */ ({
  remote: { type: 'boolean', default: false },
  config: { type: 'string' },
});

/** @param {string | undefined} config as named on the command line @returns {string} */
export function deploymentFile(config) {
  return config ? namedFile(config) : join(repository, 'deployment.json');
}

/**
 * @param {{ remote: boolean, config?: string | undefined }} which `remote`: what deployment.json, or `config`, describes; else
 *   the local ones
 * @returns {Promise<Databases>}
 */
export async function openDatabases({ remote, config }) {
  if (remote) return deployedDatabases(readDeployment(deploymentFile(config)));
  const proxy = await openLocalDatabases(stateFolder());
  const env = { .../** @type {Env} */ (proxy.env), SHARD_REGIONS: '' };
  const all = databasesOf({ name: 'backlot', shards: localShards(stateFolder()) });
  return { env, all, close: () => proxy.dispose() };
}

/**
 * @param {Pick<import('./deployment.mjs').Deployment, 'name' | 'shards' | 'location'>} deployment
 * @param {ReadonlyMap<string, string>} [known] ids by name, where they have been asked for already
 * @returns {Promise<Databases>}
 */
export async function deployedDatabases(deployment, known) {
  const all = databasesOf(deployment);
  const [ids, open] = await Promise.all([known ?? databaseIds(), d1OverHttp()]);
  const there = all.flatMap(({ binding, name }) => {
    const id = ids.get(name);
    return id === undefined ? [] : [[binding, open(id)]];
  });
  const env = { ...Object.fromEntries(there), SHARD_REGIONS: shardRegionsOf(deployment) };
  return { env: /** @type {Env} */ (env), all, close: async () => undefined };
}

/**
 * Throws with a message for the user when the directory has no tables yet, or a database is missing.
 * @param {Databases} databases
 */
export async function mustHaveTables({ env, all }) {
  const directory = /** @type {D1Database | undefined} */ (env.DIRECTORY);
  const found = await directory?.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'shows'").first();
  if (!found)
    throw new Error('There are no tables yet: npm start makes them here, npm run deploy in an account.');
  const missing = all.filter(({ binding }) => !(binding in env));
  if (missing.length > 0)
    throw new Error(`There is no ${missing.map(({ name }) => name).join(', no ')}: npm run deploy makes it.`);
}
