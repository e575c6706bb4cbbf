import { getTableConfig } from 'drizzle-orm/sqlite-core';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { outsideContent } from '#domain/content';
import { storeFor } from '#store/open';
import {
  approvalHistory,
  attachments,
  documentLines,
  documents,
  files,
  purchaseOrders,
} from '#store/show/document-tables';
import { withdrawnAttachments } from '#store/show/evidence-tables';
import { stepApprovals } from '#store/show/flow-tables';
import { invoices, paymentInvoices, payments } from '#store/show/invoice-tables';
import { verifyHistories } from '#verbs/verify-histories';
import { billFor, openAllTypes, orderWithQuote } from '../support/worker/studio-all-types.ts';
import { withApprovedChangeOrder } from '../support/worker/studio-change-orders.ts';
import { action, as, submitted } from '../support/worker/studio-client.ts';
import { loadStatement } from '../../sandbox/tables.ts';
import { ledger } from '../support/worker/sandbox.ts';
import { licenses } from '../support/worker/sandbox-books.ts';
import { addToBooks, bookPayment, imported } from '../support/worker/studio-payments.ts';
import { rowsOf, studioEnv } from '../support/worker/studio.ts';

const { documents: header, lines, files: file, settles } = outsideContent;

/** Columns whose change verification does not find, with the reason: every other column of the schema is tampered with. */
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

const faults = async () =>
  (await verifyHistories(storeFor(studioEnv, { id: 'alpha1', shard: 0 }))).faults.map(({ what }) => what);

/** Another value that the column's checks let pass. */
function otherValue(column: SQLiteColumn, before: string | number | null): string | number {
  if (column.enumValues?.length)
    return column.enumValues.find((value) => value !== before) ?? column.enumValues[0] ?? '';
  if (column.dataType === 'boolean') return before === 1 ? 0 : 1;
  if (typeof before === 'number') return before + 1;
  if (column.getSQLType() === 'integer') return 7;
  if (column.dataType === 'json') {
    const value = JSON.parse(before ?? '{}') as object;
    return JSON.stringify(Array.isArray(value) ? [...value, 'other'] : { ...value, name: 'Somebody else' });
  }
  return `${before ?? ''}x`;
}

beforeAll(async () => {
  await openAllTypes();
  const order = await orderWithQuote('quote');
  await withApprovedChangeOrder('dana');
  await withdrawQuote();
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
  await imported();
});

/** An order that was sent back, and whose file was then replaced. */
async function withdrawQuote(): Promise<void> {
  const quote = async () => (await as('dana').upload({ name: 'quote.pdf', bytes: '%PDF-1.7' })).body;
  const order = await submitted('dana', { attachments: [await quote()] });
  await action('abel', 'revision', order, { reason: 'Another quote please' });
  await as('dana').post(`/api/pos/attachments/${order.id}`, { attachments: [await quote()] });
}

test('DEC-30: verification finds nothing in what the product wrote', async () => {
  expect(await faults()).toEqual([]);
});

type Cell = string | number | null;

/** Changes one cell of a row; whether the database's own constraints let it. */
async function tamper(
  table: SQLiteTable,
  column: SQLiteColumn,
): Promise<{ isRefused: boolean; undo: () => Promise<void> }> {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const keys = (primaryKeys[0]?.columns ?? columns.filter((one) => one.primary)).map((one) => one.name);
  const [row] = await rowsOf<Record<string, Cell>>(
    'alpha1',
    `SELECT * FROM ${name} WHERE show_id = 'alpha1' ORDER BY ${keys.join()}`,
  );
  if (!row) throw new Error(`no row in ${name}`);
  const before = row[column.name] ?? null;
  const after = otherValue(column, before);
  const set = (value: Cell, at: Record<string, Cell>) =>
    rowsOf(
      'alpha1',
      `UPDATE ${name} SET ${column.name} = ? WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`,
      value,
      ...keys.map((key) => at[key] ?? null),
    );
  try {
    await set(after, row);
  } catch (error) {
    if (!/constraint/i.test(String(error))) throw error;
    return { isRefused: true, undo: async () => undefined };
  }
  const undo = async () => void (await set(before, { ...row, [column.name]: after }));
  return { isRefused: false, undo };
}

describe('DEC-30: verification detects a change of any column but those that name a reason', () => {
  for (const [table, outside] of tampered) {
    const { name, columns } = getTableConfig(table);
    const properties = Object.entries(table as unknown as Record<string, SQLiteColumn>);
    for (const [property, column] of properties.filter(([, one]) => columns.includes(one))) {
      const coverage = outside[property];
      if (coverage !== undefined && notCovered.has(coverage)) continue;
      test(`${name}.${column.name}`, async () => {
        const { isRefused, undo } = await tamper(table, column);
        try {
          if (!isRefused) expect(await faults()).not.toEqual([]);
        } finally {
          await undo();
        }
      });
    }
  }
});
