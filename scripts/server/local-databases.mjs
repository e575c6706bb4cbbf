import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, repository } from '../environment.mjs';

const configuration = join(repository, 'demo/wrangler.toml');
/** The shards of that configuration, which are also those that are served. */
const servedShards = 2;

/**
 * The local databases have two shards, or as many as a backup that was restored into them.
 * @param {string} state the folder of the local databases
 * @returns {number}
 */
export function localShards(state) {
  const file = join(state, 'shards');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : servedShards;
}

/**
 * @param {string} state
 * @param {number} shards at least so many
 */
export function ensureLocalShards(state, shards) {
  if (shards <= localShards(state)) return;
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'shards'), String(shards));
}

/**
 * Opens the local databases and the bucket. The caller disposes of them.
 * @param {string} state
 */
export async function openLocalDatabases(state) {
  process.env['XDG_CACHE_HOME'] = cacheDir;
  const { getPlatformProxy, experimental_readRawConfig: read } = await import('wrangler');
  let configPath = configuration;
  const shards = localShards(state);
  if (shards > servedShards) {
    const { rawConfig } = read({ config: configuration });
    const more = Array.from({ length: shards - servedShards }, (_, index) => {
      const name = `backlot-shows-${servedShards + index}`;
      return { binding: `SHOWS_${servedShards + index}`, database_name: name, database_id: name };
    });
    configPath = join(state, 'databases.json');
    const main = join(repository, 'demo', String(rawConfig.main));
    const databases = [...(rawConfig.d1_databases ?? []), ...more];
    writeFileSync(configPath, JSON.stringify({ ...rawConfig, main, d1_databases: databases }, null, 2));
  }
  return getPlatformProxy({ configPath, persist: { path: join(state, 'v3') }, remoteBindings: false });
}
