import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  approveAsHead,
  approved,
  approvedByHead,
  draft,
  submit,
  submitted,
} from '../../support/fixtures/purchase-orders.ts';
import { ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import {
  acceptDecision,
  bar,
  button,
  changeElsewhere,
  expectTip,
  goToReview,
  nameOf,
  nextOption,
  numberOf,
  openMenu,
  openReview,
  store,
} from '../../support/pages/reviews.ts';

const approval = 'POST /api/workflows/approval';

describe('the bar of the creator', () => {
  test('PE-29, PO-14, PO-15, PO-22, PO-23, PO-61, DEC-77: the creator of a draft may edit, duplicate and submit it, and the menu says why not more; Submit for Approval names the number', async () => {
    const order = draft();
    const { page, api, world } = await openReview(order, 'creator');
    await expect(bar(page).getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await expect(button(page, 'Submit for Approval')).toBeEnabled();
    await expect(button(page, 'Void')).toHaveCount(0);
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem')).toHaveText([
      /^Duplicate$/,
      /^Change Order.*Only an approved purchase order can get a change order\.$/,
      /^Pull from Approval.*The purchase order is not in approval: Draft\.$/,
      /^Push to Accounting.*Only an approved purchase order can be sent to Accounting\.$/,
    ]);
    for (const name of ['Change Order', 'Pull from Approval', 'Push to Accounting'])
      await expect(menu.getByRole('menuitem', { name })).toBeDisabled();
    await page.keyboard.press('Escape');
    await button(page, 'Edit').click();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    await goToReview(page, order, 'creator');
    await expect((await openMenu(page)).getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute(
      'href',
      `/po/create?duplicate=${order.id}`,
    );
    await page.keyboard.press('Escape');
    await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/po');
    await goToReview(page, order, 'creator');
    api.on('PUT /api/pos/:id/submit', () => store(world, submit(order)));
    await button(page, 'Submit for Approval').click();
    await expect(page.getByText(`PO #${numberOf(order)} submitted for approval.`)).toBeVisible();
    await expect(page).toHaveURL('/po');
    expect(api.calls('PUT /api/pos/:id/submit').map(({ params, query }) => [params, query])).toEqual([
      [{ id: order.id }, { showId: 'nlite', contentVersion: '1', r: '0' }],
    ]);
  });

  test('PE-06: a user who may not create has neither Duplicate nor Pull from Approval', async () => {
    const { page } = await openReview(submitted(), 'creator', { as: 'noor' });
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem', { name: 'Push to Accounting' })).toBeVisible();
    await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0);
    await expect(menu.getByRole('menuitem', { name: 'Pull from Approval' })).toHaveCount(0);
  });

  test('CO-01, DEC-77: an order that is used up, or whose vendor is gone, gets no change order', async () => {
    const order = approved();
    const { page, world } = await openReview(order, 'creator');
    const entry = async () => (await openMenu(page)).getByRole('menuitem', { name: 'Change Order' });
    await expect(await entry()).toBeEnabled();
    store(world, { ...order, isRelieved: true });
    await goToReview(page, order, 'creator');
    const usedUp = await entry();
    await expect(usedUp).toContainText('Invoices have used up the whole purchase order.');
    await expect(usedUp).toBeDisabled();
    store(world, { ...order, isAdjustable: false });
    await goToReview(page, order, 'creator');
    await expect(await entry()).toContainText('The vendor is no longer active.');
  });
});

describe('the bar of the approver', () => {
  test('PE-29, AP-20, AP-21, AP-35, CO-11, PE-07, DEC-77: the approver whose turn it is may decide and edit; without the permission to void there is no Void', async () => {
    const order = submitted();
    const { page, world } = await openReview(order, 'approver');
    for (const name of ['Void', 'Revise', 'Edit', 'Approve']) await expect(button(page, name)).toBeEnabled();
    await expect((await openMenu(page)).getByRole('menuitem')).toHaveText([
      /^Change Order.*Only an approved/,
      /^Push to Accounting.*Only an approved/,
    ]);
    await page.keyboard.press('Escape');
    await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/approvals/purchase-orders');
    await goToReview(page, order, 'approver');
    await button(page, 'Edit').click();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    world.person = person('marcus', { voidPo: false });
    await goToReview(page, order, 'approver');
    await expect(button(page, 'Revise')).toBeVisible();
    await expect(button(page, 'Void')).toHaveCount(0);
  });

  test('AP-18, DEC-80: a user whose turn it is not reads whose it is, with the mouse and with a press; the focus stays on a button whose reason goes', async () => {
    const order = submitted();
    const app = await openReview(order, 'approver', { as: 'priya' });
    const { page } = app;
    await expect(button(page, 'Approve')).toBeDisabled();
    await expectTip(page, button(page, 'Approve'), 'It waits for Marcus Oyelaran.');
    await page.mouse.move(4, 4);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await button(page, 'Approve').click({ force: true });
    await expect(page.getByRole('tooltip')).toHaveText('It waits for Marcus Oyelaran.');
    await page.getByRole('heading', { name: 'History' }).click();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    const approve = button(page, 'Approve');
    await expect(approve).toBeDisabled();
    await approve.focus();
    await changeElsewhere(app, approveAsHead(order));
    await expect(approve).toBeEnabled();
    await expect(approve).toBeFocused();
    acceptDecision(app, 'approval', approved({ id: order.id }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
  });

  test('AP-18: the approver who has approved reads who is next', async () => {
    const { page } = await openReview(approvedByHead(), 'approver');
    await expect(button(page, 'Approve')).toBeDisabled();
    await expectTip(page, button(page, 'Approve'), 'It waits for Priya Raman.');
  });

  test('AP-19, VE-21, DEC-33: at the final step a temporary vendor stands in the way', async () => {
    const order = approvedByHead(ofTemporaryVendor);
    const { page } = await openReview(order, 'approver', { as: 'priya' });
    const warning = 'Temporary vendors are not supported for this document type.';
    await expect(bar(page).getByText(warning)).toBeVisible();
    await expect(
      bar(page).getByText('Final approval needs a permanent vendor; choose Edit.', { exact: true }),
    ).toBeVisible();
    await expect(button(page, 'Edit')).toBeEnabled();
    await expect(button(page, 'Approve')).toBeDisabled();
    await expect(button(page, 'Revise')).toBeEnabled();
    await expectTip(page, button(page, 'Approve'), warning);
  });
});

describe('an action', () => {
  test('AP-07, AP-17: while one action runs no other can be started; a late answer leads nobody away from where they have gone meanwhile', async () => {
    const order = submitted();
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    acceptDecision(app, 'approval', approveAsHead(order));
    const release = api.hold(approval);
    await button(page, 'Approve').click();
    for (const name of ['Approve', 'Void', 'Revise', 'Edit']) await expect(button(page, name)).toBeDisabled();
    expect(api.calls(approval)).toHaveLength(1);
    await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
    await expect(page).toHaveURL(/^\/po(\?.*)?$/);
    release();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
    await page.settled();
    await expect(page).toHaveURL(/^\/po(\?.*)?$/);
  });

  test('AP-06, AP-07, PE-21, DEC-30: with the option on the next document opens by itself, without it the list', async () => {
    const [order, next] = [submitted(), submitted()];
    const app = await openReview(order, 'approver', { orders: [order, next] });
    const { page, api } = app;
    await expect(nextOption(page)).toBeChecked();
    acceptDecision(app, 'approval', approveAsHead(order), next.id);
    await button(page, 'Approve').click();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
    await expect(page).toHaveURL(`/po/review/${next.id}/approver`);
    await goToReview(page, next, 'approver');
    await nextOption(page).click({ force: true });
    await expect(nextOption(page)).not.toBeChecked();
    acceptDecision(app, 'approval', approveAsHead(next));
    await button(page, 'Approve').click();
    await expect(page).toHaveURL('/approvals/purchase-orders');
    expect(api.calls(approval).map(({ body }) => body)).toMatchObject([
      { docId: order.id, docType: 'PO', showId: 'nlite', getNext: true, contentVersion: 1 },
      { docId: next.id, workflowStepId: next.workflow?.currentStep?.id, getNext: false },
    ]);
    await goToReview(page, next, 'approver');
    await expect(nextOption(page)).not.toBeChecked();
  });
});
