import { test } from 'vitest';
import { savedByOtherUser, storeByOtherUser } from '../../support/api/stub-saves.ts';
import { expect } from '../../support/expect.ts';
import { invoice, sentBackInvoice, submittedInvoice } from '../../support/fixtures/invoices.ts';
import { note } from '../../support/fixtures/notes.ts';
import { person } from '../../support/fixtures/people.ts';
import { show } from '../../support/fixtures/shows.ts';
import {
  descriptionOf,
  fillInvoiceHeader,
  formFooter,
  waitForForm,
  invoiceHeader,
  openStoredInvoice,
  openNewInvoice,
  saveAndReview,
  saveAs,
  saveChoices,
  section,
  typeLine,
  vendorBox,
} from '../../support/pages/forms.ts';
import { openApp } from '../../support/open-app.ts';
import type { Page } from '../../support/page.ts';

const create = 'POST /api/invoices';
const update = 'PUT /api/invoices/:id';
const bar = (page: Page) => formFooter(page).getByRole('button');
const offer = (page: Page) => page.getByText('You have unsaved work from');

async function fillNew(page: Page, number: string): Promise<void> {
  await fillInvoiceHeader(page, { number });
  await typeLine(page, 1, { Description: 'Brass lamps', Amount: '300' });
}

test('IN-28, DEC-76, PO-17: a new invoice and a draft offer Cancel, Save... and Save & Review, but no Discard', async () => {
  const bill = invoice();
  const { page } = await openNewInvoice({ invoices: [bill] });
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
  expect(await saveChoices(page)).toEqual(['Save as Draft', 'Save & Create New', 'Save & Duplicate']);
  await page.goto(`/invoice/edit/${bill.id}`);
  // The user has no void permission.
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
});

test('IN-28, PO-19, DEC-41: a user with the void permission can void a draft from its form, with a reason', async () => {
  const bill = invoice({}, { creator: person('marcus'), department: 'Set Decoration' });
  const { page, api } = await openStoredInvoice(bill, { as: 'marcus' });
  api.on('POST /api/workflows/void', {
    docId: bill.id,
    docType: 'INVOICE',
    status: 'VOID',
    submissionStatus: 'Void',
    nextId: null,
  });
  await expect(bar(page)).toHaveText(['Cancel', 'Void', 'Save...', 'Save & Review']);
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: `Void Invoice #${bill.number}` });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Void' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Billed twice');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText(`Invoice #${bill.number} voided.`)).toBeVisible();
  await expect(page).toHaveURL('/invoice');
  expect(api.calls('POST /api/workflows/void').map(({ body }) => body)).toEqual([
    expect.objectContaining({ docId: bill.id, docType: 'INVOICE', reason: 'Billed twice' }),
  ]);
});

test('SH-55, PO-13, ER-10: Save & Create New opens an empty form, also after a reload', async () => {
  const { page, api } = await openNewInvoice();
  await fillNew(page, 'INV-1');
  await saveAs(page, 'Save & Create New');
  await expect(page.getByText('Invoice #INV-1 saved.')).toBeVisible();
  await expect(page).toHaveURL(/^\/invoice\/create\?refresh=\d+$/);
  const head = invoiceHeader(page);
  for (const field of [head.number, head.amount, head.description]) await expect(field).toHaveValue('');
  await expect(vendorBox(page)).toHaveValue('');
  await expect(offer(page)).toHaveCount(0);

  await head.description.fill('To be emptied');
  page.window.history.pushState(null, '', '/invoice/create?refresh=1');
  page.window.dispatchEvent(new page.window.PopStateEvent('popstate'));
  await expect(head.description).toHaveValue('');
  expect(api.calls(create).map(({ body }) => body)).toMatchObject([
    { number: 'INV-1', amount: 300, lineItems: [{ description: 'Brass lamps', amount: 300 }] },
  ]);
});

test('SH-55, PO-13, ER-10: Save as Draft leads to the list', async () => {
  const bill = invoice();
  const { page, api } = await openStoredInvoice(bill);
  await saveAs(page, 'Save as Draft');
  await expect(page.getByText(`Invoice #${bill.number} saved.`)).toBeVisible();
  await expect(page).toHaveURL('/invoice');
  expect(api.calls(update).map(({ params }) => params['id'])).toEqual([bill.id]);
});

test('IN-27, PO-54, DEC-75: Save & Duplicate copies amount and lines to a new invoice, but not number and due date', async () => {
  const inactive = show('nlite').categories.find(({ isActive }) => !isActive);
  const source = invoice({
    category: inactive ? { id: inactive.id, name: inactive.name } : null,
    notes: [note('Not to be copied')],
  });
  const { page } = await openStoredInvoice(source);
  await saveAs(page, 'Save & Duplicate');
  await expect(page).toHaveURL(/^\/invoice\/create\?duplicate=/);
  await waitForForm(page, 'New Invoice');
  const head = invoiceHeader(page);
  await expect(head.description).toHaveValue(source.description);
  await expect(head.number).toHaveValue('');
  await expect(head.dueDate).toHaveValue('');
  const { timeZone } = show('nlite').settings;
  const today = new Date().toLocaleDateString('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  });
  await expect(head.date).toHaveValue(today);
  await expect(head.amount).toHaveValue('300.00');
  await expect(formFooter(page)).toContainText('Lines match the amount');
  await expect(page.getByRole('button', { name: 'Invoice Contains (Optional)' })).toContainText('None');
  await expect(section(page, 'Attachments')).not.toContainText('invoice.pdf');
  await expect(page.getByText('Not to be copied')).toHaveCount(0);
  await expect(vendorBox(page)).toHaveValue('Foxglove Sign Company');
});

test('SH-57, IN-20: the form of an invoice that the user may not edit redirects to the review', async () => {
  const submitted = submittedInvoice();
  const { page } = await openApp(`/invoice/edit/${submitted.id}`, { as: 'elena', invoices: [submitted] });
  await expect(page).toHaveURL(`/invoice/review/${submitted.id}/creator`);
});

test('SH-57, SH-58: the form of a sent-back invoice shows the revision request and switches the user to creator', async () => {
  const sentBack = sentBackInvoice();
  const { page } = await openApp('/approvals/invoices', { as: 'elena', invoices: [sentBack] });
  await page.goto(`/invoice/edit/${sentBack.id}`);
  await waitForForm(page, /^Edit Invoice/);
  await expect(page.getByText('Needs revision')).toBeVisible();
  await expect(page).toHaveTitle(`Edit Invoice #${sentBack.number} · Backlot`);
  await expect.poll(() => page.window.localStorage.getItem('persona')).toBe('CREATOR');
});

test('IN-20, PO-59: a save of an invoice that was submitted in another tab is rejected with the reason', async () => {
  const { page, api } = await openStoredInvoice(invoice());
  api.fail(update, 'ERROR_INVOICE_NOT_EDITABLE');
  await descriptionOf(page).fill('Too late');
  await saveAndReview(page);
  await expect(page.getByText('Cannot update invoice after it has been submitted.')).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue('Too late');
});

for (const [rule, resets] of [
  ['an approver confirms the reset and returns to the approver review', true],
  ['an approver edit without resetApprovalOnEdit needs no confirmation', false],
] as const)
  test(`DEC-16, DEC-40, DEC-76, SH-65: ${rule}`, async () => {
    const bill = submittedInvoice({}, { department: 'Set Decoration' });
    const review = `/invoice/review/${bill.id}/approver`;
    const { page, api } = await openStoredInvoice(bill, {
      as: 'marcus',
      show: show('nlite', { settings: { resetApprovalOnEdit: resets } }),
    });
    await expect(bar(page)).toHaveText(['Cancel', 'Save & Review']);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(review);

    await page.goto(`/invoice/edit/${bill.id}`);
    await waitForForm(page, /^Edit Invoice/);
    await descriptionOf(page).fill('Changed');
    await saveAndReview(page);
    if (resets) {
      const question = page.getByRole('alertdialog', { name: 'Reset Approval' });
      await expect(question).toContainText('resets approval to the first approver');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toHaveCount(0);
      expect(api.calls(update)).toEqual([]);
      await saveAndReview(page);
      await question.getByRole('button', { name: 'Save & Reset' }).click();
    }
    await expect(page).toHaveURL(review);
    expect(api.calls(update).map(({ body }) => body.description)).toEqual(['Changed']);
  });

test('SH-65: Cancel leads to the dashboard when the form was not opened from the approver review', async () => {
  const { page } = await openStoredInvoice(invoice());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/invoice');
  await page.goto('/invoice/create');
  await waitForForm(page, 'New Invoice');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/invoice');
});

test('SH-55, DEC-12: the form of a new invoice redirects a user without the create permission', async () => {
  const { page } = await openApp('/invoice/create', { as: 'dana' });
  await expect(page).not.toHaveURL(/^\/invoice\/create/);
  await expect(page.getByRole('heading', { name: 'New Invoice' })).toHaveCount(0);
});

test('SH-55: unsaved work of a new invoice is offered in the form of a new invoice only', async () => {
  const { page } = await openNewInvoice();
  await invoiceHeader(page).number.fill('Half a bill');
  // The page leaves immediately, without time for a delayed save.
  await page.goto('/po/create');
  await waitForForm(page, 'New Purchase Order');
  await page.waitForIdle();
  await expect(offer(page)).toHaveCount(0);
  await page.goto('/invoice/create');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(invoiceHeader(page).number).toHaveValue('Half a bill');
});

test('SH-57: unsaved work of an invoice is offered after a reload and removed by a save', async () => {
  const bill = invoice();
  const { page } = await openStoredInvoice(bill);
  await descriptionOf(page).fill('Typed');
  await page.reload();
  await expect(descriptionOf(page)).toHaveValue(bill.description);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  await page.goto(`/invoice/edit/${bill.id}`);
  await waitForForm(page, /^Edit Invoice/);
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await expect(offer(page)).toHaveCount(0);
});

test('DEC-82: the form of an invoice reports that another user has saved', async () => {
  const bill = invoice();
  const app = await openStoredInvoice(bill);
  const { page } = app;
  await storeByOtherUser(
    app,
    savedByOtherUser(bill, person('sam'), { description: 'Saved by another user' }),
  );
  await expect(page.getByText('Someone saved this invoice after you opened it.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the Saved Version' }).click();
  await expect(descriptionOf(page)).toHaveValue('Saved by another user');
});
