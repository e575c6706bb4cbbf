import type { Page } from '@playwright/test';
import type { DocType } from '../../../domain/document.ts';
import { attachedInvoice } from '../support/data/invoices.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { events, tapped } from '../support/environment/live.ts';
import type { Wire } from '../support/environment/live.ts';
import { approve, draft, submitted } from '../support/data/orders.ts';
import { cashier, draftPayment, storedPayment } from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { openInvoiceReview, openPaymentReview, openReview } from '../support/pages/review.ts';

const opened = (wire: Wire) =>
  expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);

/** What this window was told about the document. */
const toldOf = (wire: Wire, id: string) =>
  events(wire.received, 'document_changed').flatMap(({ data }) => (data['id'] === id ? [data] : []));

interface Open {
  list: Page;
  review: Page;
  wires: Wire[];
}

/** A second window beside the review, with the list; in neither anything more is done. */
async function bothOpen(
  membership: Session,
  path: string,
  docType: DocType,
  openTheReview: (page: Page) => Promise<void>,
): Promise<Open> {
  const list = await membership.page.context().newPage();
  const wires = [await tapped(membership.page), await tapped(list)];
  await openTheReview(membership.page);
  await openList(list, path, docType);
  for (const wire of wires) await opened(wire);
  return { list, review: membership.page, wires };
}

/** Both windows have been told, and show it. */
async function bothShow(open: Open, id: string, row: { description: string } | { number: string }) {
  for (const wire of open.wires) {
    await expect
      .poll(() => toldOf(wire, id).map((data) => data['status']))
      .toContain('SUBMITTED_FOR_APPROVAL');
  }
  await expect(rowOf(open.list, row)).toContainText('Submitted for approval');
  await expect(open.review.getByRole('button', { name: 'Submit for Approval' })).toHaveCount(0);
  await expect(open.review.getByText('Submitted for approval').first()).toBeVisible();
}

test('DEC-100: an open list and an open review of a purchase order follow what others do', async ({ as }) => {
  const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
  const order = await draft(dana);
  const { description } = order;
  const open = await bothOpen(dana, '/po?status=all', 'PO', (page) => openReview(page, order, 'creator'));
  await expect(rowOf(open.list, { description })).toContainText('Draft');
  // The queue of whoever comes next, too.
  const queue = await tapped(marcus.page);
  await openList(marcus.page, '/approvals/purchase-orders');
  await opened(queue);
  await dana.api.put(`/api/pos/${order.id}/submit?r=0`);
  await bothShow(open, order.id, { description });
  await expect(rowOf(marcus.page, { description })).toBeVisible();
  await approve(marcus, order);
  await expect(rowOf(marcus.page, { description })).toHaveCount(0);
});

test('DEC-100: an open list and an open review of an invoice follow what others do', async ({ as }) => {
  const elena = await as('elena');
  const invoice = await attachedInvoice(elena);
  const open = await bothOpen(elena, '/invoice?status=all', 'INVOICE', (page) =>
    openInvoiceReview(page, invoice, 'creator'),
  );
  await expect(rowOf(open.list, invoice)).toContainText('Draft');
  await elena.api.put(`/api/invoices/${invoice.id}/submit`);
  await bothShow(open, invoice.id, invoice);
});

test('DEC-100: an open list and an open review of a payment follow what others do', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await draftPayment(place);
  const sam = await as('sam');
  const path = `/payment?status=all&number=${payment.number}`;
  const open = await bothOpen(sam, path, 'PAYMENT', (page) =>
    openPaymentReview(page, payment, '?referrer=listing'),
  );
  await expect(rowOf(open.list, { number: payment.number })).toContainText('Draft');
  await place.api.put(`/api/payments/${payment.id}/submit?showId=nlite`, {});
  expect((await storedPayment(place, payment)).status).toBe('SUBMITTED_FOR_APPROVAL');
  await bothShow(open, payment.id, { number: payment.number });
});

test('DEC-56: two windows of one session are each in the channel of their own show, also after a break', async ({
  as,
  apiOf,
}) => {
  const sam = await as('sam');
  const here = await tapped(sam.page);
  await openList(sam.page, '/po?status=all');
  await opened(here);
  const other = await sam.page.context().newPage();
  const there = await tapped(other);
  await sam.api.get('/api/users/permissions?showId=tidewater&st=1');
  await openList(other, '/po?status=all');
  await opened(there);
  const showIn = ({ addresses }: Wire) => addresses.at(-1)?.searchParams.get('showId');
  expect([showIn(here), showIn(there)]).toEqual(['nlite', 'tidewater']);
  // The session has meanwhile selected the other show.
  const before = here.addresses.length;
  await here.cut();
  await expect.poll(() => here.addresses.length).toBeGreaterThan(before);
  expect(showIn(here)).toBe('nlite');
  await expect
    .poll(() => here.received.filter(({ text }) => text.startsWith('40')).length)
    .toBeGreaterThan(1);
  const dana = await apiOf('dana');
  const order = await submitted(dana);
  await expect.poll(() => toldOf(here, order.id).length).toBeGreaterThan(0);
  await expect(rowOf(sam.page, { description: order.description })).toBeVisible();
  expect(toldOf(there, order.id)).toEqual([]);
});
