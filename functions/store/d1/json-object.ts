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
