import { beforeAll, expect, test } from 'vitest';
import { openModelStudio } from '../../support/worker/model/studio.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { action, approveAs, as, read, submitted } from '../../support/worker/fixtures/client.ts';
import {
  aBillLine,
  approveInvoice,
  createInvoice,
  readInvoiceAs,
  scan,
  submit,
} from '../../support/worker/fixtures/invoices.ts';
import {
  act,
  addToBooks,
  bookPayment,
  idOf,
  importNow,
  readPayment,
  submitAs,
} from '../../support/worker/fixtures/payments.ts';
import { pushesOf, sql } from '../../support/worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

beforeAll(openModelStudio);

/** Dana bills 300.00 of the order's first line. */
async function billFor(poNumber: string): Promise<Invoice> {
  const { id } = await createInvoice('dana', {
    number: 'STORY-1',
    amount: 300,
    lineItems: [aBillLine({ amount: 300, referencePo: poNumber, referencePoLineNumber: 1 })],
    attachments: [await scan('dana')],
  });
  expect((await submit('dana', id)).status).toBe(200);
  return readInvoiceAs('dana', id);
}

/** Accounting creates a payment that settles it. */
async function paymentOf(invoice: Invoice): Promise<string> {
  await addToBooks(bookPayment('story', { totalCents: 30_000 }));
  await sql.ledger`INSERT INTO payment_invoices (license, payment_external_id, invoice_number, amount_cents)
    VALUES (${licenses.SA}, 'story', ${invoice.number}, 30000)`;
  await importNow();
  return idOf('story');
}

test('SH-02: an order, an invoice and a payment are created in a show, approved, and sent to accounting', async () => {
  const po = await submitted('dana');
  expect(po).toMatchObject({ showId: 'alpha1', status: 'SUBMITTED_FOR_APPROVAL' });
  expect((await approveAs(po, 'abel', 'lena', 'luis')).body).toMatchObject({ status: 'APPROVED' });
  expect(await pushesOf(po.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 30_000 }]);

  const invoice = await billFor(po.poNumber);
  expect(invoice).toMatchObject({ showId: 'alpha1', status: 'SUBMITTED_FOR_APPROVAL' });
  expect((await approveInvoice(invoice.id, 'abel', 'lara', 'lena')).body).toMatchObject({
    status: 'APPROVED',
  });
  expect(await pushesOf(invoice.id)).toEqual([{ kind: 'INVOICE_PUSH', total_cents: 30_000 }]);
  expect(await read('dana', po.id)).toMatchObject({ isRelieved: true, invoicedAmount: 300 });

  const payment = await paymentOf(invoice);
  expect((await submitAs('dana', payment)).body).toMatchObject({
    showId: 'alpha1',
    status: 'SUBMITTED_FOR_APPROVAL',
    invoices: [{ id: invoice.id, number: 'STORY-1', amount: 300 }],
  });
  for (const name of ['abel', 'lena', 'luis'] as const)
    expect((await act(name, 'approval', payment)).status).toBe(200);
  expect(await readPayment('dana', payment)).toMatchObject({ status: 'APPROVED' });
  expect(await pushesOf(payment)).toEqual([{ kind: 'PAYMENT_RELEASE', total_cents: 30_000 }]);

  // None of them exists in another show.
  for (const path of [`/api/pos/${po.id}`, `/api/invoices/${invoice.id}`, `/api/payments/${payment}`])
    expect((await as('dana').get(`${path}?showId=bravo2`)).status).not.toBe(200);
  expect(
    (await action('abel', 'void', { id: invoice.id, showId: 'bravo2' }, { reason: 'x' })).status,
  ).not.toBe(200);
});
