/** A table as far as moving a show's rows must know it. */
export interface ShardTable {
  name: string;
  columns: readonly string[];
  /** The columns of its primary key, in order. */
  keys: readonly string[];
  /** Whether its rows are found by their show. */
  isByShow: boolean;
}

export interface ShardTables {
  /** What holds rows of shows, parents before children. */
  base: readonly ShardTable[];
  /** What triggers keep of those (counts, who approves): it comes and goes with them. */
  kept: readonly ShardTable[];
  /** Columns that refer to a parent and that no index leads with: for each of its rows that goes, all of the table is read. */
  unindexed: readonly { table: string; column: string; parent: string }[];
}

/** How indexes are called that are made for a removal, and dropped after it. */
export const ofRemoval = 'moving_parents_';

/**
 * What a shard's tables are, read from the database itself: a table of tomorrow moves, too. `kept` is whatever a
 * trigger writes rows into.
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
         AND i.partial = 0 AND i.name NOT GLOB '${ofRemoval}*'`,
    ),
    database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'"),
  ]);
  const written = new Set(
    triggers?.results.flatMap(({ sql }) =>
      [...String(sql).matchAll(/INSERT INTO (\w+)/gi)].map(([, name]) => name),
    ),
  );
  const isLed = new Set(leading?.results.map(({ table, column }) => `${table}.${column}`));
  const tables = [...Map.groupBy(columns?.results ?? [], ({ table }) => String(table))].map(
    ([name, found]: [string, Record<string, string | number>[]]): ShardTable => ({
      name,
      columns: found.map((column) => String(column['name'])),
      keys: found
        .filter(({ pk }) => Number(pk) > 0)
        .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
        .map((column) => String(column['name'])),
      isByShow: isLed.has(`${name}.show_id`),
    }),
  );
  const ofShows = tables.filter((table) => table.columns.includes('show_id'));
  const parents = Map.groupBy(references?.results ?? [], ({ table }) => String(table));
  return {
    base: inOrder(
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
      .filter(({ table, column }) => !isLed.has(`${table}.${column}`)),
  };
}

/** Parents before children. */
function inOrder(tables: readonly ShardTable[], parentsOf: (name: string) => string[]): ShardTable[] {
  const placed = new Map<string, ShardTable>();
  const place = (table: ShardTable): void => {
    if (placed.has(table.name)) return;
    for (const parent of parentsOf(table.name)) {
      const found = tables.find(({ name }) => name === parent && name !== table.name);
      if (found) place(found);
    }
    placed.set(table.name, table);
  };
  for (const table of tables) place(table);
  return [...placed.values()];
}
