import { getTableColumns, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** D1 allows at most 32 arguments per function. */
const maxPairs = 14;

/** The columns of a table, by their TypeScript names, except those in `outside`. */
export function columnsExcept(table: SQLiteTable, outside: object): [string, SQLiteColumn][] {
  return Object.entries(getTableColumns(table) as Record<string, SQLiteColumn>).filter(
    ([name]) => !(name in outside),
  );
}

/** Columns as the pairs of a JSON object in SQL. `alias` is the table's name in the statement. */
export function jsonPairs(alias: string, columns: readonly [string, SQLiteColumn][]): [string, SQL][] {
  return columns.map(([name, column]) => {
    const cell = sql.raw(`${alias}.${column.name}`);
    return [name, column.dataType === 'json' ? sql`json(${cell})` : cell];
  });
}

/** What a JSON value has for a column: its default where the value lacks one that the column needs. */
export function jsonValue(value: string, [name, column]: [string, SQLiteColumn]): SQL {
  const path = sql.raw(`${value} -> '${name}'`);
  // A JSON null is no value.
  if (column.dataType === 'json') return sql`json(nullif(${path}, 'null'))`;
  const text = sql.raw(`${value} ->> '${name}'`);
  return column.notNull && column.default !== undefined ? sql`coalesce(${text}, ${column.default})` : text;
}

/** What a statement sets in all rows: a value, or an expression of the row's `value`. */
export type FixedValues = Readonly<Record<string, string | SQL>>;

/** Inserts any number of rows in one statement, although D1 binds at most 100 parameters. */
export function insertJsonRows(table: SQLiteTable, fixed: FixedValues, rows: readonly object[]): SQL {
  const columns = columnsExcept(table, {});
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map((column) =>
    column[0] in fixed ? sql`${fixed[column[0]]}` : jsonValue('value', column),
  );
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(values, sql`, `)}
    FROM json_each(${JSON.stringify(rows)})`;
}

/** A JSON object of any number of pairs, nested because a function takes at most 32 arguments. */
export function jsonObject(pairs: readonly [string, SQL][]): SQL {
  const [first, remaining] = [pairs.slice(0, maxPairs), pairs.slice(maxPairs)];
  let object = sql`json_object(${sql.join(
    first.map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;
  for (let at = 0; at < remaining.length; at += maxPairs) {
    const next = remaining.slice(at, at + maxPairs);
    const inserts = next.map(([name, value]) => sql`${sql.raw(`'$.${name}'`)}, ${value}`);
    object = sql`json_insert(${object}, ${sql.join(inserts, sql`, `)})`;
  }
  return object;
}
