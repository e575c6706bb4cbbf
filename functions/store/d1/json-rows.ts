import { SQLiteD1Session } from 'drizzle-orm/d1';
import { Refusal } from '#domain/codes';
import { Column, getTableName, is } from 'drizzle-orm';
import type { SelectedFieldsOrdered } from 'drizzle-orm/sqlite-core';

/** D1 allows at most 32 arguments per function. */
const maxArguments = 30;
const jsonRowsPrefix = 'with found(';

/**
 * For each table of a prepared read, whether its rows are always present. Drizzle sets this after preparing the read.
 */
interface Joined {
  joinsNotNullableMap?: Record<string, boolean>;
}

/**
 * The same read with each row as one JSON text. A row that travels cell by cell costs the Worker many times as much,
 * and a row as an object loses one of two columns that have the same name.
 */
function asJsonRows(query: string, columns: number): string {
  const names = Array.from({ length: columns }, (_, n) => `c${n}`);
  const parts = Array.from({ length: Math.ceil(columns / maxArguments) }, (_, n) =>
    names.slice(n * maxArguments, (n + 1) * maxArguments),
  );
  const row = parts.map((part) => `json_array(${part.join()})`).join();
  return `${jsonRowsPrefix}${names.join()}) as (${query}) select json_array(${row}) as row from found`;
}

/** Whether a statement returns each row as one JSON text. */
export function isJsonRows(query: string): boolean {
  return query.startsWith(jsonRowsPrefix);
}

/** Parses the result of such a statement: the cells of each row, in order. */
export function parseJsonRows({ results }: D1Result): unknown[][] {
  const rows = JSON.parse(
    `[${(results as { row: string }[]).map(({ row }) => row).join()}]`,
  ) as unknown[][][];
  return rows.map((parts) => (parts.length === 1 ? (parts[0] ?? []) : parts.flat()));
}

type Session = SQLiteD1Session<Record<string, never>, Record<string, never>>;
type Prepare = Session['prepareQuery'];

/** Makes a read throw the `Refusal` that the database client threw, without Drizzle's wrapper. */
function unwrapRefusals<Prepared>(prepared: Prepared): Prepared {
  const query = prepared as { queryWithCache: (...args: unknown[]) => Promise<unknown> };
  const run = query.queryWithCache.bind(prepared);
  query.queryWithCache = (...args) =>
    run(...args).catch((error: unknown) => {
      throw error instanceof Error && error.cause instanceof Refusal ? error.cause : error;
    });
  return prepared;
}

/** Drizzle's session, whose reads return rows as JSON texts. */
export class JsonRowSession extends SQLiteD1Session<Record<string, never>, Record<string, never>> {
  override prepareQuery(
    ...[query, fields, method, inArrays, mapper, ...rest]: Parameters<Prepare>
  ): ReturnType<Prepare> {
    if (!fields || mapper || !/^\s*select\b/i.test(query.sql))
      return unwrapRefusals(super.prepareQuery(query, fields, method, inArrays, mapper, ...rest));
    const jsonQuery = { ...query, sql: asJsonRows(query.sql, fields.length) };
    let decode: DecodeRow | null = null;
    const decodeRows = (rows: unknown[][]) => {
      decode ??= compileRowDecoder(fields, (prepared as unknown as Joined).joinsNotNullableMap);
      return rows.map(decode);
    };
    const prepared = super.prepareQuery(jsonQuery, fields, method, inArrays, decodeRows, ...rest);
    return prepared;
  }
}

/** Decodes the cells of one row into the object that Drizzle's types promise. */
export type DecodeRow = (cells: readonly unknown[]) => Record<string, unknown>;

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown;
}

/** A cell's path in the row's object, and the decoder of its stored value; null when none is needed. */
interface Cell {
  path: readonly string[];
  decode: ((value: unknown) => unknown) | null;
}

/**
 * Compiles the row mapper of a read once, where Drizzle decides it again for each cell. `joined` states for each table
 * whether its rows are always present: the object of a left-joined table is null when its first column is.
 */
export function compileRowDecoder(
  fields: SelectedFieldsOrdered,
  joined: Record<string, boolean> | undefined,
): DecodeRow {
  const cells = fields.map(({ path, field }): Cell => {
    const { decoder, sql } = field as { decoder?: Decoder; sql?: { decoder: Decoder } };
    const by = is(field, Column) ? field : (decoder ?? sql?.decoder);
    const isPlain = !by || by.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return { path, decode: isPlain ? null : (value) => by.mapFromDriverValue(value) };
  });
  const nullable = joined ? nullableObjects(fields, joined) : [];
  return (row) => {
    const object: Record<string, unknown> = {};
    for (let n = 0; n < cells.length; n += 1) {
      const { path, decode } = cells[n] as Cell;
      const cell = row[n];
      let node = object;
      for (let depth = 0; depth < path.length - 1; depth += 1)
        node = (node[path[depth] as string] ??= {}) as Record<string, unknown>;
      node[path.at(-1) as string] = decode === null || cell === null ? cell : decode(cell);
    }
    for (const { name, first } of nullable) if (row[first] === null) object[name] = null;
    return object;
  };
}

/** The objects that consist of the columns of one left-joined table, each with the position of its first column. */
function nullableObjects(fields: SelectedFieldsOrdered, joined: Record<string, boolean>) {
  const objects = new Map<string, { name: string; first: number; tables: Set<string> }>();
  for (const [n, { path, field }] of fields.entries()) {
    const [name] = path;
    if (path.length !== 2 || name === undefined || !is(field, Column)) continue;
    const object = objects.get(name) ?? { name, first: n, tables: new Set() };
    object.tables.add(getTableName(field.table));
    objects.set(name, object);
  }
  return [...objects.values()].filter(
    ({ tables }) => tables.size === 1 && [...tables].every((table) => !joined[table]),
  );
}
