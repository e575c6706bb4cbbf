import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import {
  approved,
  approvedByHead,
  draft,
  line,
  sentBack,
  submit,
  submitted,
  voided,
} from '../../support/fixtures/purchase-orders.ts';
import { show } from '../../support/fixtures/shows.ts';
import { ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import { chooseStatus, openList, rowOf } from '../../support/pages/lists.ts';
import {
  button,
  goToReview,
  nameOf,
  openMenu,
  openReview,
  reviewPath,
  store,
} from '../../support/pages/reviews.ts';

/** A purchase order of dana's in each standing, with what users read of it. */
function everyStanding() {
  const bySpecialApprover = { ...approvedByHead(), status: 'APPROVED_BY_SPECIAL_APPROVER' as const };
  return [
    [draft(), 'Draft'],
    [sentBack(), 'Needs revision'],
    [submitted(), 'Submitted for approval'],
    [approvedByHead(), 'Submitted for approval'],
    [bySpecialApprover, 'Submitted for approval'],
    [approved(), 'Approved'],
    [voided(), 'Void'],
  ] as const;
}

describe('a standing', () => {
  test('PO-09, PO-10, DEC-15: each standing of a PO is named in the list and on its review', async () => {
    const standings = everyStanding();
    const { page } = await openList('/po', { orders: standings.map(([order]) => order) });
    await chooseStatus(page, 'Show All');
    for (const [order, text] of standings)
      await expect(rowOf(page, order).getByText(text, { exact: true }), order.status).toBeVisible();
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    for (const [order, text] of standings) {
      await goToReview(page, order, 'creator');
      await expect(head.getByText(text, { exact: true }), order.status).toBeVisible();
    }
  });

  // No purchase order can be denied today.
  test('PO-10: a PO that says it is denied is shown so', async () => {
    const { page } = await openReview({ ...voided(), submissionStatus: 'Denied' }, 'creator');
    // As its standing and as its badge.
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    await expect(head.getByText('Denied', { exact: true })).toHaveCount(2);
  });

  test('PO-11, DEC-16: a draft and one that needs revision are edited; whatever else opens its review', async () => {
    const standings = everyStanding();
    const { page } = await openList('/po', { orders: standings.map(([order]) => order) });
    const description = page.locator('[data-field="description"]').getByRole('textbox');
    for (const [order] of standings) {
      const isOpen = ['Draft', 'Needs revision'].includes(order.submissionStatus);
      await page.goto(`/po/edit/${order.id}`);
      if (isOpen) {
        await expect(description).toHaveValue(order.description);
        await expect(description).toBeEditable();
      } else await expect(page).toHaveURL(reviewPath(order, 'creator'));
      await goToReview(page, order, 'creator');
      await expect(button(page, 'More actions')).toBeVisible();
      await expect(button(page, 'Edit'), order.status).toHaveCount(isOpen ? 1 : 0);
    }
  });

  test('PO-11: a new PO is edited', async () => {
    const { page } = await openList('/po');
    await page.goto('/po/create');
    await expect(page.locator('[data-field="description"]').getByRole('textbox')).toBeEditable();
  });
});

test('AP-02, DEC-29: a step is approved, sent back, voided or denied; whatever else it says, it is pending', async () => {
  const order = approvedByHead();
  const { workflow } = order;
  const [first, ...others] = workflow?.steps ?? [];
  if (!workflow || !first) throw new Error('It is in no workflow');
  const { page, api } = await openReview(order, 'creator');
  const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  const track = page.getByRole('list', { name: 'Approval', exact: true }).locator('> li');
  for (const [status, chip, words] of [
    ['APPROVED', 'Approved', 'Approved'],
    ['REVISION', 'Revision', 'Sent back'],
    ['VOID', 'Void', 'Voided'],
    ['DENIED', 'Denied', 'Denied'],
    ['PENDING', 'Pending', 'Waiting for approval'],
    ['ON_HOLD', 'Pending', 'Waiting for approval'],
  ] as const) {
    const steps = [{ ...first, status }, ...others];
    // Unchecked: a later Worker may send a status that this one does not know.
    api.on('GET /api/pos/:id', () =>
      Response.json({ ...order, workflow: { ...workflow, steps, currentStep: first } }),
    );
    await goToReview(page, order, 'creator');
    await expect(chips.first()).toHaveText(`${chip}MO`);
    await expect(track.first()).toContainText(words);
  }
});

test('PO-32, DEC-35: a PO whose lines together come to nothing is not submitted, and says why', async () => {
  const orderReturning = (unitCost: number) =>
    draft({
      lineItems: [
        line({ quantity: 1, unitCost: 100 }),
        line({ description: 'Returned', quantity: 1, unitCost }),
      ],
    });
  const [none, some] = [orderReturning(-100), orderReturning(-99.99)];
  const { page, api, world } = await openReview(none, 'creator', { orders: [none, some] });
  await button(page, 'Submit for Approval').click();
  await expect(page.getByRole('alert')).toContainText('Total cost must be greater than zero.');
  await expect(page).toHaveURL(reviewPath(none, 'creator'));
  expect(api.calls('PUT /api/pos/:id/submit')).toEqual([]);
  api.on('PUT /api/pos/:id/submit', () => store(world, submit(some)));
  await goToReview(page, some, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(page.getByText(`${nameOf(some)} submitted for approval.`)).toBeVisible();
});

describe('a temporary vendor', () => {
  test('VE-18, DEC-33: where it must be replaced it is in the way at the final step alone', async () => {
    const order = submitted(ofTemporaryVendor);
    const { page } = await openReview(order, 'approver');
    await expect(button(page, 'Approve')).toBeEnabled();
  });

  test('VE-18, DEC-33: where it is kept it is in the way at no step, and nothing goes to accounting', async () => {
    const keeping = show('nlite', { settings: { replacePoTempVendors: false } });
    const waiting = approvedByHead(ofTemporaryVendor);
    const done = approved(ofTemporaryVendor);
    const { page } = await openReview(waiting, 'approver', {
      as: 'priya',
      show: keeping,
      orders: [waiting, done],
    });
    await expect(button(page, 'Approve')).toBeEnabled();
    await goToReview(page, done, 'approver');
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    await expect(head.getByText('Approved', { exact: true })).toBeVisible();
    await expect(page.getByText(/(Sent|Failed to send) to Accounting/)).toHaveCount(0);
    const push = (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' });
    await expect(push).toBeDisabled();
  });
});
