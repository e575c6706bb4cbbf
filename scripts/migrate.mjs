import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './environment.mjs';
import { localShards, openLocalDatabases } from './server/local-databases.mjs';

/**
 * The migrations of each local database: the directory, the shards, and the accounting sandbox.
 * @param {string} state
 * @returns {[string, string][]} the folder of each binding
 */
function planOf(state) {
  const shards = Array.from({ length: localShards(state) }, (_, n) => `SHOWS_${n}`);
  return [
    ['DIRECTORY', 'migrations/directory'],
    ...shards.map((binding) => /** @type {[string, string]} */ ([binding, 'migrations/show'])),
    ['LEDGER', 'sandbox/migrations'],
  ];
}

// The table of `wrangler d1 migrations`, so that both tools work on one database.
const account = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Returns the migrations of a folder in order.
 * @param {string} folder
 */
export function migrationNames(folder) {
  return readdirSync(join(repository, folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/** @param {string} folder */
function migrationsIn(folder) {
  return migrationNames(folder).map((name) => ({
    name,
    sql: readFileSync(join(repository, folder, name), 'utf8'),
  }));
}

/**
 * Migrates the local databases in `state`, all in one process. Each file is applied completely or not at all.
 * @param {string} state
 * @returns {Promise<string>} a remark for the progress line
 */
export async function migrate(state) {
  const wanted = planOf(state).map(([binding, folder]) => ({ binding, files: migrationsIn(folder) }));
  const fingerprint = createHash('sha256').update(JSON.stringify(wanted)).digest('hex');
  const stamp = join(state, 'migrated');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return 'up to date';
  const proxy = await openLocalDatabases(state);
  let count = 0;
  try {
    for (const { binding, files } of wanted) {
      count += await bringUpToDate(/** @type {D1Database} */ (proxy.env[binding]), files);
    }
  } finally {
    await proxy.dispose();
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(stamp, fingerprint);
  return `${count} applied`;
}

/**
 * @param {D1Database} database
 * @param {{ name: string, sql: string }[]} files
 */
async function bringUpToDate(database, files) {
  const { unstable_splitSqlQuery: split } = await import('wrangler');
  await database.prepare(account).run();
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all();
  const applied = new Set(results.map(({ name }) => name));
  const open = files.filter(({ name }) => !applied.has(name));
  for (const { name, sql } of open) {
    const statements = split(sql).map((statement) => database.prepare(statement));
    await database.batch([
      ...statements,
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
  return open.length;
}
