import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import {
  approveInvoiceAsHead,
  denyInvoice,
  invoice,
  invoiceApprovedByHead,
  submitInvoice,
  submittedInvoice,
} from '../../support/fixtures/invoices.ts';
import { person } from '../../support/fixtures/people.ts';
import { show } from '../../support/fixtures/shows.ts';
import { ofTemporaryVendor } from '../../support/fixtures/vendors.ts';
import {
  acceptDecision,
  actionBar,
  barButton,
  changeByOtherUser,
  chooseAction,
  expectTip,
  goToReview,
  nameOf,
  nextOption,
  openMenu,
  openReview,
  storeDocument,
} from '../../support/pages/reviews.ts';

const approval = 'POST /api/workflows/approval';
const warning = 'Temporary vendors are not supported for this document type.';

describe('the action bar of the creator', () => {
  test('IN-21, IN-26, CO-03, DEC-77: the creator can edit and submit a draft, and the menu explains disabled actions', async () => {
    const bill = invoice();
    const { page, api, world } = await openReview(bill, 'creator');
    for (const name of ['Edit', 'Submit for Approval']) await expect(barButton(page, name)).toBeEnabled();
    for (const name of ['Void', 'Deny', 'Approve']) await expect(barButton(page, name)).toHaveCount(0);
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem')).toHaveText([
      /^Duplicate$/,
      /^Nudge Approvers.*The invoice is not in approval: Draft\.$/,
      /^Pull from Approval.*The invoice is not in approval: Draft\.$/,
    ]);
    await expect(menu.getByRole('menuitem', { name: 'Pull from Approval' })).toBeDisabled();
    await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute(
      'href',
      `/invoice/create?duplicate=${bill.id}`,
    );
    await page.keyboard.press('Escape');
    await barButton(page, 'Edit').click();
    await expect(page).toHaveURL(`/invoice/edit/${bill.id}`);
    await goToReview(page, bill, 'creator');
    await actionBar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/invoice');
    await goToReview(page, bill, 'creator');
    api.on('PUT /api/invoices/:id/submit', () => storeDocument(world, submitInvoice(bill)));
    await barButton(page, 'Submit for Approval').click();
    await expect(page.getByText(`${nameOf(bill)} submitted for approval.`)).toBeVisible();
    await expect(page).toHaveURL('/invoice');
    expect(api.calls('PUT /api/invoices/:id/submit').map(({ params }) => params)).toEqual([{ id: bill.id }]);
  });

  test('IN-13: an invoice without an attachment cannot be submitted', async () => {
    const withoutFile = invoice({ attachments: [] });
    const { page, api } = await openReview(withoutFile, 'creator');
    await barButton(page, 'Submit for Approval').click();
    await expect(page.getByRole('alert')).toContainText('This item requires an attachment to submit.');
    await expect(page).toHaveURL(`/invoice/review/${withoutFile.id}/creator`);
    expect(api.calls('PUT /api/invoices/:id/submit')).toEqual([]);
  });

  test('IN-25, AP-15: a pull from approval makes the invoice a draft and opens its form', async () => {
    const bill = submittedInvoice();
    const { page, api, world } = await openReview(bill, 'creator');
    api.on('PUT /api/invoices/:id/pull', () =>
      storeDocument(world, { ...bill, status: 'DRAFT', submissionStatus: 'Draft', workflow: null }),
    );
    await chooseAction(page, 'Pull from Approval');
    const dialog = page.getByRole('alertdialog', { name: 'Pull from Approval' });
    await dialog.getByRole('button', { name: 'Pull from Approval' }).click();
    await expect(page.getByText(`${nameOf(bill)} pulled from approval.`)).toBeVisible();
    await expect(page).toHaveURL(`/invoice/edit/${bill.id}`);
    expect(api.calls('PUT /api/invoices/:id/pull').map(({ params }) => params)).toEqual([{ id: bill.id }]);
  });
});

describe('the action bar of the approver', () => {
  test("AP-08, AP-18, DEC-77: decisions are disabled and name the current approver until it is the user's turn", async () => {
    const bill = submittedInvoice();
    const app = await openReview(bill, 'approver', { as: 'priya' });
    const { page } = app;
    await expect(barButton(page, 'Approve')).toBeDisabled();
    await expectTip(page, barButton(page, 'Approve'), 'It waits for Marcus Oyelaran.');
    const denial = (await openMenu(page)).getByRole('menuitem', { name: 'Deny' });
    await expect(denial).toBeDisabled();
    await expect(denial).toContainText('It waits for Marcus Oyelaran.');
    await page.keyboard.press('Escape');
    await changeByOtherUser(app, approveInvoiceAsHead(bill));
    await expect(barButton(page, 'Approve')).toBeEnabled();
  });

  test('AP-08, AP-21, SH-19, DEC-77: the current approver can decide and edit', async () => {
    const bill = submittedInvoice();
    const app = await openReview(bill, 'approver');
    const { page, api } = app;
    for (const name of ['Void', 'Revise', 'Edit', 'Approve'])
      await expect(barButton(page, name)).toBeEnabled();
    await expect((await openMenu(page)).getByRole('menuitem')).toHaveText(['Ask a Question', 'Deny']);
    await page.keyboard.press('Escape');
    await actionBar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/approvals/invoices');
    await goToReview(page, bill, 'approver');
    await barButton(page, 'Edit').click();
    await expect(page).toHaveURL(`/invoice/edit/${bill.id}`);
    await goToReview(page, bill, 'approver');
    await nextOption(page).click({ force: true });
    acceptDecision(app, 'approval', approveInvoiceAsHead(bill));
    await barButton(page, 'Approve').click();
    await expect(page.getByText(`${nameOf(bill)} approved.`)).toBeVisible();
    await expect(page).toHaveURL('/approvals/invoices');
    expect(api.calls(approval).map(({ body }) => body)).toMatchObject([
      { docId: bill.id, docType: 'INVOICE', getNext: false, contentVersion: 1 },
    ]);
  });

  test('AP-07, DEC-30: the next invoice of the queue opens after a decision if the option is on', async () => {
    const [bill, next] = [submittedInvoice(), submittedInvoice()];
    const app = await openReview(bill, 'approver', { invoices: [bill, next] });
    const { page } = app;
    acceptDecision(app, 'approval', approveInvoiceAsHead(bill), next.id);
    await barButton(page, 'Approve').click();
    await expect(page.getByText(`${nameOf(bill)} approved.`)).toBeVisible();
    await expect(page).toHaveURL(`/invoice/review/${next.id}/approver`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Invoice ${next.number}`);
  });

  test('AP-35: an approver without the permission to void invoices has no Void', async () => {
    const bill = submittedInvoice();
    const { page, world } = await openReview(bill, 'approver');
    await expect(barButton(page, 'Void')).toBeVisible();
    world.person = person('marcus', { voidInvoice: false });
    await goToReview(page, bill, 'approver');
    await expect(barButton(page, 'Revise')).toBeVisible();
    await expect(barButton(page, 'Void')).toHaveCount(0);
  });
});

describe('a temporary vendor', () => {
  test('VE-19, VE-21, DEC-33: an approval requires to confirm or replace the temporary vendor', async () => {
    const bill = submittedInvoice(ofTemporaryVendor);
    const app = await openReview(bill, 'approver');
    const { page } = app;
    await expect(actionBar(page).getByText(warning)).toBeVisible();
    await barButton(page, 'Approve').click();
    const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
    await expect(dialog).toContainText(warning);
    await expect(dialog).not.toContainText('A PO with a temporary vendor');
    await dialog.getByRole('button', { name: 'Go back and Update Vendor' }).click();
    await expect(page).toHaveURL(`/invoice/edit/${bill.id}`);
    await goToReview(page, bill, 'approver');
    acceptDecision(app, 'approval', approveInvoiceAsHead(bill));
    await barButton(page, 'Approve').click();
    await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).click();
    await expect(page.getByText(`${nameOf(bill)} approved.`)).toBeVisible();
  });

  test('VE-21, AP-19, DEC-33: a temporary vendor blocks the approval of the last step', async () => {
    const { page } = await openReview(invoiceApprovedByHead(ofTemporaryVendor), 'approver', { as: 'priya' });
    await expect(actionBar(page).getByText(warning)).toBeVisible();
    await expect(barButton(page, 'Approve')).toBeDisabled();
    await expectTip(page, barButton(page, 'Approve'), warning);
    await expect(barButton(page, 'Revise')).toBeEnabled();
  });

  test('VE-22, DEC-31, DEC-33: a show that keeps temporary vendors warns about them on invoices and archives denied ones', async () => {
    const showKeepingTempVendors = show('nlite', {
      settings: { replacePoTempVendors: false, archiveVoidedItems: true },
    });
    const bill = submittedInvoice(ofTemporaryVendor);
    const app = await openReview(bill, 'approver', { show: showKeepingTempVendors });
    const { page, api } = app;
    await expect(actionBar(page).getByText('Temporary vendors are not supported')).toBeVisible();
    await expect(barButton(page, 'Approve')).toBeEnabled();
    acceptDecision(app, 'deny', denyInvoice(bill));
    await chooseAction(page, 'Deny');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Unknown vendor');
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await expect(page.getByText(`${nameOf(bill)} denied.`)).toBeVisible();
    expect(api.calls('POST /api/workflows/deny')[0]?.body).toMatchObject({ archive: true });
  });
});
