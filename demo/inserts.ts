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
const statementCharacters = 900_000;

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

interface Shape {
  columns: readonly (readonly [key: string, column: Column])[];
  sql: string;
}

const shapes = new Map<SQLiteTable, Shape>();

function shapeOf(table: SQLiteTable): Shape {
  const known = shapes.get(table);
  if (known) return known;
  const columns = Object.entries<Column>(getTableColumns(table));
  const names = columns.map(([, column]) => column.name).join(', ');
  const picks = columns.map((_, n) => `parsed ->> ${n}`).join(', ');
  const sql = `INSERT INTO ${getTableName(table)} (${names})
     WITH list (parsed) AS MATERIALIZED (SELECT jsonb(value) FROM json_each(?)) SELECT ${picks} FROM list`;
  const shape = { columns, sql };
  shapes.set(table, shape);
  return shape;
}

function driverValue(column: Column, value: unknown): unknown {
  return value === null ? null : column.mapToDriverValue(value);
}

/** JSON arrays no longer than a statement may carry. */
function pack(texts: readonly string[]): string[] {
  const packs: string[][] = [];
  let size = Infinity;
  for (const text of texts) {
    if (size + text.length > statementCharacters) {
      packs.push([]);
      size = 0;
    }
    packs.at(-1)?.push(text);
    size += text.length + 1;
  }
  return packs.map((list) => `[${list.join(',')}]`);
}

function insertsInto(table: SQLiteTable, rows: readonly Record<string, unknown>[]): Insert[] {
  const { columns, sql } = shapeOf(table);
  const texts = rows.map((row) =>
    JSON.stringify(columns.map(([key, column]) => driverValue(column, row[key] ?? column.default ?? null))),
  );
  return pack(texts).map((text) => ({ sql, text }));
}

/** All the rows as statements in an order that foreign keys allow. */
export function insertsOf(rows: Rows): Insert[] {
  return [...new Set([...parents, ...rows.byTable.keys()])].flatMap((table) =>
    insertsInto(table, rows.byTable.get(table) ?? []),
  );
}
