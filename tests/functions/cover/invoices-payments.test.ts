import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Cover } from '#domain/cover/cover-request';
import { as } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import {
  act as actOnInvoice,
  approveInvoice,
  openInvoiceStudio,
  readInvoiceAs,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import {
  act as actOnPayment,
  bookPayment,
  openPayments,
  readPayment,
  submittedPayments,
  toggle,
} from '../../support/worker/fixtures/payments.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  await openPayments();
});
afterEach(endCovers);

interface Listed {
  invoices?: { id: string; onBehalfOf?: { userId: string } }[];
  payments?: { id: string; onBehalfOf?: { userId: string } }[];
}
async function queuedFor(type: 'invoices' | 'payments', id: string) {
  const path = `/api/${type}/filter?page=1&count=50&showId=alpha1&persona=APPROVER`;
  const { body } = await as('otto').post<Listed>(path, { statuses: ['SUBMITTED_FOR_APPROVAL'] });
  return body[type]?.find((row) => row.id === id)?.onBehalfOf?.userId;
}

test('COV-02, COV-06: an invoice is approved on behalf of the absent approver', async () => {
  await cover('lena', 'otto', { types: ['INVOICE'] });
  const { id } = await submittedInvoice();
  await approveInvoice(id, 'abel');
  expect(await queuedFor('invoices', id)).toBe('lena');
  const answer = await actOnInvoice('otto', 'approval', await readInvoiceAs('otto', id));
  expect([answer.status, answer.body.onBehalfOf?.userId]).toEqual([200, 'lena']);
  const invoice = await readInvoiceAs('ivan', id);
  expect([invoice.status, invoice.historyEvents[0]?.onBehalfOf?.name]).toEqual(['APPROVED', 'Lena Stone']);
});

test('COV-05: an invoice is denied on behalf of the absent approver', async () => {
  await cover('abel', 'otto', { types: ['INVOICE'] });
  const { id } = await submittedInvoice();
  const answer = await actOnInvoice('otto', 'deny', await readInvoiceAs('otto', id), { reason: 'Not ours' });
  expect([answer.status, answer.body.onBehalfOf?.userId]).toEqual([200, 'abel']);
});

test('COV-02, COV-06: a payment is approved on behalf of the absent approver', async () => {
  await cover('lena', 'otto', { types: ['PAYMENT'] });
  const [id = ''] = await submittedPayments(bookPayment('covered'));
  expect(await queuedFor('payments', id)).toBe('lena');
  const answer = await actOnPayment('otto', 'approval', id);
  expect([answer.status, answer.body.onBehalfOf?.userId]).toEqual([200, 'lena']);
  const payment = await readPayment('ada', id);
  expect(payment.workflow?.steps[0]?.approvers[0]).toMatchObject({
    userId: 'lena',
    castBy: { userId: 'otto' },
  });
});

test('COV-05: a cover of orders does not include invoices', async () => {
  await cover('lena', 'otto', { types: ['PO'] });
  const { id } = await submittedInvoice();
  await approveInvoice(id, 'abel');
  expect(await queuedFor('invoices', id)).toBeUndefined();
  expect((await as('otto').get(`/api/invoices/${id}?showId=alpha1`)).status).toBe(404);
});

test('COV-08: a user manager without the module of a type has no number of its documents', async () => {
  const { id: coverId } = await cover('lena', 'otto', { types: ['PAYMENT'], amountLimit: 0.01 });
  await submittedPayments(bookPayment('over-the-limit'));
  const undecided = async () => {
    const { body } = await as('ada').get<Cover[]>('/api/covers?showId=alpha1');
    const { undecided: count, undecidedByType = [] } = body.find((one) => one.id === coverId) ?? {};
    expect(count).toBe(undecidedByType.reduce((sum, one) => sum + one.count, 0));
    return undecidedByType.map(({ docType }) => docType);
  };
  expect(await undecided()).toContain('PAYMENT');
  await toggle('ada', 'payment_module_visible', 0);
  expect(await undecided()).toEqual(['INVOICE']);
  await toggle('ada', 'payment_module_visible', 1);
});
