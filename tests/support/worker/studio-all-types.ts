import { expect } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { loadStatement } from '../../../sandbox/tables.ts';
import { ledger } from './sandbox.ts';
import { licenses } from './sandbox-books.ts';
import { approved } from './studio-change-orders.ts';
import { as } from './studio-client.ts';
import { addToBooks, bookPayment, idOf, importNow, openPayments } from './studio-payments.ts';
import { onePage, uploaded } from './studio-pdf.ts';
import { billBody, openInvoices } from './studio-relief.ts';
import type { PersonName } from './studio-rows.ts';
import { sql } from './studio.ts';

/**
 * The studio with invoices and payments. Ivan's invoices are his own to see and Ada's; Dana raises orders and has nothing
 * to do with invoices.
 */
export async function openAllTypes(): Promise<void> {
  await openPayments();
  await openInvoices();
  await sql.directory`UPDATE shows SET features = '["APPA","APIA"]' WHERE id = 'alpha1'`;
  await sql.directory`UPDATE memberships SET invoice_visibility = 'ALL' WHERE user_id = 'ada'`;
  await sql.directory`UPDATE memberships SET invoice_module_visible = 0 WHERE user_id = 'dana'`;
}

/** An approved order of Dana's over 300.00, with a quote. */
export async function orderWithQuote(quote: string): Promise<PurchaseOrder> {
  const file = await uploaded('dana', 'po', `${quote}.pdf`, await onePage(quote));
  return approved('dana', { attachments: [file] });
}

interface Billed {
  cents?: number;
  scan?: string;
}

/** A draft invoice of Ivan's over the first line of an order, with a scan. */
export async function billFor(
  po: Pick<PurchaseOrder, 'poNumber'>,
  { cents = 10_000, scan = 'the scan' }: Billed = {},
) {
  const attachments = [await uploaded('ivan', 'invoice', `${scan}.pdf`, await onePage(scan))];
  const of = { number: po.poNumber, lines: [] };
  const body = billBody([{ of, line: 1, cents }], { attachments });
  const answer = await as('ivan').post<{ id: string; number: string }>('/api/invoices', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** A payment of the books that settles these invoices with 50.00 each. */
export async function paymentOf(externalId: string, ...invoiceIds: string[]): Promise<string> {
  await addToBooks(bookPayment(externalId));
  const found = await sql.alpha<{ number: string }>`SELECT number FROM documents WHERE id IN (SELECT value
    FROM json_each(${JSON.stringify(invoiceIds)}))`;
  const settled = found.map(({ number }) => ({
    license: licenses.SA,
    paymentExternalId: externalId,
    invoiceNumber: number,
    amountCents: 5_000,
  }));
  if (settled.length > 0) await ledger.batch([loadStatement(ledger, 'paymentInvoices', settled)]);
  await importNow();
  return idOf(externalId);
}

export async function addNote(name: PersonName, path: string, content: string): Promise<void> {
  const answer = await as(name).post(path, { content, keyId: crypto.randomUUID() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

/** Pages that say this. */
export const saying = (pages: readonly string[], text: string) =>
  pages.filter((page) => page.includes(text)).length;
