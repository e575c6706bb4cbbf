import { beforeAll, expect, test } from 'vitest';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { as, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { openInvoiceStudio, submittedInvoice } from '../../support/worker/fixtures/invoices.ts';
import { bookPayment, openPayments, submittedPayments } from '../../support/worker/fixtures/payments.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  await openPayments();
});

const note = (name: PersonName, id: string, own: Record<string, unknown>, path = 'pos') =>
  as(name).post<{ id: string }>(`/api/${path}/${id}/notes`, {
    keyId: crypto.randomUUID(),
    content: 'Which episode is this?',
    ...own,
  });
const ask = (name: PersonName, askedUserId: string, id: string, path?: string) =>
  note(name, id, { askedUserId }, path);

test('ASK-07: lists and queue filter by open questions, to anyone and to the user', async () => {
  const [open, answered] = [await submitted('dana', withTotal(500)), await submitted('dana', withTotal(500))];
  await ask('abel', 'ada', open.id);
  const { body: one } = await ask('abel', 'dana', answered.id);
  await note('dana', answered.id, { questionId: one.id });
  const listed = async (name: PersonName, persona: string, body: object) => {
    const path = `/api/pos/filter?page=1&count=200&showId=alpha1&persona=${persona}`;
    const { body: found } = await as(name).post<PurchaseOrderList>(path, body);
    expect(found.total).toBe(found.poS.length);
    return [open, answered].map(({ id }) => found.poS.some((row) => row.id === id));
  };
  expect(await listed('ada', 'CREATOR', { openQuestion: 'ANY' })).toEqual([true, false]);
  expect(await listed('ada', 'CREATOR', { openQuestion: 'TO_ME' })).toEqual([true, false]);
  expect(await listed('dana', 'CREATOR', { openQuestion: 'TO_ME' })).toEqual([false, false]);
  const queue = { poStatuses: ['SUBMITTED_FOR_APPROVAL'] };
  expect(await listed('abel', 'APPROVER', { ...queue, openQuestion: 'ANY' })).toEqual([true, false]);
  expect(await listed('abel', 'APPROVER', { ...queue, openQuestion: 'TO_ME' })).toEqual([false, false]);
  const refused = await as('ada').post('/api/pos/filter?showId=alpha1', { openQuestion: 'MINE' });
  expect(refused.status).toBe(400);
});

test('ASK-07: invoices and payments have the filter, too', async () => {
  const { id: invoice } = await submittedInvoice();
  const [payment = ''] = await submittedPayments(bookPayment('asked again'));
  await ask('abel', 'ivan', invoice, 'invoices');
  await ask('lena', 'dana', payment, 'payments');
  const listed = async (name: PersonName, path: string) => {
    const body = { openQuestion: 'TO_ME' };
    const answer = await as(name).post<{ invoices?: { id: string }[]; payments?: { id: string }[] }>(
      `/api/${path}/filter?showId=alpha1&persona=CREATOR&count=200`,
      body,
    );
    return (answer.body.invoices ?? answer.body.payments ?? []).map(({ id }) => id);
  };
  expect(await listed('ivan', 'invoices')).toContain(invoice);
  expect(await listed('dana', 'payments')).toContain(payment);
  expect(await listed('ada', 'payments')).not.toContain(payment);
});
