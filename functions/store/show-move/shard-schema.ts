/** The description of a table that moving a show's rows needs. */
export interface ShardTable {
  name: string;
  columns: readonly string[];
  /** The columns of its primary key, in order. */
  keys: readonly string[];
  /** Whether an index finds its rows by their show. */
  isByShow: boolean;
}

export interface ShardTables {
  /** The tables with rows of shows, parents before children. */
  base: readonly ShardTable[];
  /** The tables that triggers maintain from those (counts, approvers); their rows come and go with them. */
  kept: readonly ShardTable[];
  /** Columns that refer to a parent and have no index: removing a row of the parent reads the whole table. */
  unindexed: readonly { table: string; column: string; parent: string }[];
}

/** The name prefix of the indexes that exist only during a removal. */
export const removalIndexPrefix = 'moving_parents_';

/**
 * Reads the tables of a shard from the database itself, so that future tables are moved, too. `kept` are the tables
 * into which a trigger inserts rows.
 */
export async function readShardTables(database: D1Database): Promise<ShardTables> {
  const [columns, references, leading, triggers] = await database.batch<Record<string, string | number>>([
    database.prepare(
      `SELECT t.name AS "table", c.name, c.pk FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' AND t.name NOT GLOB '_cf_*'
         AND t.name <> 'moving_shows' ORDER BY t.rowid, c.cid`,
    ),
    database.prepare(
      `SELECT t.name AS "table", f."table" AS parent, f."from" AS "column" FROM sqlite_schema t
       JOIN pragma_foreign_key_list(t.name) f
       WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' AND t.name NOT GLOB '_cf_*'`,
    ),
    database.prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t JOIN pragma_index_list(t.name) i
       JOIN pragma_index_info(i.name) c
       WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' AND t.name NOT GLOB '_cf_*' AND c.seqno = 0
         AND i.partial = 0 AND i.name NOT GLOB '${removalIndexPrefix}*'`,
    ),
    database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'"),
  ]);
  const written = new Set(
    triggers?.results.flatMap(({ sql }) =>
      [...String(sql).matchAll(/INSERT INTO (\w+)/gi)].map(([, name]) => name),
    ),
  );
  const isIndexed = new Set(leading?.results.map(({ table, column }) => `${table}.${column}`));
  const tables = [...Map.groupBy(columns?.results ?? [], ({ table }) => String(table))].map(
    ([name, columnRows]: [string, Record<string, string | number>[]]): ShardTable => ({
      name,
      columns: columnRows.map((column) => String(column['name'])),
      keys: columnRows
        .filter(({ pk }) => Number(pk) > 0)
        .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
        .map((column) => String(column['name'])),
      isByShow: isIndexed.has(`${name}.show_id`),
    }),
  );
  const ofShows = tables.filter((table) => table.columns.includes('show_id'));
  const parents = Map.groupBy(references?.results ?? [], ({ table }) => String(table));
  return {
    base: parentsFirst(
      ofShows.filter(({ name }) => !written.has(name)),
      (name) => (parents.get(name) ?? []).map(({ parent }) => String(parent)),
    ),
    kept: ofShows.filter(({ name }) => written.has(name)),
    unindexed: (references?.results ?? [])
      .map(({ table, column, parent }) => ({
        table: String(table),
        column: String(column),
        parent: String(parent),
      }))
      .filter(({ table, column }) => !isIndexed.has(`${table}.${column}`)),
  };
}

/** Sorts parents before children. */
export function parentsFirst(
  tables: readonly ShardTable[],
  parentsOf: (name: string) => string[],
): ShardTable[] {
  const visited = new Map<string, ShardTable>();
  const visit = (table: ShardTable): void => {
    if (visited.has(table.name)) return;
    for (const parent of parentsOf(table.name)) {
      const found = tables.find(({ name }) => name === parent && name !== table.name);
      if (found) visit(found);
    }
    visited.set(table.name, table);
  };
  for (const table of tables) visit(table);
  return [...visited.values()];
}
