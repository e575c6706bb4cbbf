import { guardState } from './write-fence.ts';
import { removalIndexPrefix } from './shard-schema.ts';
import type { ShardTable, ShardTables } from './shard-schema.ts';

type Cell = string | number | null;
export type MovedRow = readonly Cell[];

/** A page of rows, the keys after which the next page begins (null at the end), and its maximum number of rows. */
export interface MovedPage {
  rows: MovedRow[];
  next: MovedRow | null;
  limit: number;
}

/** Rows that are read in the order of their keys, page by page. */
export interface Paged {
  columns: readonly string[];
  keys: readonly string[];
  /** Follows FROM; the table itself has the alias `moved`. */
  from: string;
  only?: string;
}

/** A bound value may have 2 MB. */
const pageBytes = 1_000_000;
const removeBatchSize = 1000;
/** The limit of a table's first page, when the size of its rows is not known yet. */
export const firstLimit = 200;

export function pagedRows({ name, columns, keys }: ShardTable): Paged {
  return { columns: columns.map(movedColumn), keys: keys.map(movedColumn), from: `"${name}" AS moved` };
}

/** The rows that triggers maintain, except counters that are zero. */
export function pagedCounts(table: ShardTable): Paged {
  const values = table.columns.filter((column) => !table.keys.includes(column)).map(movedColumn);
  const some = values.map((value) => `${value} <> 0`).join(' OR ');
  return { ...pagedRows(table), ...(some && { only: `(${some})` }) };
}

/** The last event of each history. */
export const pagedHeads: Paged = {
  columns: ['moved.id', 'e.seq', 'e.hash'],
  keys: ['moved.id'],
  from: 'documents AS moved JOIN document_events e ON e.document_id = moved.id AND e.seq = moved.version',
};

const movedColumn = (column: string) => `moved."${column}"`;

/** The show's rows of a table: keys other than the show id are ids, which begin with the show id (decision 0001). */
function showCondition(showId: string, [first = '']: readonly string[]): { where: string; values: Cell[] } {
  if (first === movedColumn('show_id')) return { where: `${first} = ?`, values: [showId] };
  // The plus keeps SQLite from using an index on the show id, so that rows come in the order of their keys.
  const where = `${first} > ? AND ${first} < ? AND +moved.show_id = ?`;
  return { where, values: [...idRange(showId), showId] };
}

/** The ids of a show lie between these two. */
const idRange = (showId: string) => [`${showId}_`, `${showId}_\u{10FFFF}`];

/** The next `limit` rows of a show after the keys `after`. */
export async function readPage(
  database: D1Database,
  paged: Paged,
  showId: string,
  after: MovedRow | null,
  limit: number,
): Promise<MovedPage> {
  const { columns, keys, from, only } = paged;
  const { where, values } = showCondition(showId, keys);
  const afterCondition = after ? ` AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})` : '';
  const rows = await database
    .prepare(
      `SELECT ${columns.join(', ')} FROM ${from} WHERE ${where}${afterCondition}${only ? ` AND ${only}` : ''}
       ORDER BY ${keys.join(', ')} LIMIT ?`,
    )
    .bind(...values, ...(after ?? []), limit)
    .raw<Cell[]>();
  const last = rows.length < limit ? undefined : rows.at(-1);
  const perRow = JSON.stringify(rows).length / Math.max(1, rows.length);
  return {
    rows,
    next: last ? keys.map((key) => last[columns.indexOf(key)] ?? null) : null,
    limit: Math.min(2000, Math.max(20, Math.floor(pageBytes / perRow))),
  };
}

/** The keys of the last row of a show in each table; null when it has none. A copy grows in the order of its keys. */
export async function readLastKeys(
  database: D1Database,
  tables: readonly ShardTable[],
  showId: string,
): Promise<(MovedRow | null)[]> {
  const found = await database.batch<{ last: string }>(
    tables.map((table) => {
      const { keys, from } = pagedRows(table);
      const { where, values } = showCondition(showId, keys);
      const down = keys.map((key) => `${key} DESC`).join(', ');
      return database
        .prepare(
          `SELECT json_array(${keys.join(', ')}) AS last FROM ${from} WHERE ${where} ORDER BY ${down} LIMIT 1`,
        )
        .bind(...values);
    }),
  );
  return found.map(({ results: [row] }) => (row ? (JSON.parse(row.last) as MovedRow) : null));
}

export async function tablesOf(
  database: D1Database,
  tables: readonly ShardTable[],
  showId: string,
): Promise<ShardTable[]> {
  const found = await database.batch<{ hasRows: number }>(
    tables.map((table) => {
      const { keys, from } = pagedRows(table);
      const { where, values } = showCondition(showId, keys);
      return database
        .prepare(`SELECT EXISTS (SELECT 1 FROM ${from} WHERE ${where}) AS hasRows`)
        .bind(...values);
    }),
  );
  return tables.filter((_, n) => found[n]?.results[0]?.hasRows === 1);
}

/** Adds rows to an arriving show: all of them, or none. */
export async function addRows(
  database: D1Database,
  { name, columns }: ShardTable,
  showId: string,
  rows: readonly MovedRow[],
): Promise<void> {
  const into = `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;
  const picked = columns.map((_, n) => `value ->> ${n}`).join(', ');
  const statements = splitBySize(rows).map((part) =>
    Array.isArray(part)
      ? database.prepare(`${into} SELECT ${picked} FROM json_each(?) AS moved`).bind(`[${part.join(',')}]`)
      : database.prepare(`${into} VALUES (${columns.map(() => '?').join(', ')})`).bind(...part.alone),
  );
  await database.batch([guardState(database, showId, 'ARRIVING'), ...statements]);
}

/** Splits rows into JSON texts small enough to bind, in their order. A row that is too large is returned by itself. */
function splitBySize(rows: readonly MovedRow[]): (string[] | { alone: MovedRow })[] {
  const parts: (string[] | { alone: MovedRow })[] = [];
  let size = Infinity;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (text.length > pageBytes / 2) {
      parts.push({ alone: row });
      size = Infinity;
      continue;
    }
    const last = parts.at(-1);
    if (Array.isArray(last) && size + text.length < pageBytes / 2) last.push(text);
    else {
      parts.push([text]);
      size = 0;
    }
    size += text.length;
  }
  return parts;
}

/** Removes some rows of a show that is stored on another shard. Returns false when there were none. */
export async function removeRows(
  database: D1Database,
  { name, keys }: ShardTable,
  showId: string,
): Promise<boolean> {
  const { where, values } = showCondition(showId, keys.map(movedColumn));
  const keyColumns = keys.map((key) => `"${key}"`).join(', ');
  const [, removed] = await database.batch([
    guardState(database, showId, 'GONE'),
    database
      .prepare(
        `DELETE FROM "${name}" WHERE (${keyColumns}) IN
         (SELECT ${keys.map(movedColumn).join(', ')} FROM "${name}" AS moved WHERE ${where} LIMIT ${removeBatchSize})`,
      )
      .bind(...values),
  ]);
  return (removed?.meta.changes ?? 0) > 0;
}

/** Tables with rows of this show whose ids do not begin with the show id; a move would leave them behind. */
export async function tablesWithForeignIds(
  database: D1Database,
  { base }: ShardTables,
  showId: string,
): Promise<string[]> {
  // The other rows belong to a document, or are found by their id alone.
  const byId = base.filter(({ keys, isByShow }) => keys[0] !== 'show_id' && isByShow);
  const found = await database.batch<{ stray: number }>(
    byId.map(({ name, keys }) =>
      database
        .prepare(
          `SELECT EXISTS (SELECT 1 FROM "${name}" AS moved WHERE moved.show_id = ?
             AND NOT (+moved."${keys[0]}" > ? AND +moved."${keys[0]}" < ?)) AS stray`,
        )
        .bind(showId, ...idRange(showId)),
    ),
  );
  return byId.filter((_, n) => found[n]?.results[0]?.stray === 1).map(({ name }) => name);
}

/**
 * Creates the indexes by which rows that refer to `parent` are found before its rows are removed; without them SQLite
 * would read the rows of all shows.
 */
export async function indexReferences(
  database: D1Database,
  { unindexed }: ShardTables,
  parent: string,
): Promise<void> {
  const existing = await indexesOfRemoval(database);
  const missing = unindexed
    .filter((reference) => reference.parent === parent)
    .map(({ table, column }) => ({
      name: `${removalIndexPrefix}${table}_${column}`,
      on: `"${table}" ("${column}")`,
    }))
    .filter(({ name }) => !existing.includes(name));
  for (const { name, on } of missing)
    await database.prepare(`CREATE INDEX IF NOT EXISTS "${name}" ON ${on}`).run();
}

export async function dropReferenceIndexes(database: D1Database): Promise<void> {
  for (const name of await indexesOfRemoval(database))
    await database.prepare(`DROP INDEX IF EXISTS "${name}"`).run();
}

async function indexesOfRemoval(database: D1Database): Promise<string[]> {
  const { results } = await database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB ?")
    .bind(`${removalIndexPrefix}*`)
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}
