import { expect } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-order';
import { approved } from './studio-change-orders.ts';
import { as } from './studio-client.ts';
import { bookPayment, imported, openPayments } from './studio-payments.ts';
import { onePage, uploaded } from './studio-pdf.ts';
import { billBody, openInvoices } from './studio-relief.ts';
import type { PersonName } from './studio-rows.ts';
import { rowsOf, studioEnv } from './studio.ts';

/**
 * The studio with invoices and payments. Ivan's invoices are his own to see and Ada's; Dana raises orders and has nothing
 * to do with invoices.
 */
export async function openAllTypes(): Promise<void> {
  await openPayments();
  await openInvoices();
  const { DIRECTORY } = studioEnv;
  await DIRECTORY.prepare(`UPDATE shows SET features = '["APPA","APIA"]' WHERE id = 'alpha1'`).run();
  await DIRECTORY.prepare(`UPDATE memberships SET invoice_visibility = 'ALL' WHERE user_id = 'ada'`).run();
  await DIRECTORY.prepare(`UPDATE memberships SET invoice_module_visible = 0 WHERE user_id = 'dana'`).run();
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

/** A payment of the books that settles these invoices. */
export async function paymentOf(externalId: string, ...invoiceIds: string[]): Promise<string> {
  const [id = ''] = await imported(bookPayment(externalId));
  for (const invoiceId of invoiceIds)
    await rowsOf(
      'alpha1',
      "INSERT INTO payment_invoices (show_id, payment_id, invoice_id, amount_cents) VALUES ('alpha1', ?, ?, 5000)",
      id,
      invoiceId,
    );
  return id;
}

export async function addNote(name: PersonName, path: string, content: string): Promise<void> {
  const answer = await as(name).post(path, { content, keyId: crypto.randomUUID() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

/** Pages that say this. */
export const saying = (pages: readonly string[], text: string) =>
  pages.filter((page) => page.includes(text)).length;
