import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  approveOrderAsHead,
  orderApprovedByHead,
  approveOrderLast,
  submittedOrder,
  voidedOrder,
} from '../../support/fixtures/purchase-orders.ts';
import { foxglove, ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import {
  acceptDecision,
  barButton,
  changeByOtherUser,
  expectTip,
  goToReview,
  nameOf,
  openMenu,
  openReview,
} from '../../support/pages/reviews.ts';

const approval = 'POST /api/workflows/approval';
const revision = 'POST /api/workflows/revision';
const voiding = 'POST /api/workflows/void';

describe('a reason', () => {
  test('AP-22, AP-23, AP-25, AP-28, AP-29, DEC-80: a reason is required, has at most 200 characters, and survives a press beside the dialog and a failure', async () => {
    const order = submittedOrder();
    const { page, api } = await openReview(order, 'approver');
    await barButton(page, 'Revise').click();
    const dialog = page.getByRole('dialog', { name: `Request Revision of ${nameOf(order)}` });
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    const accept = dialog.getByRole('button', { name: 'Request Revision' });
    await expect(reason).toBeFocused();
    await expect(reason).toHaveValue('');
    await expect(accept).toBeDisabled();
    await expect(dialog.getByText('0/200')).toBeVisible();
    await reason.fill('   ');
    await expect(accept).toBeDisabled();
    await reason.fill('x'.repeat(230));
    await expect(reason).toHaveValue('x'.repeat(200));
    await expect(dialog.getByText('200/200')).toBeVisible();
    await expect(accept).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(barButton(page, 'Revise')).toBeFocused();
    await barButton(page, 'Revise').click();
    await reason.fill('Ask for three quotes');
    await page.mouse.move(10, 450);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForIdle();
    await expect(reason).toHaveValue('Ask for three quotes');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    for (const [route, name, confirm, text] of [
      [revision, 'Revise', 'Request Revision', `Revision request for ${nameOf(order)} failed`],
      [voiding, 'Void', 'Void', `Void ${nameOf(order)} failed`],
    ] as const) {
      api.fail(route, 'WORKFLOW_CONFLICT');
      await barButton(page, name).click();
      const openDialog = page.getByRole('dialog');
      const send = openDialog.getByRole('button', { name: confirm, exact: true });
      await openDialog.getByRole('textbox', { name: 'Reason' }).fill('Too dear');
      await send.click();
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
      await expect(send).toBeEnabled();
      await expect(send).toBeFocused();
      await expect(openDialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too dear');
      await openDialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(openDialog).toHaveCount(0);
    }
  });
});

describe('a void', () => {
  test('AP-13: the creator can neither edit nor submit a voided order', async () => {
    const { page } = await openReview(voidedOrder(), 'creator');
    await expect(barButton(page, 'More actions')).toBeVisible();
    await expect(barButton(page, 'Edit')).toHaveCount(0);
    await expect(barButton(page, 'Submit for Approval')).toHaveCount(0);
  });
});

describe('an approval', () => {
  test('AP-26, DEC-03: an approval that accounting rejects is valid, with a warning', async () => {
    const order = orderApprovedByHead();
    const { page, api } = await openReview(order, 'approver', { as: 'priya' });
    api.fail(approval, 'accounting_interface_error', {
      message: 'Books closed',
      body: { approved: true, nextId: null },
    });
    await barButton(page, 'Approve').click();
    const warning = `${nameOf(order)} was approved, but the accounting system returned an error.`;
    await expect(page.getByText(warning)).toBeVisible();
    await expect(page).toHaveURL('/approvals/purchase-orders');
  });

  test('AP-27, DEC-82: an outdated approval is an error, and the page shows the current document', async () => {
    const order = submittedOrder();
    const { page, api, world } = await openReview(order, 'approver');
    await expect(barButton(page, 'Approve')).toBeEnabled();
    // The creator has pulled the order from approval, but no realtime event arrived.
    world.orders = [{ ...order, status: 'DRAFT', submissionStatus: 'Draft', workflow: null, version: 3 }];
    api.fail(approval, 'WORKFLOW_CONFLICT');
    await barButton(page, 'Approve').click();
    await expect(page.getByRole('alert')).toContainText(`${nameOf(order)} could not be approved`);
    await expect(barButton(page, 'Approve')).toHaveCount(0);
  });

  test('VE-19, VE-20, VE-21, AP-25, DEC-33: an approval requires to confirm or replace a temporary vendor', async () => {
    const order = submittedOrder(ofTemporaryVendor);
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    await barButton(page, 'Approve').click();
    const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
    await expect(dialog).toContainText('Temporary vendors are not supported for this document type.');
    await expect(dialog).toContainText(
      'A PO with a temporary vendor must be updated with a permanent vendor to be fully approved.',
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(barButton(page, 'Approve')).toBeFocused();
    await barButton(page, 'Approve').click();
    await dialog.getByRole('button', { name: 'Go back and Update Vendor' }).click();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    expect(api.calls(approval)).toEqual([]);
    await goToReview(page, order, 'approver');
    acceptDecision(app, 'approval', approveOrderAsHead(order));
    await barButton(page, 'Approve').click();
    await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).click();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
  });

  test('VE-20: the last step can approve after the vendor has become permanent', async () => {
    const order = orderApprovedByHead(ofTemporaryVendor);
    const app = await openReview(order, 'approver', { as: 'priya' });
    const { page } = app;
    await expect(barButton(page, 'Approve')).toBeDisabled();
    const vendor = { ...foxglove.vendor, addressLineNumber: 1 };
    const vendorAddress = foxglove.details.addresses[0] ?? null;
    await changeByOtherUser(app, { ...order, version: order.version + 1, vendor, vendorAddress });
    await expect(barButton(page, 'Approve')).toBeEnabled();
  });
});

describe('a confirmation', () => {
  test('AP-25, AP-15, DEC-82: an outdated confirmation is disabled and explains why', async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'creator', { as: person('dana') });
    const { page } = app;
    await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Pull from Approval' });
    const accept = dialog.getByRole('button', { name: 'Pull from Approval' });
    await expect(accept).toBeEnabled();
    await changeByOtherUser(app, approveOrderLast(approveOrderAsHead(order)));
    await expect(accept).toBeDisabled();
    await expectTip(page, accept, 'The purchase order is not in approval: Approved.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });
});
