import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  approveAsHead,
  approvedByHead,
  approveLast,
  sendBack,
  submitted,
  voided,
  voidOrder,
} from '../../support/fixtures/purchase-orders.ts';
import { foxglove, ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import {
  acceptDecision,
  button,
  changeElsewhere,
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
  test('AP-22, AP-23, AP-25, AP-28, AP-29, DEC-80: a reason must be written, is cut at 200 characters and kept by a press beside the dialog; Escape cancels; a revision or a void that fails keeps it and the focus', async () => {
    const order = submitted();
    const { page, api } = await openReview(order, 'approver');
    await button(page, 'Revise').click();
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
    await expect(button(page, 'Revise')).toBeFocused();
    await button(page, 'Revise').click();
    await reason.fill('Ask for three quotes');
    await page.mouse.move(10, 450);
    await page.mouse.down();
    await page.mouse.up();
    await page.settled();
    await expect(reason).toHaveValue('Ask for three quotes');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    for (const [route, name, confirm, text] of [
      [revision, 'Revise', 'Request Revision', `Revision request for ${nameOf(order)} failed`],
      [voiding, 'Void', 'Void', `Void ${nameOf(order)} failed`],
    ] as const) {
      api.fail(route, 'WORKFLOW_CONFLICT');
      await button(page, name).click();
      const asked = page.getByRole('dialog');
      const send = asked.getByRole('button', { name: confirm, exact: true });
      await asked.getByRole('textbox', { name: 'Reason' }).fill('Too dear');
      await send.click();
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
      await expect(send).toBeEnabled();
      await expect(send).toBeFocused();
      await expect(asked.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too dear');
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await expect(asked).toHaveCount(0);
    }
  });
});

describe('a revision', () => {
  test('AP-14, AP-22, DEC-71: it is sent with its reason, and its button waits for the answer', async () => {
    const order = submitted();
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    acceptDecision(app, 'revision', sendBack(order));
    const release = api.hold(revision);
    await button(page, 'Revise').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ask for three quotes');
    await dialog.getByRole('button', { name: 'Request Revision' }).click();
    await expect(dialog.getByRole('button', { name: 'Request Revision' })).toBeDisabled();
    release();
    await expect(page.getByText(`Revision requested for ${nameOf(order)}.`)).toBeVisible();
    expect(api.calls(revision).map(({ body }) => body)).toMatchObject([
      {
        docId: order.id,
        docType: 'PO',
        reason: 'Ask for three quotes',
        workflowStepId: order.workflow?.currentStep?.id,
      },
    ]);
  });
});

describe('a void', () => {
  test('AP-13, AP-24, DEC-41: the void of an approver has a reason of its own', async () => {
    const order = submitted();
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    acceptDecision(app, 'void', voidOrder(order));
    await button(page, 'Void').click();
    const dialog = page.getByRole('dialog', { name: `Void ${nameOf(order)}` });
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bought twice');
    await dialog.getByRole('button', { name: 'Void' }).click();
    await expect(page.getByText(`${nameOf(order)} voided.`)).toBeVisible();
    expect(api.calls(voiding)[0]?.body).toMatchObject({ docId: order.id, reason: 'Bought twice' });
  });

  test('AP-13: its creator can neither edit nor submit a voided order', async () => {
    const { page } = await openReview(voided(), 'creator');
    await expect(button(page, 'More actions')).toBeVisible();
    await expect(button(page, 'Edit')).toHaveCount(0);
    await expect(button(page, 'Submit for Approval')).toHaveCount(0);
  });
});

describe('an approval', () => {
  test('AP-26, DEC-03: one that accounting refused counts, with a warning', async () => {
    const order = approvedByHead();
    const { page, api } = await openReview(order, 'approver', { as: 'priya' });
    api.fail(approval, 'accounting_interface_error', {
      message: 'Books closed',
      body: { approved: true, nextId: null },
    });
    await button(page, 'Approve').click();
    const warning = `${nameOf(order)} was approved, but the accounting system returned an error.`;
    await expect(page.getByText(warning)).toBeVisible();
    await expect(page).toHaveURL('/approvals/purchase-orders');
  });

  test('AP-27, DEC-82: one that comes too late says so, and the page shows the document as it is', async () => {
    const order = submitted();
    const { page, api, world } = await openReview(order, 'approver');
    await expect(button(page, 'Approve')).toBeEnabled();
    // Its creator has pulled it back, and no message came.
    world.orders = [{ ...order, status: 'DRAFT', submissionStatus: 'Draft', workflow: null, version: 3 }];
    api.fail(approval, 'WORKFLOW_CONFLICT');
    await button(page, 'Approve').click();
    await expect(page.getByRole('alert')).toContainText(`${nameOf(order)} could not be approved`);
    await expect(button(page, 'Approve')).toHaveCount(0);
  });

  test('VE-19, VE-20, VE-21, AP-25, DEC-33: a temporary vendor is confirmed or replaced first', async () => {
    const order = submitted(ofTemporaryVendor);
    const app = await openReview(order, 'approver');
    const { page, api } = app;
    await button(page, 'Approve').click();
    const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
    await expect(dialog).toContainText('Temporary vendors are not supported for this document type.');
    await expect(dialog).toContainText(
      'A PO with a temporary vendor must be updated with a permanent vendor to be fully approved.',
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Approve')).toBeFocused();
    await button(page, 'Approve').click();
    await dialog.getByRole('button', { name: 'Go back and Update Vendor' }).click();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    expect(api.calls(approval)).toEqual([]);
    await goToReview(page, order, 'approver');
    acceptDecision(app, 'approval', approveAsHead(order));
    await button(page, 'Approve').click();
    await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).click();
    await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
  });

  test('VE-20: a vendor that is made permanent lets the last step approve', async () => {
    const order = approvedByHead(ofTemporaryVendor);
    const app = await openReview(order, 'approver', { as: 'priya' });
    const { page } = app;
    await expect(button(page, 'Approve')).toBeDisabled();
    const vendor = { ...foxglove.vendor, addressLineNumber: 1 };
    const vendorAddress = foxglove.details.addresses[0] ?? null;
    await changeElsewhere(app, { ...order, version: order.version + 1, vendor, vendorAddress });
    await expect(button(page, 'Approve')).toBeEnabled();
  });
});

describe('a question', () => {
  test('AP-25, AP-15, DEC-82: one that has come too late says why, and takes no answer any more', async () => {
    const order = submitted();
    const app = await openReview(order, 'creator', { as: person('dana') });
    const { page } = app;
    await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Pull from Approval' });
    const accept = dialog.getByRole('button', { name: 'Pull from Approval' });
    await expect(accept).toBeEnabled();
    await changeElsewhere(app, approveLast(approveAsHead(order)));
    await expect(accept).toBeDisabled();
    await expectTip(page, accept, 'The purchase order is not in approval: Approved.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });
});
