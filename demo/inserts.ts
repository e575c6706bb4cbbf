import { getTableColumns, getTableName } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as directoryTables from '#store/directory/tables';
import * as documentTables from '#store/show/tables/document-tables';
import * as flowTables from '#store/show/tables/workflow-tables';
import * as referenceTables from '#store/show/tables/reference-tables';
import type { Rows } from './rows.ts';

/** One statement for any number of rows: different values as one JSON text, and the values common to all. */
export interface Insert {
  sql: string;
  text: string;
  same: readonly Scalar[];
}

type Scalar = string | number | null;

/** D1 allows at most 2 MB per value; the margin is for characters of several bytes. */
const valueCharacters = 1_500_000;

/** Foreign keys are checked immediately: these tables come first, in this order. */
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

/** Splits the list into JSON texts within the size limit. */
function textsOf(list: readonly unknown[]): string[] {
  const text = JSON.stringify(list);
  if (text.length <= valueCharacters || list.length === 1) return [text];
  const half = Math.ceil(list.length / 2);
  return [...textsOf(list.slice(0, half)), ...textsOf(list.slice(half))];
}

/** Estimates the rows per value from the length of the first ones. */
function rowsPerText(list: readonly unknown[]): number {
  const sample = list.slice(0, 100);
  return Math.ceil((valueCharacters * 0.85 * sample.length) / JSON.stringify(sample).length);
}

/** Returns a value that JSON represents unchanged, or undefined. */
function scalarOf(value: unknown): Scalar | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === null || typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Returns the value of a column if all rows share it, else undefined. */
function sameIn(list: readonly (readonly unknown[])[], at: number): Scalar | undefined {
  const first = list[0]?.[at];
  return list.every((row) => row[at] === first) ? scalarOf(first) : undefined;
}

/**
 * Rows are passed as JSON arrays; `->>` turns true into 1 and an object into its text, as the columns store them.
 * Values common to all rows, such as the show and rarely used fields, are passed once.
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

/** Returns statements for all rows in an order that satisfies the foreign keys. */
export function insertsOf(rows: Rows): Insert[] {
  const tables = new Set([...parents, ...rows.byTable.keys()]);
  return [...tables].flatMap((table) => {
    const list = rows.byTable.get(table) ?? [];
    return list.length > 0 ? insertsInto(table, list) : [];
  });
}
