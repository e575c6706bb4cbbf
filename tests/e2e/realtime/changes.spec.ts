import type { Page } from '@playwright/test';
import type { DocType } from '../../../domain/document.ts';
import { createInvoiceWithAttachment } from '../support/data/invoices.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { events, interceptSocket } from '../support/environment/intercept-socket.ts';
import type { Wire } from '../support/environment/intercept-socket.ts';
import { approve, createDraftOrder, createSubmittedOrder } from '../support/data/orders.ts';
import { openPaymentShow, importPayment, getPayment } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { openInvoiceReview, openPaymentReview, openReview } from '../support/pages/review.ts';

const waitUntilOpen = (wire: Wire) =>
  expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);

/** Returns the changes of the document that this window received. */
const changesReceived = (wire: Wire, id: string) =>
  events(wire.received, 'document_changed').flatMap(({ data }) => (data['id'] === id ? [data] : []));

interface Windows {
  list: Page;
  review: Page;
  wires: Wire[];
}

/** Opens the review in one window and the list in another. */
async function bothOpen(
  membership: Session,
  path: string,
  docType: DocType,
  openTheReview: (page: Page) => Promise<void>,
): Promise<Windows> {
  const list = await membership.page.context().newPage();
  const wires = [await interceptSocket(membership.page), await interceptSocket(list)];
  await openTheReview(membership.page);
  await openList(list, path, docType);
  for (const wire of wires) await waitUntilOpen(wire);
  return { list, review: membership.page, wires };
}

/** Expects both windows to receive the change and to show it. */
async function bothShow(windows: Windows, id: string, row: { description: string } | { number: string }) {
  for (const wire of windows.wires) {
    await expect
      .poll(() => changesReceived(wire, id).map((data) => data['status']))
      .toContain('SUBMITTED_FOR_APPROVAL');
  }
  await expect(rowOf(windows.list, row)).toContainText('Submitted for approval');
  await expect(windows.review.getByRole('button', { name: 'Submit for Approval' })).toHaveCount(0);
  await expect(windows.review.getByText('Submitted for approval').first()).toBeVisible();
}

test('DEC-100: an open list and an open review of a purchase order show the changes of other users', async ({
  as,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
  const order = await createDraftOrder(dana);
  const { description } = order;
  const windows = await bothOpen(dana, '/po?status=all', 'PO', (page) => openReview(page, order, 'creator'));
  await expect(rowOf(windows.list, { description })).toContainText('Draft');
  // The queue of the next approver follows, too.
  const queue = await interceptSocket(marcus.page);
  await openList(marcus.page, '/approvals/purchase-orders');
  await waitUntilOpen(queue);
  await dana.api.put(`/api/pos/${order.id}/submit?r=0`);
  await bothShow(windows, order.id, { description });
  await expect(rowOf(marcus.page, { description })).toBeVisible();
  await approve(marcus, order);
  await expect(rowOf(marcus.page, { description })).toHaveCount(0);
});

test(
  'DEC-100: an open list and an open review of an invoice show the changes of other users',
  { tag: '@long' },
  async ({ as }) => {
    const elena = await as('elena');
    const invoice = await createInvoiceWithAttachment(elena);
    const windows = await bothOpen(elena, '/invoice?status=all', 'INVOICE', (page) =>
      openInvoiceReview(page, invoice, 'creator'),
    );
    await expect(rowOf(windows.list, invoice)).toContainText('Draft');
    await elena.api.put(`/api/invoices/${invoice.id}/submit`);
    await bothShow(windows, invoice.id, invoice);
  },
);

test(
  'DEC-100: an open list and an open review of a payment show the changes of other users',
  { tag: '@long' },
  async ({ as, apiOf, baseURL }) => {
    const paymentShow = await openPaymentShow(apiOf, baseURL, 'nlite');
    const payment = await importPayment(paymentShow);
    const sam = await as('sam');
    const path = `/payment?status=all&number=${payment.number}`;
    const windows = await bothOpen(sam, path, 'PAYMENT', (page) =>
      openPaymentReview(page, payment, '?referrer=listing'),
    );
    await expect(rowOf(windows.list, { number: payment.number })).toContainText('Draft');
    await paymentShow.api.put(`/api/payments/${payment.id}/submit?showId=nlite`, {});
    expect((await getPayment(paymentShow, payment)).status).toBe('SUBMITTED_FOR_APPROVAL');
    await bothShow(windows, payment.id, { number: payment.number });
  },
);

test('DEC-56: each window of a session stays in the channel of its own show after a reconnect', async ({
  as,
  apiOf,
}) => {
  const sam = await as('sam');
  const firstSocket = await interceptSocket(sam.page);
  await openList(sam.page, '/po?status=all');
  await waitUntilOpen(firstSocket);
  const other = await sam.page.context().newPage();
  const otherSocket = await interceptSocket(other);
  await sam.api.get('/api/users/permissions?showId=tidewater&st=1');
  await openList(other, '/po?status=all');
  await waitUntilOpen(otherSocket);
  const showIn = ({ addresses }: Wire) => addresses.at(-1)?.searchParams.get('showId');
  expect([showIn(firstSocket), showIn(otherSocket)]).toEqual(['nlite', 'tidewater']);
  // The session has selected the other show by now.
  const before = firstSocket.addresses.length;
  await firstSocket.cut();
  await expect.poll(() => firstSocket.addresses.length).toBeGreaterThan(before);
  expect(showIn(firstSocket)).toBe('nlite');
  await expect
    .poll(() => firstSocket.received.filter(({ text }) => text.startsWith('40')).length)
    .toBeGreaterThan(1);
  const dana = await apiOf('dana');
  const order = await createSubmittedOrder(dana);
  await expect.poll(() => changesReceived(firstSocket, order.id).length).toBeGreaterThan(0);
  await expect(rowOf(sam.page, { description: order.description })).toBeVisible();
  expect(changesReceived(otherSocket, order.id)).toEqual([]);
});
