import { parentsFirst } from '../../functions/store/show-move/shard-schema.ts';

/** @typedef {{ name: string, columns: string[], keys: string[] }} Table */

/** Tables that a migration fills in an empty database. */
export const seededTables = ['long_secrets'];
/** Not part of a backup: they describe the running installation, not its data. */
const ownTables = ['d1_migrations', 'last_sweep', 'moving_shows', 'restored_rows', 'search_backfill'];

/**
 * Reads the tables of a database, parents first. `derived` are those that triggers fill: a restore gets their rows,
 * and the search index, from the triggers. So a future table is part of the backup, too.
 * @param {D1Database} database
 * @returns {Promise<{ stored: Table[], derived: string[] }>}
 */
export async function readTables(database) {
  const [schema, columns, references] = await database.batch([
    database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'trigger')"),
    database.prepare(
      `SELECT t.name AS "table", c.name, c.pk, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' AND t.name NOT GLOB '_cf_*' ORDER BY t.rowid, c.cid`,
    ),
    database.prepare(
      `SELECT t.name AS "table", f."table" AS parent FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
       WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' AND t.name NOT GLOB '_cf_*'`,
    ),
  ]);
  const entries = /** @type {{ type: string, name: string, sql: string | null }[]} */ (schema?.results ?? []);
  const virtual = entries.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql ?? '')).map(({ name }) => name);
  const filled = new Set(
    entries
      .filter(({ type }) => type === 'trigger')
      .flatMap(({ sql }) => [...(sql ?? '').matchAll(/INSERT INTO (\w+)/gi)].map(([, name]) => name)),
  );
  const isOurs = (/** @type {string} */ name) =>
    !ownTables.includes(name) &&
    !name.startsWith('sqlite_') &&
    !virtual.some((each) => name.startsWith(`${each}_`));
  /** @type {Map<string, { name: string, pk: number, type: string }[]>} */
  const byTable = new Map();
  for (const row of /** @type {{ table: string, name: string, pk: number, type: string }[]} */ (
    columns?.results ?? []
  ))
    byTable.set(row.table, [...(byTable.get(row.table) ?? []), row]);
  const tables = [...byTable]
    .filter(([name]) => isOurs(name))
    .map(([name, rows]) => ({
      name,
      isByShow: false,
      columns: rows.map((row) => row.name),
      keys: rows
        .filter(({ pk }) => pk > 0)
        .toSorted((a, b) => a.pk - b.pk)
        .map((row) => row.name),
      hasBytes: rows.some(({ type }) => type === 'BLOB'),
    }));
  const stored = tables.filter(({ name }) => !filled.has(name));
  const unsupported = stored.filter(({ keys, hasBytes }) => keys.length === 0 || hasBytes);
  if (unsupported.length > 0)
    throw new Error(`No backup: ${unsupported.map(({ name }) => name).join(', ')} has no key, or bytes.`);
  const parents = /** @type {{ table: string, parent: string }[]} */ (references?.results ?? []);
  return {
    stored: parentsFirst(stored, (name) =>
      parents.filter(({ table }) => table === name).map(({ parent }) => parent),
    ).map(({ name, columns: own, keys }) => ({ name, columns: [...own], keys: [...keys] })),
    derived: tables.filter(({ name }) => filled.has(name)).map(({ name }) => name),
  };
}

/** @param {D1Database} database @returns {Promise<string[]>} names of applied migrations */
export async function appliedMigrations(database) {
  const { results } = await database.prepare('SELECT name FROM d1_migrations ORDER BY name').all();
  return results.map(({ name }) => String(name));
}
