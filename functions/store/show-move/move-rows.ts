import { guardState } from './write-fence.ts';
import { ofRemoval } from './shard-schema.ts';
import type { ShardTable, ShardTables } from './shard-schema.ts';

type Cell = string | number | null;
export type MovedRow = readonly Cell[];

/** A page of rows, and what the next one begins behind, null at the end, with the rows that it may have. */
export interface MovedPage {
  rows: MovedRow[];
  next: MovedRow | null;
  limit: number;
}

/** What is read in the order of its keys, page by page. */
export interface Paged {
  columns: readonly string[];
  keys: readonly string[];
  /** Behind FROM; the table itself is called `moved`. */
  from: string;
  only?: string;
}

/** A value that is bound may have 2 MB. */
const pageBytes = 1_000_000;
const removedAtOnce = 1000;
/** Of the first page of a table, when nobody knows yet how large its rows are. */
export const firstLimit = 200;

export function pagedRows({ name, columns, keys }: ShardTable): Paged {
  return { columns: columns.map(own), keys: keys.map(own), from: `"${name}" AS moved` };
}

/** What triggers keep, without counts that have come down to nothing. */
export function pagedCounts(table: ShardTable): Paged {
  const values = table.columns.filter((column) => !table.keys.includes(column)).map(own);
  const some = values.map((value) => `${value} <> 0`).join(' OR ');
  return { ...pagedRows(table), ...(some && { only: `(${some})` }) };
}

/** Where each history ends. */
export const pagedHeads: Paged = {
  columns: ['moved.id', 'e.seq', 'e.hash'],
  keys: ['moved.id'],
  from: 'documents AS moved JOIN document_events e ON e.document_id = moved.id AND e.seq = moved.version',
};

const own = (column: string) => `moved."${column}"`;

/** The show's rows of a table: keys that do not begin with the show itself are ids, which do (decision 0001). */
function ofShow(showId: string, [first = '']: readonly string[]): { where: string; values: Cell[] } {
  if (first === own('show_id')) return { where: `${first} = ?`, values: [showId] };
  // Behind a plus the show leads to no index, so that rows come in the order of their keys.
  const where = `${first} > ? AND ${first} < ? AND +moved.show_id = ?`;
  return { where, values: [...idsOf(showId), showId] };
}

/** Between these lie the ids of a show. */
const idsOf = (showId: string) => [`${showId}_`, `${showId}_\u{10FFFF}`];

/** The next `limit` rows of a show behind the keys `after`. */
export async function readPage(
  database: D1Database,
  paged: Paged,
  showId: string,
  after: MovedRow | null,
  limit: number,
): Promise<MovedPage> {
  const { columns, keys, from, only } = paged;
  const { where, values } = ofShow(showId, keys);
  const behind = after ? ` AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})` : '';
  const rows = await database
    .prepare(
      `SELECT ${columns.join(', ')} FROM ${from} WHERE ${where}${behind}${only ? ` AND ${only}` : ''}
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

/** The keys of the last row that a show has in each table; null without one. A copy grows in the order of its keys. */
export async function readLastKeys(
  database: D1Database,
  tables: readonly ShardTable[],
  showId: string,
): Promise<(MovedRow | null)[]> {
  const found = await database.batch<{ last: string }>(
    tables.map((table) => {
      const { keys, from } = pagedRows(table);
      const { where, values } = ofShow(showId, keys);
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

/** Those of the tables in which a show has rows. */
export async function tablesOf(
  database: D1Database,
  tables: readonly ShardTable[],
  showId: string,
): Promise<ShardTable[]> {
  const found = await database.batch<{ some: number }>(
    tables.map((table) => {
      const { keys, from } = pagedRows(table);
      const { where, values } = ofShow(showId, keys);
      return database.prepare(`SELECT EXISTS (SELECT 1 FROM ${from} WHERE ${where}) AS some`).bind(...values);
    }),
  );
  return tables.filter((_, n) => found[n]?.results[0]?.some === 1);
}

/** Adds rows to a show that is arriving: all of them, or none. */
export async function addRows(
  database: D1Database,
  { name, columns }: ShardTable,
  showId: string,
  rows: readonly MovedRow[],
): Promise<void> {
  const into = `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;
  const picked = columns.map((_, n) => `value ->> ${n}`).join(', ');
  const statements = inParts(rows).map((part) =>
    Array.isArray(part)
      ? database.prepare(`${into} SELECT ${picked} FROM json_each(?) AS moved`).bind(`[${part.join(',')}]`)
      : database.prepare(`${into} VALUES (${columns.map(() => '?').join(', ')})`).bind(...part.alone),
  );
  await database.batch([guardState(database, showId, 'ARRIVING'), ...statements]);
}

/** Rows as JSON in texts that may be bound, in their order; one that is too large for that goes by itself. */
function inParts(rows: readonly MovedRow[]): (string[] | { alone: MovedRow })[] {
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

/** Removes some rows of a show that lives elsewhere; false when there were none. */
export async function removeRows(
  database: D1Database,
  { name, keys }: ShardTable,
  showId: string,
): Promise<boolean> {
  const { where, values } = ofShow(showId, keys.map(own));
  const named = keys.map((key) => `"${key}"`).join(', ');
  const [, removed] = await database.batch([
    guardState(database, showId, 'GONE'),
    database
      .prepare(
        `DELETE FROM "${name}" WHERE (${named}) IN
         (SELECT ${keys.map(own).join(', ')} FROM "${name}" AS moved WHERE ${where} LIMIT ${removedAtOnce})`,
      )
      .bind(...values),
  ]);
  return (removed?.meta.changes ?? 0) > 0;
}

/** Tables with rows of this show under ids that do not begin with it: those would be left behind. */
export async function tablesWithForeignIds(
  database: D1Database,
  { base }: ShardTables,
  showId: string,
): Promise<string[]> {
  // The others hang on a document, or are found by their id alone.
  const byId = base.filter(({ keys, isByShow }) => keys[0] !== 'show_id' && isByShow);
  const found = await database.batch<{ stray: number }>(
    byId.map(({ name, keys }) =>
      database
        .prepare(
          `SELECT EXISTS (SELECT 1 FROM "${name}" AS moved WHERE moved.show_id = ?
             AND NOT (+moved."${keys[0]}" > ? AND +moved."${keys[0]}" < ?)) AS stray`,
        )
        .bind(showId, ...idsOf(showId)),
    ),
  );
  return byId.filter((_, n) => found[n]?.results[0]?.stray === 1).map(({ name }) => name);
}

/** Before rows of `parent` go: what refers to them is found by an index, and not by reading what all other shows have. */
export async function indexReferences(
  database: D1Database,
  { unindexed }: ShardTables,
  parent: string,
): Promise<void> {
  const there = await indexesOfRemoval(database);
  const missing = unindexed
    .filter((reference) => reference.parent === parent)
    .map(({ table, column }) => ({ name: `${ofRemoval}${table}_${column}`, on: `"${table}" ("${column}")` }))
    .filter(({ name }) => !there.includes(name));
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
    .bind(`${ofRemoval}*`)
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}
