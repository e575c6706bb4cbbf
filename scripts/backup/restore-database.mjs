import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appliedMigrations, readTables, seededTables } from './tables.mjs';

const batchRows = 100;

/** @typedef {import('./write-backup.mjs').StoredDatabase} StoredDatabase */

/**
 * Throws when a part is not as the manifest names it.
 * @param {StoredDatabase[]} databases
 * @param {string} folder
 */
export function checkParts(databases, folder) {
  for (const { file, sha256 } of databases.flatMap(({ tables }) => tables.flatMap(({ parts }) => parts)))
    if (
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex') !== sha256
    )
      throw new Error(`${file} was changed since the backup.`);
}

/**
 * Throws unless the database has the migrations of the backup, and no rows or those of an interrupted restore of it.
 * @param {D1Database} database
 * @param {StoredDatabase} stored
 * @param {string} backupId
 */
export async function checkTarget(database, stored, backupId) {
  const applied = await appliedMigrations(database);
  if (JSON.stringify(applied) !== JSON.stringify(stored.migrations))
    throw new Error(
      `${stored.binding} is at ${applied.at(-1)}, the backup at ${stored.migrations.at(-1)}. Make the empty databases with the version of Backlot that made the backup, restore, and update then.`,
    );
  const { stored: tables, derived } = await readTables(database);
  const marker = await database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'restored_rows'").first();
  if (marker) {
    const other = await database
      .prepare('SELECT 1 FROM restored_rows WHERE backup <> ?')
      .bind(backupId)
      .first();
    if (other) throw new Error(`${stored.binding} has rows of another backup.`);
    return;
  }
  const names = [...tables.map(({ name }) => name), ...derived].filter(
    (name) => !seededTables.includes(name),
  );
  const found = await database.batch(
    names.map((name) => database.prepare(`SELECT EXISTS (SELECT 1 FROM "${name}") AS filled`)),
  );
  const filled = names.filter(
    (_, n) => /** @type {{ filled: number } | undefined} */ (found[n]?.results[0])?.filled === 1,
  );
  if (filled.length > 0)
    throw new Error(
      `${stored.binding} is not empty: ${filled.join(', ')}. Restore into new databases, before the first administrator is created: another name in deployment.json (or here another BACKLOT_STATE), npm run deploy, and the restore again.`,
    );
}

/**
 * Throws unless every show of a stored shard is on that shard of the directory: another one was moved or removed since,
 * and would exist twice.
 * @param {Env} env
 * @param {StoredDatabase} stored
 * @param {string} folder
 * @param {number} shard
 */
export async function checkShows(env, stored, folder, shard) {
  const { results } = await env.DIRECTORY.prepare('SELECT id FROM shows WHERE shard = ?').bind(shard).all();
  const there = new Set(results.map(({ id }) => id));
  const settings = stored.tables.find(({ name }) => name === 'show_settings');
  for (const { file } of settings?.parts ?? [])
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1)) {
      const { show_id: show } = JSON.parse(line);
      if (!there.has(show))
        throw new Error(`${show} is not on shard ${shard} any more. Use a backup from after its move.`);
    }
}

/**
 * Inserts the rows with all triggers, which fill the derived tables and the search index. Each batch records its
 * progress, so that an interrupted restore continues after its last batch.
 * @param {D1Database} database
 * @param {StoredDatabase} stored
 * @param {string} folder
 * @param {string} backupId
 */
export async function restoreDatabase(database, { tables }, folder, backupId) {
  const marker = await database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'restored_rows'").first();
  if (!marker)
    await database.batch([
      database.prepare(
        'CREATE TABLE restored_rows (file TEXT PRIMARY KEY, backup TEXT NOT NULL, rows INTEGER NOT NULL)',
      ),
      database.prepare("INSERT INTO restored_rows VALUES ('', ?, 0)").bind(backupId),
      ...tables
        .filter(({ name }) => seededTables.includes(name))
        .map(({ name }) => database.prepare(`DELETE FROM "${name}"`)),
    ]);
  const { results } = await database.prepare('SELECT file, rows FROM restored_rows').all();
  const done = new Map(results.map(({ file, rows }) => [String(file), Number(rows)]));
  for (const { name, columns, parts } of tables)
    for (const { file } of parts) {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
      for (let n = done.get(file) ?? 0; n < lines.length; n += batchRows) {
        const rows = lines.slice(n, n + batchRows).map((line) => JSON.parse(line));
        const into = columns.map((column) => `"${column}"`).join(', ');
        const values = columns.map((_, index) => `value ->> ${index}`).join(', ');
        const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
        await database.batch([
          database.prepare(`INSERT INTO "${name}" (${into}) SELECT ${values} FROM json_each(?)`).bind(json),
          database
            .prepare('INSERT OR REPLACE INTO restored_rows VALUES (?, ?, ?)')
            .bind(file, backupId, n + rows.length),
        ]);
      }
    }
}

/** @param {D1Database} database */
export async function finishRestore(database) {
  await database.prepare('DROP TABLE restored_rows').run();
}
