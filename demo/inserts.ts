import { getTableColumns, getTableName } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as directoryTables from '#store/directory/tables';
import * as documentTables from '#store/show/tables/document-tables';
import * as flowTables from '#store/show/tables/workflow-tables';
import * as referenceTables from '#store/show/tables/reference-tables';
import type { Rows } from './rows.ts';

/** One statement for any number of rows: what differs among them as one text of JSON, and what is the same in all. */
export interface Insert {
  sql: string;
  text: string;
  same: readonly Scalar[];
}

type Scalar = string | number | null;

/** D1 takes at most 2 MB a value; the margin is for characters of more than one byte. */
const valueCharacters = 1_500_000;

/** Foreign keys are held at once: these go first, in this order, and whatever refers to them afterwards. */
const parents: readonly SQLiteTable[] = [
  directoryTables.studios,
  directoryTables.shows,
  directoryTables.users,
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

/** A value that JSON would write as it is here, or undefined. */
function scalarOf(value: unknown): Scalar | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === null || typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** What a column holds in all the rows, where that is one thing; else undefined. */
function sameIn(list: readonly (readonly unknown[])[], at: number): Scalar | undefined {
  const first = list[0]?.[at];
  return list.every((row) => row[at] === first) ? scalarOf(first) : undefined;
}

/**
 * The rows travel as arrays in JSON; `->>` turns true into 1 and an object into its text, as the columns hold them. What is
 * the same in all of them, as the show is, and much that hardly any document has, travels once.
 */
function insertsInto(table: SQLiteTable, rows: readonly Record<string, unknown>[]): Insert[] {
  const columns = Object.entries<Column>(getTableColumns(table));
  const names = columns.map(([, column]) => column.name).join(', ');
  const whole = rows.map((row) => columns.map(([key, column]) => row[key] ?? column.default ?? null));
  const same: Scalar[] = [];
  const different: number[] = [];
  const picks = columns.map((_, at) => {
    const scalar = sameIn(whole, at);
    if (scalar === undefined) return `value ->> ${different.push(at) - 1}`;
    // The first parameter is the text.
    return `?${same.push(scalar) + 1}`;
  });
  const sql = `INSERT INTO ${getTableName(table)} (${names}) SELECT ${picks.join(', ')} FROM jsonb_each(?1)`;
  const list = whole.map((row) => different.map((at) => row[at]));
  const width = rowsPerText(list);
  const slices = Array.from({ length: Math.ceil(list.length / width) }, (_, n) =>
    list.slice(n * width, (n + 1) * width),
  );
  return slices.flatMap(textsOf).map((text) => ({ sql, text, same }));
}

/** All the rows as statements in an order that foreign keys allow. */
export function insertsOf(rows: Rows): Insert[] {
  const tables = new Set([...parents, ...rows.byTable.keys()]);
  return [...tables].flatMap((table) => {
    const list = rows.byTable.get(table) ?? [];
    return list.length > 0 ? insertsInto(table, list) : [];
  });
}
