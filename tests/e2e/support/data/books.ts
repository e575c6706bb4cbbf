import type { AccountingSystem } from '../../../../domain/document.ts';
import { toCents } from '../../../../domain/values/money.ts';
import type { PurchaseOrder } from '../../../../domain/purchase-orders/purchase-order.ts';
import { accountingFor } from '../../../../functions/edges/accounting/open.ts';
import { signatureOf } from '../../../../functions/edges/accounting/signature.ts';

/** Whose books: the address that the product is served at, and the show's license in its system. */
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

/** One signed call of the license's own paths; a body makes it a POST. Throws whatever is refused. */
export async function ask(
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
  const answer = await fetch(url, { method, headers, body: body === undefined ? null : text });
  if (!answer.ok) throw new Error(`${method} ${url.pathname}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** What accounting has posted about a document, oldest first, each in the words of its system. */
export async function entriesOf(books: Books, { id }: { id: string }): Promise<Entry[]> {
  const answer = await ask(books, `/ledger?docId=${id}`);
  return (JSON.parse(await answer.text()) as { entries: Entry[] }).entries;
}

/** Accounting refuses the next posting of a purchase order of this license in these words. */
export async function refuseNextOrder(books: Books, message: string): Promise<void> {
  await ask(books, '/switches', { operation: 'po.push', mode: 'FAIL', status: 422, message });
}

/** What an accountant enters in accounting itself: an invoice of `cents` against the first line of a posted order. */
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
