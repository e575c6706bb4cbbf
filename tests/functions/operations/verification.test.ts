import { getTableConfig } from 'drizzle-orm/sqlite-core';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { outsideContent } from '#domain/history/content';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import {
  approvalHistory,
  attachments,
  documentLines,
  documents,
  files,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { withdrawnAttachments } from '#store/show/tables/evidence-tables';
import { stepApprovals } from '#store/show/tables/workflow-tables';
import { invoices, paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import { billFor, openAllTypes, orderWithQuote } from '../../support/worker/fixtures/all-types.ts';
import { withApprovedChangeOrder } from '../../support/worker/fixtures/change-orders.ts';
import { action, approveAs, as, read, submitted } from '../../support/worker/fixtures/client.ts';
import { loadStatement } from '../../../sandbox/tables.ts';
import { ledger } from '../../support/worker/accounting/sandbox.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { addToBooks, bookPayment, importPayments } from '../../support/worker/fixtures/payments.ts';
import { historyFaults, rowsOf } from '../../support/worker/fixtures/studio.ts';

const { documents: header, lines, files: file, settles } = outsideContent;

/** Columns whose change the verification does not detect, with the reason; every other column is tampered with. */
const tampered: [SQLiteTable, Readonly<Record<string, string>>][] = [
  [documents, header],
  [purchaseOrders, outsideContent.purchaseOrders],
  [invoices, outsideContent.invoices],
  [payments, outsideContent.payments],
  [documentLines, lines],
  [attachments, { ...file, fileId: 'content' }],
  [files, { ...file, id: 'key' }],
  [withdrawnAttachments, { showId: 'key' }],
  [paymentInvoices, settles],
  [approvalHistory, { showId: 'key', documentId: 'key' }],
  [stepApprovals, { showId: 'key' }],
];
const notCovered = new Set(['accounting', 'bookkeeping']);

/** Rows to tamper with: the first of each kind. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  documents: [
    "type = 'PO'",
    "type = 'INVOICE'",
    "type = 'PAYMENT'",
    "status = 'DRAFT'",
    "submission_status = 'Submitted for approval'",
  ],
  document_lines: [
    ...['purchase_orders', 'invoices'].map((table) => `document_id IN (SELECT document_id FROM ${table})`),
    'id NOT IN (SELECT po_line_id FROM relief UNION SELECT invoice_line_id FROM relief)',
  ],
  files: ['attachments', 'withdrawn_attachments'].map((table) => `id IN (SELECT file_id FROM ${table})`),
  step_approvals: ['dropped_at IS NULL', 'dropped_at IS NOT NULL'],
};

/** The database constraints allow no other value, since other rows refer to these. */
const refused = ['documents.id', 'files.id'];

/** The sweep fills in null values again. */
const mayBeNull = ['invoices.number_key'];

type Cell = string | number | null;

/** Returns other values of a cell, some of which the constraints may reject. */
async function otherValues(table: SQLiteTable, column: SQLiteColumn, before: Cell): Promise<Cell[]> {
  if (column.enumValues?.length) return column.enumValues.filter((value) => value !== before);
  if (column.dataType === 'boolean') return [before === 1 ? 0 : 1];
  if (typeof before === 'number') return [before + 1];
  if (column.getSQLType() === 'integer') return [7];
  if (column.dataType === 'json') {
    const value = JSON.parse(before ?? '{}') as object;
    return [JSON.stringify(Array.isArray(value) ? [...value, 'other'] : { ...value, name: 'Somebody else' })];
  }
  return [`${before ?? ''}x`, ...(await otherReferences(table, column, before))];
}

/** Returns other rows that the column may refer to. */
async function otherReferences(table: SQLiteTable, column: SQLiteColumn, before: Cell): Promise<string[]> {
  const found = await rowsOf<{ other: string; key: string }>(
    'alpha1',
    `SELECT "table" AS other, "to" AS key FROM pragma_foreign_key_list('${getTableConfig(table).name}') WHERE "from" = ?`,
    column.name,
  );
  const names = await Promise.all(
    found.map(({ other, key }) =>
      rowsOf<{ id: string }>('alpha1', `SELECT ${key} AS id FROM ${other} WHERE ${key} IS NOT ?`, before),
    ),
  );
  return names.flat().map(({ id }) => id);
}

beforeAll(async () => {
  await openAllTypes();
  const order = await orderWithQuote('quote');
  await withApprovedChangeOrder('dana');
  await withdrawQuote();
  await dropVote();
  const bill = await billFor(order);
  await as('ivan').put(`/api/invoices/${bill.id}/submit`);
  await addToBooks(bookPayment('PAY-1'));
  const settled = {
    license: licenses.SA,
    paymentExternalId: 'PAY-1',
    invoiceNumber: bill.number,
    amountCents: 5_000,
  };
  await ledger.batch([loadStatement(ledger, 'paymentInvoices', [settled])]);
  await importPayments();
});

/** Creates an order that was returned and whose file was then replaced. */
async function withdrawQuote(): Promise<void> {
  const quote = async () => (await as('dana').upload({ name: 'quote.pdf', bytes: '%PDF-1.7' })).body;
  const order = await submitted('dana', { attachments: [await quote()] });
  await action('abel', 'revision', order, { reason: 'Another quote please' });
  await as('dana').post(`/api/pos/attachments/${order.id}`, { attachments: [await quote()] });
}

/** Creates an order whose approval restarted, with a vote in each copy of its workflow. */
async function dropVote(): Promise<void> {
  const order = await submitted('dana');
  await approveAs(order, 'abel');
  await as('lena').put(`/api/pos/${order.id}`, {
    ...draftOf(await read('lena', order.id)),
    description: 'Other',
  });
  await approveAs(order, 'abel');
  await action('lena', 'revision', await read('lena', order.id), { reason: 'Once more' });
  await as('dana').put(`/api/pos/${order.id}/submit?r=0`);
  await approveAs(order, 'abel');
}

test('DEC-30: verification finds nothing in unmodified data', async () => {
  expect(await historyFaults()).toEqual([]);
});

/** Changes a cell to the first value that the database accepts. Returns null when there is none. */
async function tamper(
  table: SQLiteTable,
  column: SQLiteColumn,
  row: Record<string, Cell>,
  values: readonly Cell[],
): Promise<{ undo: () => Promise<void> } | null> {
  const { name } = getTableConfig(table);
  const keys = keysOf(table);
  const set = (value: Cell, at: Record<string, Cell>) =>
    rowsOf(
      'alpha1',
      `UPDATE ${name} SET ${column.name} = ? WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`,
      value,
      ...keys.map((key) => at[key] ?? null),
    );
  for (const value of values) {
    try {
      await set(value, row);
    } catch (error) {
      if (!/constraint/i.test(String(error))) throw error;
      continue;
    }
    return { undo: async () => void (await set(row[column.name] ?? null, { ...row, [column.name]: value })) };
  }
  return null;
}

function keysOf(table: SQLiteTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return (primaryKeys[0]?.columns ?? columns.filter((one) => one.primary)).map((one) => one.name);
}

/** Returns a row of each kind, and another one with a value in the column. */
async function rowsToTamper(table: SQLiteTable, column: SQLiteColumn): Promise<Record<string, Cell>[]> {
  const { name } = getTableConfig(table);
  const wanted = [...(kinds[name] ?? ['true']), `${column.name} IS NOT NULL`];
  const found = await Promise.all(
    wanted.map((kind) =>
      rowsOf<Record<string, Cell>>(
        'alpha1',
        `SELECT * FROM ${name} WHERE show_id = 'alpha1' AND ${kind} ORDER BY ${keysOf(table).join()} LIMIT 1`,
      ),
    ),
  );
  const rows = found.flat();
  expect(rows.length).toBeGreaterThanOrEqual(wanted.length - 1);
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

describe('DEC-30: verification detects a change of any column without a stated exception', () => {
  for (const [table, outside] of tampered) {
    const { name, columns } = getTableConfig(table);
    const properties = Object.entries(table as unknown as Record<string, SQLiteColumn>);
    for (const [property, column] of properties.filter(([, one]) => columns.includes(one))) {
      const coverage = outside[property];
      if (coverage !== undefined && notCovered.has(coverage)) continue;
      const place = `${name}.${column.name}`;
      test(place, async () => {
        let isRefused = true;
        for (const row of await rowsToTamper(table, column)) {
          const before = row[column.name] ?? null;
          const gone = column.notNull || before === null || mayBeNull.includes(place) ? [] : [[null]];
          for (const values of [await otherValues(table, column, before), ...gone]) {
            const done = await tamper(table, column, row, values);
            if (!done) continue;
            isRefused = false;
            try {
              expect(await historyFaults(), JSON.stringify([row, values])).not.toEqual([]);
            } finally {
              await done.undo();
            }
          }
        }
        expect(isRefused).toBe(refused.includes(place));
      });
    }
  }
});
