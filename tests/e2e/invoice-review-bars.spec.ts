import type { Invoice } from '../../domain/invoice.ts';
import { attachedInvoice, draftInvoice, submittedInvoice } from './support/invoices.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { bar, button, expectTip, openInvoiceReview, openMenu } from './support/review.ts';

function stored({ api }: Seat, { id }: Invoice): Promise<Invoice> {
  return api.get<Invoice>(`/api/invoices/${id}`);
}

test('IN-26, CO-03, DEC-77: the bar of a draft lets its creator edit and submit; its menu has two entries', async ({
  as,
}) => {
  const elena = await as('elena');
  const invoice = await attachedInvoice(elena);
  const { page } = elena;
  await openInvoiceReview(page, invoice, 'creator');
  for (const name of ['Edit', 'Submit for Approval']) await expect(button(page, name)).toBeEnabled();
  for (const name of ['Void', 'Deny', 'Approve']) await expect(button(page, name)).toHaveCount(0);
  const menu = await openMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Duplicate$/,
    /^Pull from Approval.*The invoice is not in approval: Draft\.$/,
  ]);
  await expect(menu.getByRole('menuitem', { name: 'Pull from Approval' })).toBeDisabled();
  await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute(
    'href',
    `/invoice/create?duplicate=${invoice.id}`,
  );
  await page.keyboard.press('Escape');
  await button(page, 'Edit').click();
  await expect(page).toHaveURL(new RegExp(`/invoice/edit/${invoice.id}$`));
  await openInvoiceReview(page, invoice, 'creator');
  await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/invoice$/);
});

test('IN-13, IN-21: without an attachment nothing is sent; with one the invoice goes into approval', async ({
  as,
}) => {
  const elena = await as('elena');
  const [bare, whole] = await Promise.all([draftInvoice(elena), attachedInvoice(elena)]);
  const { page } = elena;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname);
  });
  await openInvoiceReview(page, bare, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(page.getByRole('alert')).toContainText('This item requires an attachment to submit.');
  await expect(page).toHaveURL(new RegExp(`/invoice/review/${bare.id}/creator$`));
  expect(sent).toEqual([]);
  await openInvoiceReview(page, whole, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(page.getByText(`Invoice #${whole.number} submitted for approval.`)).toBeVisible();
  await expect(page).toHaveURL(/\/invoice$/);
  expect(sent.map((path) => path.replace(/\/$/, ''))).toEqual([`/api/invoices/${whole.id}/submit`]);
  expect((await stored(elena, whole)).status).toBe('SUBMITTED_FOR_APPROVAL');
});

test('IN-25, AP-15: pulled from approval the invoice is a draft again, and its form opens', async ({
  as,
}) => {
  const elena = await as('elena');
  const invoice = await submittedInvoice(elena);
  const { page } = elena;
  await openInvoiceReview(page, invoice, 'creator');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Pull from Approval' });
  await dialog.getByRole('button', { name: 'Pull from Approval' }).click();
  await expect(page.getByText(`Invoice #${invoice.number} pulled from approval.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/invoice/edit/${invoice.id}$`));
  const after = await stored(elena, invoice);
  expect([after.status, after.submissionStatus]).toEqual(['DRAFT', 'Draft']);
});

test('AP-08, AP-18, AP-21, SH-19, DEC-77: the bar of the approver whose turn it is, and of one whose turn it is not', async ({
  as,
  apiOf,
}) => {
  const [elena, inez, priya] = await Promise.all([apiOf('elena'), as('inez.calloway'), as('priya')]);
  const invoice = await submittedInvoice(elena);
  const { page } = inez;
  await openInvoiceReview(priya.page, invoice, 'approver');
  await expect(button(priya.page, 'Approve')).toBeDisabled();
  await expectTip(priya.page, button(priya.page, 'Approve'), 'It waits for Inez Calloway.');
  const denial = (await openMenu(priya.page)).getByRole('menuitem', { name: 'Deny' });
  await expect(denial).toBeDisabled();
  await expect(denial).toContainText('It waits for Inez Calloway.');

  await openInvoiceReview(page, invoice, 'approver');
  for (const name of ['Void', 'Revise', 'Edit', 'Approve']) await expect(button(page, name)).toBeEnabled();
  await expect((await openMenu(page)).getByRole('menuitem')).toHaveText(['Deny']);
  await page.keyboard.press('Escape');
  await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/approvals\/invoices$/);
  await openInvoiceReview(page, invoice, 'approver');
  await button(page, 'Edit').click();
  await expect(page).toHaveURL(new RegExp(`/invoice/edit/${invoice.id}$`));
  await openInvoiceReview(page, invoice, 'approver');
  const next = bar(page).getByRole('checkbox', { name: 'Display Next Item Needing Approval' });
  await next.click({ force: true });
  await button(page, 'Approve').click();
  await expect(page.getByText(`Invoice #${invoice.number} approved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/approvals\/invoices$/);
  await expect(button(priya.page, 'Approve')).toBeEnabled();
});

test('AP-07, DEC-30: with the option on the next invoice of the queue opens by itself', async ({
  as,
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([apiOf('elena'), as('inez.calloway')]);
  const [invoice] = await Promise.all([submittedInvoice(elena), submittedInvoice(elena)]);
  const { page } = inez;
  await openInvoiceReview(page, invoice, 'approver');
  await button(page, 'Approve').click();
  await expect(page.getByText(`Invoice #${invoice.number} approved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/invoice\/review\/[^/]+\/approver$/);
  await expect(page).not.toHaveURL(new RegExp(invoice.id));
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible();
});

test('VE-19, VE-21, AP-19, DEC-33: a temporary vendor is confirmed or replaced, and stands in the way at the last step', async ({
  as,
  apiOf,
}) => {
  const [elena, inez, priya] = await Promise.all([apiOf('elena'), as('inez.calloway'), as('priya')]);
  const vendor = { name: 'Corner Hardware', address: '12 Vine St', isTemporary: true };
  const invoice = await submittedInvoice(elena, { vendor, vendorAddress: null });
  const warning = 'Temporary vendors are not supported for this document type.';
  const { page } = inez;
  await openInvoiceReview(page, invoice, 'approver');
  await expect(bar(page).getByText(warning)).toBeVisible();
  await button(page, 'Approve').click();
  const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
  await expect(dialog).toContainText(warning);
  await expect(dialog).not.toContainText('A PO with a temporary vendor');
  await dialog.getByRole('button', { name: 'Go back and Update Vendor' }).click();
  await expect(page).toHaveURL(new RegExp(`/invoice/edit/${invoice.id}$`));
  await openInvoiceReview(page, invoice, 'approver');
  await button(page, 'Approve').click();
  await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).click();
  await expect(page.getByText(`Invoice #${invoice.number} approved.`)).toBeVisible();

  await openInvoiceReview(priya.page, invoice, 'approver');
  await expect(bar(priya.page).getByText(warning)).toBeVisible();
  await expect(button(priya.page, 'Approve')).toBeDisabled();
  await expectTip(priya.page, button(priya.page, 'Approve'), warning);
  await expect(button(priya.page, 'Revise')).toBeEnabled();
});
