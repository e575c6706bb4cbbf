import { getTableColumns, getTableName } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as directoryTables from '#store/directory/tables';
import * as documentTables from '#store/show/document-tables';
import * as flowTables from '#store/show/flow-tables';
import * as referenceTables from '#store/show/reference-tables';
import type { Rows } from './rows.ts';

/** One statement with one bound text: any number of rows. */
export interface Insert {
  sql: string;
  text: string;
}

/** D1 takes at most 2 MB a value; the margin is for characters of more than one byte. */
const valueCharacters = 1_500_000;

/** Foreign keys are held at once: these go first, in this order, and whatever refers to them afterwards. */
const parents: readonly SQLiteTable[] = [
  directoryTables.studios,
  directoryTables.shows,
  directoryTables.users,
  directoryTables.countries,
  referenceTables.departments,
  referenceTables.vendors,
  referenceTables.temporaryVendors,
  flowTables.bankAccounts,
  flowTables.workflowTemplates,
  flowTables.workflowTemplateSteps,
  documentTables.documents,
  documentTables.documentLines,
  documentTables.files,
  flowTables.workflows,
  flowTables.workflowSteps,
];

/** JSON texts of the list, none longer than a value may be. */
function textsOf(list: readonly unknown[]): string[] {
  const text = JSON.stringify(list);
  if (text.length <= valueCharacters || list.length === 1) return [text];
  const half = Math.ceil(list.length / 2);
  return [...textsOf(list.slice(0, half)), ...textsOf(list.slice(half))];
}

/** How many rows fill a value, by the length of the first ones. */
function rowsPerText(list: readonly unknown[]): number {
  const sample = list.slice(0, 100);
  return Math.ceil((valueCharacters * 0.85 * sample.length) / JSON.stringify(sample).length);
}

/** The rows travel as arrays in JSON; `->>` turns true into 1 and an object into its text, as the columns hold them. */
function insertsInto(table: SQLiteTable, rows: readonly Record<string, unknown>[]): Insert[] {
  const columns = Object.entries<Column>(getTableColumns(table));
  const names = columns.map(([, column]) => column.name).join(', ');
  const picks = columns.map((_, n) => `value ->> ${n}`).join(', ');
  const sql = `INSERT INTO ${getTableName(table)} (${names}) SELECT ${picks} FROM jsonb_each(?)`;
  const list = rows.map((row) => columns.map(([key, column]) => row[key] ?? column.default ?? null));
  const width = rowsPerText(list);
  const slices = Array.from({ length: Math.ceil(list.length / width) }, (_, n) =>
    list.slice(n * width, (n + 1) * width),
  );
  return slices.flatMap(textsOf).map((text) => ({ sql, text }));
}

/** All the rows as statements in an order that foreign keys allow. */
export function insertsOf(rows: Rows): Insert[] {
  const tables = new Set([...parents, ...rows.byTable.keys()]);
  return [...tables].flatMap((table) => {
    const list = rows.byTable.get(table) ?? [];
    return list.length > 0 ? insertsInto(table, list) : [];
  });
}
