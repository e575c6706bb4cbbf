import { afterEach, beforeAll, expect, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { wrongCounts } from '../../support/worker/database/counter-consistency.ts';
import {
  action,
  approveAs,
  as,
  read,
  submitted,
  withTotal,
  workflowAction,
} from '../../support/worker/fixtures/client.ts';
import { adjust, discard, oneMoreLine, save, submit } from '../../support/worker/fixtures/change-orders.ts';
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
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { replace } from '../../support/worker/replacements.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  await openPayments();
  await setSettings('alpha1', { resetApprovalOnEdit: false, replacePoTempVendors: false });
});
afterEach(endCovers);

type Type = 'pos' | 'invoices' | 'payments';
const listNames = { pos: 'poS', invoices: 'invoices', payments: 'payments' } as const;

/** Whether Otto sees the document by its address, in the list of approvers, and in search. */
async function seenByOtto(type: Type, id: string, text: string): Promise<boolean[]> {
  const page = await as('otto').get(`/api/${type}/${id}?showId=alpha1`);
  const path = `/api/${type}/filter?page=1&count=50&showId=alpha1&persona=APPROVER`;
  const list = await as('otto').post<Partial<Record<string, { id: string }[]>>>(path, {});
  const found = await as('otto').get(`/api/search?showId=alpha1&q=${encodeURIComponent(text)}`);
  expect([list.status, found.status]).toEqual([200, 200]);
  return [
    page.status === 200,
    list.body[listNames[type]]?.some((row) => row.id === id) ?? false,
    JSON.stringify(found.body).includes(id),
  ];
}
const everywhere = [true, true, true];
const nowhere = [false, false, false];

/** An order of Dana's at the step of Lena. */
async function atLevel(description: string): Promise<PurchaseOrder> {
  const po = await submitted('dana', { ...withTotal(500), description });
  await approveAs(po, 'abel');
  return read('dana', po.id);
}

/** An order at the step of Lena, whom Otto covers. */
async function coveredOrder(description: string): Promise<PurchaseOrder> {
  await cover('lena', 'otto');
  return atLevel(description);
}

/** Ends the covers by their last day; the next sweep announces it. */
async function endByItself(): Promise<void> {
  await endCovers();
  await sweepIn(0);
}

test('COV-25: an order stays visible to who approved it until the cover has ended', async () => {
  const po = await coveredOrder('Pewter tankards');
  expect((await action('otto', 'approval', po)).status).toBe(200);
  await approveAs(po, 'luis');
  expect(await seenByOtto('pos', po.id, 'Pewter tankards')).toEqual(everywhere);
  await endByItself();
  expect(await seenByOtto('pos', po.id, 'Pewter tankards')).toEqual(nowhere);
  expect(await wrongCounts()).toEqual({});
});

test('COV-25: sight ends at once with a cover that is cancelled', async () => {
  const { id } = await cover('lena', 'otto');
  const po = await atLevel('Tin plates');
  expect((await action('otto', 'approval', po)).status).toBe(200);
  expect((await as('lena').delete(`/api/covers/${id}?showId=alpha1`)).status).toBe(200);
  expect(await seenByOtto('pos', po.id, 'Tin plates')).toEqual(nowhere);
  expect(await wrongCounts()).toEqual({});
});

test('COV-25: who is an approver of the flow, too, keeps the sight', async () => {
  await cover('lena', 'luis');
  const po = await atLevel('Clay jugs');
  expect((await action('luis', 'approval', po)).status).toBe(200);
  await endByItself();
  expect((await as('luis').get(`/api/pos/${po.id}?showId=alpha1`)).status).toBe(200);
  expect(await wrongCounts()).toEqual({});
});

test('COV-25: an invoice and a payment stay visible, too', async () => {
  await cover('lena', 'otto', { types: ['INVOICE', 'PAYMENT'] });
  const invoice = await submittedInvoice('ivan', { description: 'Brass sconces' });
  await approveInvoice(invoice.id, 'abel');
  const [paymentId = ''] = await submittedPayments(bookPayment('decided'));
  const voted = await actOnInvoice('otto', 'approval', await readInvoiceAs('otto', invoice.id));
  expect(voted.status).toBe(200);
  expect((await actOnPayment('otto', 'approval', paymentId)).status).toBe(200);
  expect(await seenByOtto('invoices', invoice.id, 'Brass sconces')).toEqual(everywhere);
  const [page, list] = await seenByOtto('payments', paymentId, 'decided');
  expect([page, list]).toEqual([true, true]);
  await endByItself();
  expect(await seenByOtto('invoices', invoice.id, 'Brass sconces')).toEqual(nowhere);
  const [, isListed] = await seenByOtto('payments', paymentId, 'decided');
  expect(isListed).toBe(false);
  expect(await wrongCounts()).toEqual({});
});

test.each([
  ['was taken back', (po: PurchaseOrder) => workflowAction('otto', 'take-back', po.id)],
  ['was dropped by a revision', (po: PurchaseOrder) => action('luis', 'revision', po, { reason: 'Account' })],
])('COV-25: it stays visible when the vote %s', async (what, change) => {
  const description = `Lanterns: ${what}`;
  const po = await coveredOrder(description);
  expect((await action('otto', 'approval', po)).status).toBe(200);
  expect((await change(po)).status).toBe(200);
  expect(await seenByOtto('pos', po.id, description)).toEqual(everywhere);
  expect(await wrongCounts()).toEqual({});
});

test.each(['revision', 'void'] as const)('COV-25: %s under a cover is a decision, too', async (word) => {
  const po = await coveredOrder(`Curtains: ${word}`);
  expect((await action('otto', word, po, { reason: 'Not ours' })).status).toBe(200);
  expect(await seenByOtto('pos', po.id, `Curtains: ${word}`)).toEqual(everywhere);
});

test('COV-25: it returns with the approval flow of an order whose change order is discarded', async () => {
  const po = await coveredOrder('Ash ladders');
  const ended = await atLevel('Ash barrels');
  for (const order of [po, ended]) {
    expect((await action('otto', 'approval', order)).status).toBe(200);
    await approveAs(order, 'luis');
  }
  const discardChange = async (order: PurchaseOrder) => {
    await adjust('dana', order.id);
    await save('dana', order, { lineItems: oneMoreLine(order) });
    expect((await submit('dana', order.id)).status).toBe(200);
    await as('dana').put(`/api/pos/${order.id}/pull-from-approval`);
    expect((await discard('dana', order.id)).status).toBe(200);
  };
  await discardChange(po);
  expect(await seenByOtto('pos', po.id, 'Ash ladders')).toEqual(everywhere);
  await endByItself();
  await discardChange(ended);
  expect(await seenByOtto('pos', ended.id, 'Ash barrels')).toEqual(nowhere);
  expect(await wrongCounts()).toEqual({});
});

test('COV-25, REPL-06: who is replaced keeps what they decided under a cover that runs', async () => {
  const po = await coveredOrder('Elm benches');
  expect((await action('otto', 'approval', po)).status).toBe(200);
  await replace('otto', 'sol');
  expect(await seenByOtto('pos', po.id, 'Elm benches')).toEqual(everywhere);
  expect(await wrongCounts()).toEqual({});
});

test('COV-25, COV-05: a decision gives no access to the tax forms of the vendor', async () => {
  const { body: w9 } = await as('dana').upload({ name: 'w9.pdf', bytes: '%PDF-1.7' }, { owner: 'vendor' });
  const vendor = { isTemporary: true, name: 'Quiet Barn', address: '3 Side St', attachments: [w9] };
  await cover('lena', 'otto');
  const { id } = await submitted('dana', { ...withTotal(500), vendor, vendorAddress: null });
  await approveAs(await read('dana', id), 'abel');
  const voted = await action('otto', 'approval', await read('dana', id));
  expect(voted.status, JSON.stringify(voted.body)).toBe(200);
  const statusFor = async (name: 'dana' | 'luis' | 'otto') =>
    (await as(name).get(`/files/vendor/${w9.attachmentId}/preview/w9.pdf?showId=alpha1`)).status;
  expect([await statusFor('dana'), await statusFor('luis'), await statusFor('otto')]).toEqual([
    200, 200, 404,
  ]);
  expect(await sql.alpha`SELECT 1 FROM cover_decisions WHERE document_id = ${id}`).toHaveLength(1);
});
