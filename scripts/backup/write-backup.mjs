import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appliedMigrations, readTables } from './tables.mjs';

const pageBytes = 1_000_000;
const tries = 3;

/**
 * @typedef {{ file: string, rows: number, sha256: string }} Part
 * @typedef {{ name: string, columns: string[], rows: number, parts: Part[] }} StoredTable
 * @typedef {{ id: string, version: number, contentVersion: number }} DocumentVersion
 * @typedef {{ binding: string, migrations: string[], tables: StoredTable[], documents: DocumentVersion[], inconsistent: string[] }} StoredDatabase
 */

/**
 * Writes a database into `folder`. It is read again when a document changed meanwhile; what still changed after the
 * last try is named in `inconsistent`.
 * @param {D1Database} database
 * @param {string} binding
 * @param {string} folder
 * @returns {Promise<StoredDatabase>}
 */
export async function writeDatabase(database, binding, folder) {
  const { stored } = await readTables(database);
  const hasDocuments = stored.some(({ name }) => name === 'documents');
  if (hasDocuments && (await database.prepare('SELECT 1 FROM moving_shows').first()))
    throw new Error('A show is being moved. Wait for its end.');
  const migrations = await appliedMigrations(database);
  for (let left = tries; ; left -= 1) {
    const before = hasDocuments ? await documentVersions(database) : [];
    /** @type {StoredTable[]} */
    const tables = [];
    for (const table of stored) tables.push(await writeTable(database, table, binding, folder));
    const after = hasDocuments ? await documentVersions(database) : [];
    const inconsistent = changedDocuments(before, after);
    if (inconsistent.length === 0 || left === 1)
      return { binding, migrations, tables, documents: after, inconsistent };
  }
}

/** @param {DocumentVersion[]} before @param {DocumentVersion[]} after */
function changedDocuments(before, after) {
  const text = (/** @type {DocumentVersion} */ { id, version, contentVersion }) =>
    `${id} ${version} ${contentVersion}`;
  const [old, current] = [new Set(before.map(text)), new Set(after.map(text))];
  const changed = [...before, ...after].filter((one) => !old.has(text(one)) || !current.has(text(one)));
  return [...new Set(changed.map(({ id }) => id))];
}

/** @param {D1Database} database */
async function documentVersions(database) {
  /** @type {DocumentVersion[]} */
  const found = [];
  for (let after = ''; ; after = found.at(-1)?.id ?? '') {
    const { results } = await database
      .prepare(
        'SELECT id, version, content_version AS contentVersion FROM documents WHERE id > ? ORDER BY id LIMIT 2000',
      )
      .bind(after)
      .all();
    found.push(.../** @type {DocumentVersion[]} */ (/** @type {unknown} */ (results)));
    if (results.length < 2000) return found;
  }
}

/**
 * One part per page, in the order of the primary key.
 * @param {D1Database} database
 * @param {import('./tables.mjs').Table} table
 * @param {string} binding
 * @param {string} folder
 * @returns {Promise<StoredTable>}
 */
async function writeTable(database, { name, columns, keys }, binding, folder) {
  const list = (/** @type {string[]} */ names) => names.map((each) => `"${each}"`).join(', ');
  /** @type {Part[]} */
  const parts = [];
  /** @type {unknown[] | null} */
  let after = null;
  for (let limit = 200; ;) {
    const where = after ? `WHERE (${list(keys)}) > (${keys.map(() => '?').join(', ')})` : '';
    const { results } = await database
      .prepare(`SELECT ${list(columns)} FROM "${name}" ${where} ORDER BY ${list(keys)} LIMIT ?`)
      .bind(...(after ?? []), limit)
      .all();
    if (results.length > 0) {
      const text = results.map((row) => `${JSON.stringify(row)}\n`).join('');
      const file = `${binding}.${name}.${parts.length}.ndjson`;
      writeFileSync(join(folder, file), text, { mode: 0o600 });
      parts.push({ file, rows: results.length, sha256: createHash('sha256').update(text).digest('hex') });
    }
    const last = results.at(-1);
    if (!last || results.length < limit) break;
    after = keys.map((key) => last[key]);
    limit = Math.min(
      2000,
      Math.max(20, Math.floor((pageBytes * results.length) / JSON.stringify(results).length)),
    );
  }
  return { name, columns, rows: parts.reduce((sum, { rows }) => sum + rows, 0), parts };
}
