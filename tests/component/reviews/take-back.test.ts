import { describe, test } from 'vitest';
import type { ActionResult } from '#domain/lifecycle/action-response';
import { approveInvoiceAsHead, submittedInvoice } from '../support/fixtures/invoices.ts';
import { approvePaymentAsHead, submittedPayment } from '../support/fixtures/payments.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { expect } from '../support/expect.ts';
import { approvedOrder, approveOrderAsHead, approveOrderLast } from '../support/fixtures/purchase-orders.ts';
import { orderApprovedByHead, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { show } from '../support/fixtures/shows.ts';
import type { App } from '../support/open-app.ts';
import type { ReviewedDocument } from '../support/pages/reviews.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import {
  acceptDecision,
  barButton,
  nameOf,
  nextOption,
  numberOf,
  openMenu,
  openReview,
  reviewPath,
  storeDocument,
} from '../support/pages/reviews.ts';

const onPhone = { width: 375, height: 812 };
const takeBack = 'POST /api/workflows/take-back';
const titleOf = (order: PurchaseOrder) => `Purchase Order ${numberOf(order)}`;

/** Stores the vote of marcus as the newest event. */
function approvedByMarcus(order: PurchaseOrder): PurchaseOrder {
  const approved = approveOrderAsHead(order);
  const [step] = approved.workflow?.steps ?? [];
  const [approver] = step?.approvers ?? [];
  if (approver) approver.version = approved.version;
  return approved;
}

function acceptTakeBack({ api, world }: App, order: PurchaseOrder): void {
  api.on(takeBack, (): ActionResult => {
    const back = storeDocument(world, { ...order, version: order.version + 2 });
    const { id, status, submissionStatus } = back;
    return { docId: id, docType: 'PO', status, submissionStatus, nextId: null };
  });
}

describe('Undo', () => {
  test('RUN-10: Undo after an approval in a run takes it back and opens the document again', async () => {
    const [first, second] = [submittedOrder(), submittedOrder()];
    const app = await openReview(first, 'approver', { orders: [first, second] });
    const { page, api } = app;
    acceptDecision(app, 'approval', approvedByMarcus(first), second.id);
    acceptTakeBack(app, first);
    await barButton(page, 'Approve').click();
    await expect(page).toHaveURL(reviewPath(second, 'approver'));
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`Approval of ${nameOf(first)} taken back.`)).toBeVisible();
    await expect(page).toHaveURL(reviewPath(first, 'approver'));
    await page.getByRole('heading', { level: 1, name: titleOf(first) }).waitFor();
    await expect(barButton(page, 'Approve')).toBeEnabled();
    expect(api.calls(takeBack)[0]?.body).toMatchObject({
      docId: first.id,
      docType: 'PO',
      workflowStepId: first.workflow?.currentStep?.id,
    });
    // The queue has it again.
    await page.keyboard.press('b');
    await expect(rowOf(page, first)).toBeVisible();
  });

  test('RUN-10: Undo is offered on the list that an approval returns to', async () => {
    const order = submittedOrder();
    const app = await openList('/approvals/purchase-orders', { as: 'marcus', orders: [order] });
    const { page } = app;
    await rowOf(page, order).click();
    await page.getByRole('heading', { level: 1, name: titleOf(order) }).waitFor();
    acceptDecision(app, 'approval', approvedByMarcus(order));
    acceptTakeBack(app, order);
    await nextOption(page).uncheck();
    await barButton(page, 'Approve').click();
    await expect(page).toHaveURL('/approvals/purchase-orders');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(reviewPath(order, 'approver'));
    await page.getByRole('heading', { level: 1, name: titleOf(order) }).waitFor();
    page.goBack();
    await expect(rowOf(page, order)).toBeVisible();
  });

  test('RUN-10: Undo is gone after five seconds', async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'approver', { clock: true });
    const { page } = app;
    acceptDecision(app, 'approval', approvedByMarcus(order));
    await barButton(page, 'Approve').click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await page.clock.runFor(3500);
    await expect(undo).toBeVisible();
    await page.clock.runFor(1600);
    await expect(undo).toHaveCount(0);
  });

  test('RUN-10: an approval that completes the document has no Undo', async () => {
    const order = orderApprovedByHead();
    const app = await openReview(order, 'approver', { as: 'priya' });
    const { page } = app;
    acceptDecision(app, 'approval', approveOrderLast(order));
    await barButton(page, 'Approve').click();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  test('RUN-11: a late Undo says that the document has changed', async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    acceptDecision(app, 'approval', approvedByMarcus(order));
    api.fail(takeBack, 'WORKFLOW_CONFLICT');
    await barButton(page, 'Approve').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('alert')).toContainText(
      `The approval of ${nameOf(order)} could not be taken back. The document has changed since.`,
    );
  });
});

test('RUN-13: above the amount of the show, an approval that completes the document is confirmed', async () => {
  const order = orderApprovedByHead();
  const settings = { confirmApprovalAbove: 299.99 };
  const app = await openReview(order, 'approver', { as: 'priya', show: show('nlite', { settings }) });
  const { page, api } = app;
  acceptDecision(app, 'approval', approveOrderLast(order));
  await barButton(page, 'Approve').click();
  const dialog = page.getByRole('alertdialog', { name: 'Final Approval' });
  await expect(dialog).toContainText(`Your approval completes ${nameOf(order)} for $300.00.`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(api.calls('POST /api/workflows/approval')).toEqual([]);
  await barButton(page, 'Approve').click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
});

describe('the menu of the review', () => {
  test('RUN-12: it takes the approval back until another user acts', async () => {
    const order = submittedOrder();
    const approved = approvedByMarcus(order);
    const app = await openReview(approved, 'approver');
    const { page } = app;
    acceptTakeBack(app, order);
    await (await openMenu(page)).getByRole('menuitem', { name: 'Take Back Approval' }).click();
    await expect(page.getByText(`Approval of ${nameOf(order)} taken back.`)).toBeVisible();
    await expect(barButton(page, 'Approve')).toBeEnabled();
    await expect(page).toHaveURL(reviewPath(order, 'approver'));
  });

  test('RUN-12, REV-10: the review of the creator has it, and a link to the approval while it is the turn of the user', async () => {
    const order = submittedOrder();
    const app = await openReview(approvedByMarcus(order), 'creator', { as: 'marcus' });
    const { page } = app;
    const link = page.getByRole('link', { name: 'Review & Approve' });
    await expect(barButton(page, 'Approve')).toHaveCount(0);
    await expect(link).toHaveCount(0);
    acceptTakeBack(app, order);
    await (await openMenu(page)).getByRole('menuitem', { name: 'Take Back Approval' }).click();
    await link.click();
    await expect(page).toHaveURL(reviewPath(order, 'approver'));
    await expect(barButton(page, 'Approve')).toBeEnabled();
  });

  test('RUN-12: it has no entry after another event', async () => {
    const approved = approvedByMarcus(submittedOrder());
    const { page } = await openReview({ ...approved, version: approved.version + 1 }, 'approver');
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem', { name: 'Change Order' })).toBeVisible();
    await expect(menu.getByRole('menuitem', { name: 'Take Back Approval' })).toHaveCount(0);
  });

  test('RUN-12: it is disabled with the reason after the last approval', async () => {
    const { page } = await openReview(approvedOrder(), 'approver');
    const entry = (await openMenu(page)).getByRole('menuitem', { name: 'Take Back Approval' });
    await expect(entry).toBeDisabled();
    await expect(entry).toContainText('It is fully approved; a final approval cannot be taken back.');
  });
});

test('RUN-12: on a phone the bar tells an approver that nothing is left to decide', async () => {
  const { page } = await openReview(approvedByMarcus(submittedOrder()), 'approver', onPhone);
  await expect(barButton(page, 'Approve')).toBeDisabled();
  await expect(page.getByText('You approved this.', { exact: true })).toBeVisible();
});

/** Stores the vote of marcus as the newest event. */
function withNewestVote<Of extends ReviewedDocument>(approved: Of): Of {
  const approver = approved.workflow?.steps[0]?.approvers[0];
  if (approver) approver.version = approved.version;
  return approved;
}

const invoiceToApprove = submittedInvoice();
const paymentToApprove = submittedPayment();
const types = [
  ['invoice', 'INVOICE', invoiceToApprove, () => withNewestVote(approveInvoiceAsHead(invoiceToApprove))],
  ['payment', 'PAYMENT', paymentToApprove, () => withNewestVote(approvePaymentAsHead(paymentToApprove))],
] as const;

test.each(types)(
  'RUN-10: on a phone Undo takes the approval of the %s back and opens it again',
  async (folder, docType, document, approved) => {
    const app = await openReview(document, 'approver', onPhone);
    const { page, api, world } = app;
    acceptDecision(app, 'approval', approved());
    api.on(takeBack, (): ActionResult => {
      const back = storeDocument<ReviewedDocument>(world, { ...document, version: document.version + 2 });
      const { id, status, submissionStatus } = back;
      return { docId: id, docType, status, submissionStatus, nextId: null };
    });
    await barButton(page, 'Approve').click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`Approval of ${nameOf(document)} taken back.`)).toBeVisible();
    // A path of DEC-30, which has the persona for payments, too.
    await expect(page).toHaveURL(`/${folder}/review/${document.id}/approver`);
    await expect(barButton(page, 'Approve')).toBeEnabled();
    expect(api.calls(takeBack)[0]?.body).toMatchObject({ docId: document.id, docType });
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(onPhone.width);
  },
);
