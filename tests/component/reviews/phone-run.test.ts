import { describe, test } from 'vitest';
import type { ActionResult } from '#domain/lifecycle/action-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { expect } from '../support/expect.ts';
import { invoiceApprovedByHead } from '../support/fixtures/invoices.ts';
import { approvePaymentAsHead, payment, submitPayment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { approveOrderLast, orderApprovedByHead } from '../support/fixtures/purchase-orders.ts';
import { show } from '../support/fixtures/shows.ts';
import { ofTemporaryVendor } from '../support/fixtures/vendors.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { barButton, numberOf, openReview, reviewPath, storeDocument } from '../support/pages/reviews.ts';

const queue = '/approvals/purchase-orders';
const filter = 'POST /api/pos/filter';

/** Orders that wait for priya, the last approver. A temporary vendor keeps her from approving. */
function waitingOrders(count: number, blocked: readonly number[] = []): PurchaseOrder[] {
  return Array.from({ length: count }, (_, at) =>
    orderApprovedByHead({
      poNumber: String(count - at).padStart(5, '0'),
      description: `Order ${String(at + 1).padStart(2, '0')}`,
      ...(blocked.includes(at + 1) && ofTemporaryVendor),
    }),
  );
}

/** Approves as the server does: the next document is the one behind in the queue, else its first. */
function acceptApprovals({ api, world }: App): void {
  api.on('POST /api/workflows/approval', ({ body }): ActionResult => {
    const isWaiting = ({ id, status }: PurchaseOrder) => id === body.docId || status !== 'APPROVED';
    const waiting = world.orders.filter(isWaiting);
    const at = waiting.findIndex(({ id }) => id === body.docId);
    const others = [...waiting.slice(at + 1), ...waiting.slice(0, at)];
    const { id, status, submissionStatus } = storeDocument(world, approveOrderLast(waiting[at]!));
    return { docId: id, docType: 'PO', status, submissionStatus, nextId: others[0]?.id ?? null };
  });
}

/** The address changes before the review renders. */
async function expectReview(page: Page, order: PurchaseOrder): Promise<void> {
  await expect(page).toHaveURL(reviewPath(order, 'approver'));
  await page.getByRole('heading', { level: 1, name: `Purchase Order ${numberOf(order)}` }).waitFor();
}

/** Moves a finger across an element of the page. */
async function swipe(page: Page, selector: string, by: number): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((target) => {
      const { Touch, TouchEvent } = target.ownerDocument.defaultView!;
      const at = (clientX: number) => [new Touch({ identifier: 1, target, clientX, clientY: 300 })];
      const from = by < 0 ? 300 : 60;
      const options = { bubbles: true };
      target.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: at(from) }));
      target.dispatchEvent(new TouchEvent('touchend', { ...options, changedTouches: at(from + by) }));
    });
}

describe('a run through the queue', () => {
  test('RUN-01, RUN-04: a phone run of 20 documents, three of which cannot be approved, has no dead end', async () => {
    const orders = waitingOrders(20, [3, 11, 20]);
    const app = await openList(queue, { as: 'priya', orders, width: 375, height: 812 });
    const { page } = app;
    acceptApprovals(app);
    await rowOf(page, orders[0]!).click();
    for (const [at, order] of orders.entries()) {
      await expectReview(page, order);
      await expect(barButton(page, 'Approve')).toBeVisible();
      if (![2, 10, 19].includes(at)) await barButton(page, 'Approve').click();
      else await barButton(page, at === 19 ? 'Finish' : 'Next').click();
    }
    await expect(page).toHaveURL(queue);
    for (const at of [2, 10, 19]) await expect(rowOf(page, orders[at]!)).toBeVisible();
    await expect(rowOf(page, orders[0]!)).toHaveCount(0);
  });

  test('RUN-14: on a phone the bar says why an approver of the step cannot approve', async () => {
    const [own, other] = waitingOrders(2);
    const orders = [{ ...own!, revisionAuthorIds: [person('priya').id] }, other!];
    const { page } = await openList(queue, {
      as: 'priya',
      orders,
      width: 375,
      height: 812,
      show: show('nlite', { settings: { preventSelfApproval: true, selfApprovalLimit: null } }),
    });
    const bar = page.getByRole('region', { name: 'Approval actions' });
    await rowOf(page, orders[0]!).click();
    await expectReview(page, orders[0]!);
    await expect(bar).toContainText("You can't approve your own document.");
    await barButton(page, 'Next').click();
    await expectReview(page, orders[1]!);
    await expect(bar.getByText("You can't approve your own document.")).toHaveCount(0);
  });

  test('RUN-04: the run ends at the list when only skipped documents remain after an approval', async () => {
    const orders = waitingOrders(3);
    const app = await openList(queue, { as: 'priya', orders });
    const { page } = app;
    acceptApprovals(app);
    await rowOf(page, orders[1]!).click();
    await barButton(page, 'Next').click();
    await expectReview(page, orders[2]!);
    await barButton(page, 'Approve').click();
    await expectReview(page, orders[0]!);
    await barButton(page, 'Approve').click();
    await expect(page).toHaveURL(queue);
    await expect(rowOf(page, orders[1]!)).toBeVisible();
  });

  test('RUN-05: the list is empty at once after the last document', async () => {
    const [order] = waitingOrders(1);
    const app = await openReview(order!, 'approver', { as: 'priya' });
    const { page, api } = app;
    acceptApprovals(app);
    const release = api.hold(filter);
    await barButton(page, 'Approve').click();
    await expect(page).toHaveURL(queue);
    await expect(page.getByText("It looks like there aren't any Purchase Orders to approve.")).toBeVisible();
    await expect(rowOf(page, order!)).toHaveCount(0);
    release();
  });
});

describe('Next', () => {
  test('RUN-01: Next is there on a review that was opened directly, reads the queue once, and stays after the document is decided', async () => {
    const orders = waitingOrders(3);
    const app = await openReview(orders[1]!, 'approver', { as: 'priya', orders });
    const { page, api, world } = app;
    await expect(barButton(page, 'Next')).toBeVisible();
    expect(api.calls(filter)).toEqual([]);
    storeDocument(world, approveOrderLast(orders[1]!));
    await page.reload();
    await expect(barButton(page, 'Approve')).toHaveCount(0);
    await barButton(page, 'Next').click();
    await expectReview(page, orders[0]!);
    await barButton(page, 'Next').click();
    await expectReview(page, orders[2]!);
    expect(api.calls(filter)).toHaveLength(1);
    await expect(barButton(page, 'Finish')).toBeVisible();
  });

  test('RUN-01: Next in the queue of invoices uses the loaded rows', async () => {
    const invoices = [1, 2].map((at) => invoiceApprovedByHead({ number: `ACM-${at}` }));
    const { page, api } = await openList('/approvals/invoices', { as: 'priya', invoices });
    await page.getByText(invoices[0]!.number, { exact: true }).click();
    await expect(page).toHaveURL(reviewPath(invoices[0]!, 'approver'));
    await barButton(page, 'Next').click();
    await expect(page).toHaveURL(reviewPath(invoices[1]!, 'approver'));
    expect(api.calls('POST /api/invoices/filter')).toHaveLength(1);
  });

  test('RUN-01: Next reads the queue of invoices when the review was opened directly', async () => {
    const invoices = [1, 2].map((at) => invoiceApprovedByHead({ number: `ACM-${at}` }));
    const { page } = await openReview(invoices[0]!, 'approver', { as: 'priya', invoices });
    await barButton(page, 'Next').click();
    await expect(page).toHaveURL(reviewPath(invoices[1]!, 'approver'));
  });

  test('RUN-01: Next reads the queue of payments when the review was opened directly', async () => {
    const payments = [payment(), payment()].map((one) => approvePaymentAsHead(submitPayment(one)));
    const { page } = await openReview(payments[0]!, 'approver', { as: 'priya', payments });
    await barButton(page, 'Next').click();
    await expect(page).toHaveURL(new RegExp(`/review/${payments[1]!.id}`));
  });

  test('RUN-01: Next is missing when no other document waits', async () => {
    const [order] = waitingOrders(1);
    const { page } = await openReview(order!, 'approver', { as: 'priya' });
    await expect(barButton(page, 'Approve')).toBeEnabled();
    await expect(barButton(page, 'Next')).toHaveCount(0);
  });

  test('RUN-02: J and K move to the next and to the previous document', async () => {
    const orders = waitingOrders(3);
    const { page } = await openList(queue, { as: 'priya', orders });
    await rowOf(page, orders[0]!).click();
    await expect(barButton(page, 'Next')).toBeVisible();
    await page.keyboard.press('j');
    await expectReview(page, orders[1]!);
    await page.keyboard.press('k');
    await expectReview(page, orders[0]!);
  });

  test('RUN-03: a swipe to the left opens the next document and to the right the previous one, except on an input', async () => {
    const orders = waitingOrders(3);
    const { page } = await openList(queue, { as: 'priya', orders, width: 375, height: 812 });
    await rowOf(page, orders[0]!).click();
    await expectReview(page, orders[0]!);
    await page.getByRole('button', { name: 'Add Note' }).click();
    await swipe(page, '[data-review] textarea', -150);
    await swipe(page, '[data-review] h2', -40);
    await page.waitForIdle();
    await expectReview(page, orders[0]!);
    await swipe(page, '[data-review] h2', -150);
    await expectReview(page, orders[1]!);
    // A swipe in the first moment is a second one for the document before.
    await expect(barButton(page, 'Next').locator('xpath=ancestor::*[@inert]')).toHaveCount(0);
    await swipe(page, '[data-review] h2', 150);
    await expectReview(page, orders[0]!);
  });
});
