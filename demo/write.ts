import { getTableColumns, getTableName } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as directoryTables from '#store/directory/tables';
import * as documentTables from '#store/show/document-tables';
import * as flowTables from '#store/show/flow-tables';
import * as referenceTables from '#store/show/reference-tables';
import { loadStatement, tables as ledgerTables } from '../sandbox/tables.ts';
import type { Row, Table } from '../sandbox/tables.ts';
import type { Assets, Upload } from './assets.ts';
import type { Ledger } from './ledger.ts';
import type { Rows } from './rows.ts';

/** D1 takes at most 2 MB a value; the margin is for characters of more than one byte. */
const statementCharacters = 900_000;

/** D1 holds foreign keys at once: these go first, in this order, and whatever refers to them afterwards. */
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

function driverValue(column: Column, row: Record<string, unknown>, key: string): unknown {
  const value = row[key] ?? column.default ?? null;
  return value === null ? null : column.mapToDriverValue(value);
}

/** `INSERT ... SELECT FROM json_each(?)`: any number of rows with one bound parameter. */
function insertStatements(
  db: D1Database,
  table: SQLiteTable,
  rows: readonly Record<string, unknown>[],
): D1PreparedStatement[] {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, column]) => column.name).join(', ');
  const picks = columns.map((_, n) => `parsed ->> ${n}`).join(', ');
  const statement = db.prepare(
    `INSERT INTO ${getTableName(table)} (${names})
     WITH list (parsed) AS MATERIALIZED (SELECT jsonb(value) FROM json_each(?)) SELECT ${picks} FROM list`,
  );
  const texts = rows.map((row) =>
    JSON.stringify(columns.map(([key, column]) => driverValue(column, row, key))),
  );
  return pack(texts).map((text) => statement.bind(text));
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

function statementsFor(db: D1Database, rows: Rows): D1PreparedStatement[] {
  return [...new Set([...parents, ...rows.byTable.keys()])].flatMap((table) => {
    const found = rows.byTable.get(table);
    return found && found.length > 0 ? insertStatements(db, table, found) : [];
  });
}

/** One atomic batch: all of it is there afterwards, or nothing. */
export async function writeRows(db: D1Database, ...groups: readonly Rows[]): Promise<void> {
  const statements = groups.flatMap((rows) => statementsFor(db, rows));
  if (statements.length > 0) await db.batch(statements);
}

export async function writeLedger(db: D1Database, ledger: Ledger): Promise<void> {
  const names = Object.keys(ledgerTables) as Table[];
  const statements = names.flatMap((table) => {
    const rows = (ledger.byTable.get(table) ?? []) as Row<Table>[];
    return Array.from({ length: Math.ceil(rows.length / 1000) }, (_, n) =>
      loadStatement(db, table, rows.slice(n * 1000, (n + 1) * 1000)),
    );
  });
  await db.batch(statements);
}

/** Bytes to R2, a few at a time. */
export async function writeFiles(
  bucket: R2Bucket,
  uploads: readonly Upload[],
  assets: Assets,
): Promise<void> {
  const width = 40;
  for (let at = 0; at < uploads.length; at += width)
    await Promise.all(
      uploads.slice(at, at + width).map(({ fileId, asset }) => {
        const { bytes, contentType } = assets[asset];
        return bucket.put(fileId, bytes, { httpMetadata: { contentType } });
      }),
    );
}
