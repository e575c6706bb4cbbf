import type { AccountingSystem } from '../../../../domain/document.ts';
import { toCents } from '../../../../domain/values/money.ts';
import { accountingFor } from '../../../../functions/edges/accounting/open.ts';
import { signatureOf } from '../../../../functions/edges/accounting/signature.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** A show's books in accounting: the product's address, the license and the accounting system. */
export interface Books {
  baseURL: string;
  license: string;
  system: AccountingSystem;
}

/** The secret of every local run (`sandbox/wrangler.toml`). */
export const secret = 'local-accounting-secret';

interface Entry {
  kind: string;
  totalCents: number;
  body: unknown;
}

/** Sends a signed request to the accounting sandbox of the license, a POST if it has a body. Throws when it fails. */
export async function callAccounting(
  { baseURL, license }: Books,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Response> {
  const url = new URL(`${baseURL}/sandbox/licenses/${license}${path}`);
  const text = body === undefined ? '' : JSON.stringify(body);
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = await signatureOf(secret, { method, url, timestamp, idempotencyKey: '', body: text });
  const headers = { 'X-Backlot-Timestamp': String(timestamp), 'X-Backlot-Signature': signature };
  const response = await fetch(url, { method, headers, body: body === undefined ? null : text });
  if (!response.ok) throw new Error(`${method} ${url.pathname}: ${response.status} ${await response.text()}`);
  return response;
}

/** Returns what accounting has posted about a document, oldest first, in the format of its system. */
export async function ledgerEntriesOf(books: Books, { id }: { id: string }): Promise<Entry[]> {
  const response = await callAccounting(books, `/ledger?docId=${id}`);
  return (JSON.parse(await response.text()) as { entries: Entry[] }).entries;
}

/** Makes accounting reject the next purchase order of this license with this message. */
export async function refuseNextOrder(books: Books, message: string): Promise<void> {
  await callAccounting(books, '/switches', { operation: 'po.push', mode: 'FAIL', status: 422, message });
}

/**
 * Enters an invoice of `cents` against the first line of a posted order, as an accountant does in accounting itself.
 */
export async function relieve(books: Books, order: PurchaseOrder, cents: number): Promise<void> {
  const { license, system } = books;
  const env = { ACCOUNTING_URL: `${books.baseURL}/sandbox`, ACCOUNTING_SECRET: secret };
  const docId = crypto.randomUUID();
  const poLineId = order.lineItems[0]?.id ?? '';
  await accountingFor(env, { license, accountingSystem: system }).pushInvoice({
    docId,
    revision: 0,
    number: docId.slice(0, 8),
    invoiceDay: '2026-11-20',
    dueDay: '2026-12-20',
    description: `Part of ${toCents(order.totalCost)}`,
    vendorExternalId: order.vendor.externalId ?? '',
    vendorAddressLineNumber: null,
    companyExternalId: order.companyExternalId,
    projectCompanyExternalId: order.projectCompanyExternalId,
    currencyCode: order.currency,
    currencyExternalId: order.projectCompanyCurrencyExternalId,
    totalCents: cents,
    lines: [
      {
        lineId: `${docId}-1`,
        lineNumber: 1,
        description: 'Part delivery',
        totalCents: cents,
        coding: {},
        taxCode: null,
        relieves: { poLineId, glTransactionDetailExternalId: null },
      },
    ],
  });
}
