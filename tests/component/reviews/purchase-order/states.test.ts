import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import {
  approvedOrder,
  orderApprovedByHead,
  draft,
  line,
  sentBackOrder,
  submitOrder,
  submittedOrder,
  voidedOrder,
} from '../../support/fixtures/purchase-orders.ts';
import { person } from '../../support/fixtures/people.ts';
import { show } from '../../support/fixtures/shows.ts';
import { ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import { chooseStatus, openList, rowOf } from '../../support/pages/lists.ts';
import {
  barButton,
  goToReview,
  nameOf,
  openMenu,
  openReview,
  reviewPath,
  storeDocument,
} from '../../support/pages/reviews.ts';

/** Returns a purchase order of dana's in each status, with the displayed status. */
function ordersByStatus() {
  const bySpecialApprover = { ...orderApprovedByHead(), status: 'APPROVED_BY_SPECIAL_APPROVER' as const };
  return [
    [draft(), 'Draft'],
    [sentBackOrder(), 'Needs revision'],
    [submittedOrder(), 'Submitted for approval'],
    [orderApprovedByHead(), 'Submitted for approval'],
    [bySpecialApprover, 'Submitted for approval'],
    [approvedOrder(), 'Approved'],
    [voidedOrder(), 'Void'],
  ] as const;
}

describe('the status of a PO', () => {
  test('PO-09, PO-10, DEC-15: the list and the review show the status of a PO', async () => {
    const orders = ordersByStatus();
    const { page } = await openList('/po', { orders: orders.map(([order]) => order) });
    await chooseStatus(page, 'Show All');
    for (const [order, text] of orders)
      await expect(rowOf(page, order).getByText(text, { exact: true }), order.status).toBeVisible();
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    for (const [order, text] of orders) {
      await goToReview(page, order, 'creator');
      await expect(head.getByText(text, { exact: true }), order.status).toBeVisible();
    }
  });

  // No purchase order can be denied at present.
  test('PO-10: a PO with the submission status Denied is shown as denied', async () => {
    const { page } = await openReview({ ...voidedOrder(), submissionStatus: 'Denied' }, 'creator');
    // The text appears as the status and as the badge.
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    await expect(head.getByText('Denied', { exact: true })).toHaveCount(2);
  });

  test('PO-11, DEC-16: only a draft and a PO that needs revision open in the form', async () => {
    const orders = ordersByStatus();
    const { page } = await openList('/po', { orders: orders.map(([order]) => order) });
    const description = page.locator('[data-field="description"]').getByRole('textbox');
    for (const [order] of orders) {
      const isOpen = ['Draft', 'Needs revision'].includes(order.submissionStatus);
      await page.goto(`/po/edit/${order.id}`);
      if (isOpen) {
        await expect(description).toHaveValue(order.description);
        await expect(description).toBeEditable();
      } else await expect(page).toHaveURL(reviewPath(order, 'creator'));
      await goToReview(page, order, 'creator');
      await expect(barButton(page, 'More actions')).toBeVisible();
      await expect(barButton(page, 'Edit'), order.status).toHaveCount(isOpen ? 1 : 0);
    }
  });

  test('PO-11: a new PO is editable', async () => {
    const { page } = await openList('/po');
    await page.goto('/po/create');
    await expect(page.locator('[data-field="description"]').getByRole('textbox')).toBeEditable();
  });
});

test('AP-02, DEC-29: a step is shown as approved, sent back, voided or denied, and with any other status as pending', async () => {
  const order = orderApprovedByHead();
  const { workflow } = order;
  const [first, ...others] = workflow?.steps ?? [];
  if (!workflow || !first) throw new Error('It is in no workflow');
  const { page, api } = await openReview(order, 'creator');
  const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  const track = page.getByRole('list', { name: 'Approval', exact: true }).locator('> li');
  for (const [status, chip, words] of [
    ['APPROVED', 'ApprovedMO', 'Approved'],
    ['REVISION', 'RevisionMO', 'Sent back'],
    ['VOID', 'VoidMO', 'Voided'],
    ['DENIED', 'DeniedMO', 'Denied'],
    ['PENDING', 'Pending✓ MO', 'Waiting for approval'],
    ['ON_HOLD', 'Pending✓ MO', 'Waiting for approval'],
  ] as const) {
    const steps = [{ ...first, status }, ...others];
    // A plain Response skips the schema validation, because a later Worker may send an unknown status.
    api.on('GET /api/pos/:id', () =>
      Response.json({ ...order, workflow: { ...workflow, steps, currentStep: first } }),
    );
    await goToReview(page, order, 'creator');
    await expect(chips.first()).toHaveText(chip);
    await expect(track.first()).toContainText(words);
  }
});

test('PO-32, DEC-35: a PO with a total of zero cannot be submitted', async () => {
  const orderReturning = (unitCost: number) =>
    draft({
      lineItems: [
        line({ quantity: 1, unitCost: 100 }),
        line({ description: 'Returned', quantity: 1, unitCost }),
      ],
    });
  const [none, some] = [orderReturning(-100), orderReturning(-99.99)];
  const { page, api, world } = await openReview(none, 'creator', { orders: [none, some] });
  await barButton(page, 'Submit for Approval').click();
  await expect(page.getByRole('alert')).toContainText('Total cost must be greater than zero.');
  await expect(page).toHaveURL(reviewPath(none, 'creator'));
  expect(api.calls('PUT /api/pos/:id/submit')).toEqual([]);
  api.on('PUT /api/pos/:id/submit', () => storeDocument(world, submitOrder(some)));
  await goToReview(page, some, 'creator');
  await barButton(page, 'Submit for Approval').click();
  await expect(page.getByText(`${nameOf(some)} submitted for approval.`)).toBeVisible();
});

describe('a temporary vendor', () => {
  test('VE-18, DEC-33: a temporary vendor that must be replaced does not block an earlier step', async () => {
    const order = submittedOrder(ofTemporaryVendor);
    const { page } = await openReview(order, 'approver');
    await expect(barButton(page, 'Approve')).toBeEnabled();
  });

  test('VE-18, DEC-33: a temporary vendor that the show keeps blocks no step, and its order is not sent to accounting', async () => {
    const showKeepingTempVendors = show('nlite', { settings: { replacePoTempVendors: false } });
    const waiting = orderApprovedByHead(ofTemporaryVendor);
    const done = approvedOrder(ofTemporaryVendor);
    const { page } = await openReview(waiting, 'approver', {
      as: 'priya',
      show: showKeepingTempVendors,
      orders: [waiting, done],
    });
    await expect(barButton(page, 'Approve')).toBeEnabled();
    await goToReview(page, done, 'approver');
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    await expect(head.getByText('Approved', { exact: true })).toBeVisible();
    await expect(page.getByText(/(Sent|Failed to send) to Accounting/)).toHaveCount(0);
    const push = (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' });
    await expect(push).toBeDisabled();
  });
});

test('DEC-29: a chip marks who has approved a step that needs others, too', async () => {
  const order = submittedOrder();
  const [first, ...others] = order.workflow?.steps ?? [];
  if (!order.workflow || !first) throw new Error('It is in no workflow');
  const { id: userId, name, initials } = person('priya');
  const approver = { userId, name, initials, hasApproved: true };
  const steps = [
    { ...first, approvalsNeeded: 2, approvers: [...first.approvers, approver] },
    ...others.map((step) => ({ ...step, approvers: [] })),
  ];
  const { page } = await openReview({ ...order, workflow: { ...order.workflow, steps } }, 'creator');
  const chip = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem').first();
  await expect(chip).toHaveText('PendingMO, ✓ PR');
  const names = 'Marcus Oyelaran, Priya Raman (approved)';
  await expect(chip.getByRole('img', { name: names, exact: true })).toBeVisible();
});
