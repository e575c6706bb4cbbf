import { beforeAll, expect, test } from 'vitest';
import { openAllTypes, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { as, read } from '../../support/worker/fixtures/client.ts';
import { readPayment, submitAs, toggle } from '../../support/worker/fixtures/payments.ts';
import { order, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

let po: Awaited<ReturnType<typeof order>>;
let invoiceId: string;
let paymentId: string;

const invoice = async () => (await as('ada').get<Invoice>(`/api/invoices/${invoiceId}?showId=alpha1`)).body;

beforeAll(async () => {
  await openAllTypes();
  po = await order([100_00]);
  invoiceId = await submittedBill([{ of: po, line: 1, cents: 50_00 }], { number: 'SETTLED' });
  paymentId = await paymentOf('settles', invoiceId);
});

test('PA-12, DEC-17: a payment has its invoices and their purchase orders, as far as the user may see them', async () => {
  const { poNumber, prefix } = await read('ada', po.id);
  const number = prefix ? `${prefix}-${poNumber}` : poNumber;
  const [settled] = (await readPayment('ada', paymentId)).invoices;
  expect(settled).toEqual({ id: invoiceId, number: 'SETTLED', amount: 50, orders: [{ id: po.id, number }] });
  await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
  await sql.alpha`UPDATE documents SET milestones = '["SAVED_AS_DRAFT"]' WHERE id = ${po.id}`;
  expect((await readPayment('ada', paymentId)).invoices[0]?.orders).toEqual([{ id: po.id, number: 'NA' }]);
  await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
});

test('DEC-13: a payment does not reveal an order that the user may not see', async () => {
  await toggle('ivan', 'payment_module_visible', 1);
  const [settled] = (await readPayment('ivan', paymentId)).invoices;
  expect([settled?.number, settled?.orders]).toEqual(['SETTLED', []]);
});

test('DEC-12: an invoice and its order have the payments that settle them, for users with payments', async () => {
  const payment = await readPayment('ada', paymentId);
  const settlement = {
    paymentId,
    number: payment.number,
    status: 'DRAFT',
    submissionStatus: 'Draft',
    invoiceId,
    invoiceNumber: 'SETTLED',
    amount: 50,
  };
  expect((await invoice()).settlements).toEqual([settlement]);
  expect((await read('ada', po.id)).settlements).toEqual([settlement]);
  expect((await submitAs('ada', paymentId)).status).toBe(200);
  expect((await invoice()).settlements[0]?.status).toBe('SUBMITTED_FOR_APPROVAL');
  await sql.alpha`UPDATE documents SET status = 'CANCELED', submission_status = 'Canceled'
    WHERE id = ${paymentId}`;
  expect((await read('ada', po.id)).settlements).toEqual([]);
  await sql.alpha`UPDATE documents SET status = 'APPROVED', submission_status = 'Approved'
    WHERE id = ${paymentId}`;
  await toggle('ada', 'payment_module_visible', 0);
  expect([(await invoice()).settlements, (await read('ada', po.id)).settlements]).toEqual([[], []]);
});
