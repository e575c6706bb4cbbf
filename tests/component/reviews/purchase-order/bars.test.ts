import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  approveOrderAsHead,
  approvedOrder,
  orderApprovedByHead,
  draft,
  submitOrder,
  submittedOrder,
} from '../../support/fixtures/purchase-orders.ts';
import { ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import {
  acceptDecision,
  actionBar,
  barButton,
  changeByOtherUser,
  expectTip,
  goToReview,
  nameOf,
  nextOption,
  numberOf,
  openMenu,
  openReview,
  storeDocument,
} from '../../support/pages/reviews.ts';

const approval = 'POST /api/workflows/approval';

describe('the action bar of the creator', () => {
  test('PE-29, PO-14, PO-15, PO-22, PO-23, PO-61, DEC-77: the creator can edit, duplicate and submit a draft, and the menu explains disabled actions', async () => {
    const order = draft();
    const { page, api, world } = await openReview(order, 'creator');
    await expect(actionBar(page).getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await expect(barButton(page, 'Submit for Approval')).toBeEnabled();
    await expect(barButton(page, 'Void')).toHaveCount(0);
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem')).toHaveText([
      /^Duplicate$/,
      /^Nudge Approvers.*The purchase order is not in approval: Draft\.$/,
      /^Change Order.*Only an approved purchase order can get a change order\.$/,
      /^Pull from Approval.*The purchase order is not in approval: Draft\.$/,
      /^Push to Accounting.*Only an approved purchase order can be sent to Accounting\.$/,
    ]);
    for (const name of ['Change Order', 'Pull from Approval', 'Push to Accounting'])
      await expect(menu.getByRole('menuitem', { name })).toBeDisabled();
    await page.keyboard.press('Escape');
    await barButton(page, 'Edit').click();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    await goToReview(page, order, 'creator');
    await expect((await openMenu(page)).getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute(
      'href',
      `/po/create?duplicate=${order.id}`,
    );
    await page.keyboard.press('Escape');
    await actionBar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/po');
    await goToReview(page, order, 'creator');
    api.on('PUT /api/pos/:id/submit', () => storeDocument(world, submitOrder(order)));
    await barButton(page, 'Submit for Approval').click();
    await expect(page.getByText(`PO #${numberOf(order)} submitted for approval.`)).toBeVisible();
    await expect(page).toHaveURL('/po');
    expect(api.calls('PUT /api/pos/:id/submit').map(({ params, query }) => [params, query])).toEqual([
      [{ id: order.id }, { showId: 'nlite', contentVersion: '1', r: '0' }],
    ]);
  });

  test('PE-06: a user without the create permission has neither Duplicate nor Pull from Approval', async () => {
    const { page } = await openReview(submittedOrder(), 'creator', { as: 'noor' });
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem', { name: 'Push to Accounting' })).toBeVisible();
    await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0);
    await expect(menu.getByRole('menuitem', { name: 'Pull from Approval' })).toHaveCount(0);
  });

  test('CO-01, DEC-77: an order that is fully invoiced or has an inactive vendor cannot get a change order', async () => {
    const order = approvedOrder();
    const { page, world } = await openReview(order, 'creator');
    const entry = async () => (await openMenu(page)).getByRole('menuitem', { name: 'Change Order' });
    await expect(await entry()).toBeEnabled();
    storeDocument(world, { ...order, isRelieved: true });
    await goToReview(page, order, 'creator');
    const entryOfUsedUp = await entry();
    await expect(entryOfUsedUp).toContainText('Invoices have used up the whole purchase order.');
    await expect(entryOfUsedUp).toBeDisabled();
    storeDocument(world, { ...order, isAdjustable: false });
    await goToReview(page, order, 'creator');
    await expect(await entry()).toContainText('The vendor is no longer active.');
  });
});

describe('the action bar of the approver', () => {
  test('PE-29, AP-20, AP-21, AP-35, CO-11, PE-07, DEC-77: the current approver can decide and edit, but void only with the permission', async () => {
    const order = submittedOrder();
    const { page, world } = await openReview(order, 'approver');
    for (const name of ['Void', 'Revise', 'Edit', 'Approve'])
      await expect(barButton(page, name)).toBeEnabled();
    await expect((await openMenu(page)).getByRole('menuitem')).toHaveText([
      /^Ask a Question$/,
      /^Change Order.*Only an approved/,
      /^Push to Accounting.*Only an approved/,
    ]);
    await page.keyboard.press('Escape');
    await actionBar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/approvals/purchase-orders');
    await goToReview(page, order, 'approver');
    await barButton(page, 'Edit').click();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    world.person = person('marcus', { voidPo: false });
    await goToReview(page, order, 'approver');
    await expect(barButton(page, 'Revise')).toBeVisible();
    await expect(barButton(page, 'Void')).toHaveCount(0);
  });

  test('AP-18, DEC-80: a disabled button names the current approver on hover and press, and keeps the focus when it becomes enabled', async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'approver', { as: 'priya' });
    const { page } = app;
    await expect(barButton(page, 'Approve')).toBeDisabled();
    await expectTip(page, barButton(page, 'Approve'), 'It waits for Marcus Oyelaran.');
    await page.mouse.move(4, 4);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await barButton(page, 'Approve').click({ force: true });
    await expect(page.getByRole('tooltip')).toHaveText('It waits for Marcus Oyelaran.');
    await page.getByRole('heading', { name: 'History' }).click();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    const approve = barButton(page, 'Approve');
    await expect(approve).toBeDisabled();
    await approve.focus();
    await changeByOtherUser(app, approveOrderAsHead(order));
    await expect(approve).toBeEnabled();
    await expect(approve).toBeFocused();
    acceptDecision(app, 'approval', approvedOrder({ id: order.id }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
  });

  test('AP-18: the disabled buttons name the next approver after an approval', async () => {
    const { page } = await openReview(orderApprovedByHead(), 'approver');
    await expect(barButton(page, 'Approve')).toBeDisabled();
    await expectTip(page, barButton(page, 'Approve'), 'It waits for Priya Raman.');
  });

  test('AP-19, VE-21, DEC-33: a temporary vendor blocks the approval of the final step', async () => {
    const order = orderApprovedByHead(ofTemporaryVendor);
    const { page } = await openReview(order, 'approver', { as: 'priya' });
    const warning = 'Temporary vendors are not supported for this document type.';
    await expect(actionBar(page).getByText(warning)).toBeVisible();
    await expect(
      actionBar(page).getByText('Final approval needs a permanent vendor; choose Edit.', { exact: true }),
    ).toBeVisible();
    await expect(barButton(page, 'Edit')).toBeEnabled();
    await expect(barButton(page, 'Approve')).toBeDisabled();
    await expect(barButton(page, 'Revise')).toBeEnabled();
    await expectTip(page, barButton(page, 'Approve'), warning);
  });
});

describe('an action', () => {
  test('AP-07, AP-17: a running action disables the others, and its late response does not navigate away from another page', async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    acceptDecision(app, 'approval', approveOrderAsHead(order));
    const release = api.hold(approval);
    await barButton(page, 'Approve').click();
    for (const name of ['Approve', 'Void', 'Revise', 'Edit'])
      await expect(barButton(page, name)).toBeDisabled();
    expect(api.calls(approval)).toHaveLength(1);
    await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
    await expect(page).toHaveURL(/^\/po(\?.*)?$/);
    release();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
    await page.waitForIdle();
    await expect(page).toHaveURL(/^\/po(\?.*)?$/);
  });

  test('AP-06, AP-07, PE-21, DEC-30: a decision opens the next document if the option is on, otherwise the list', async () => {
    const [order, next] = [submittedOrder(), submittedOrder()];
    const app = await openReview(order, 'approver', { orders: [order, next] });
    const { page, api } = app;
    await expect(nextOption(page)).toBeChecked();
    acceptDecision(app, 'approval', approveOrderAsHead(order), next.id);
    await barButton(page, 'Approve').click();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
    await expect(page).toHaveURL(`/po/review/${next.id}/approver`);
    await goToReview(page, next, 'approver');
    await nextOption(page).click({ force: true });
    await expect(nextOption(page)).not.toBeChecked();
    acceptDecision(app, 'approval', approveOrderAsHead(next));
    await barButton(page, 'Approve').click();
    await expect(page).toHaveURL('/approvals/purchase-orders');
    expect(api.calls(approval).map(({ body }) => body)).toMatchObject([
      { docId: order.id, docType: 'PO', showId: 'nlite', getNext: true, contentVersion: 1 },
      { docId: next.id, workflowStepId: next.workflow?.currentStep?.id, getNext: false },
    ]);
    await goToReview(page, next, 'approver');
    await expect(nextOption(page)).not.toBeChecked();
  });
});
