import { test } from 'vitest';
import { savedByOthers, storeElsewhere } from '../../support/api/answer-saves.ts';
import { expect } from '../../support/expect.ts';
import { invoice, sentBackInvoice, submittedInvoice } from '../../support/fixtures/invoices.ts';
import { note } from '../../support/fixtures/notes.ts';
import { person } from '../../support/fixtures/people.ts';
import { show } from '../../support/fixtures/shows.ts';
import {
  descriptionOf,
  fillInvoiceHead,
  foot,
  formIsHere,
  invoiceHead,
  openInvoice,
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
const bar = (page: Page) => foot(page).getByRole('button');
const offer = (page: Page) => page.getByText('You have unsaved work from');

async function fillNew(page: Page, number: string): Promise<void> {
  await fillInvoiceHead(page, { number });
  await typeLine(page, 1, { Description: 'Brass lamps', Amount: '300' });
}

test('IN-28, DEC-76, PO-17: a new invoice and a draft offer Cancel, Save... and Save & Review, and nothing to discard', async () => {
  const bill = invoice();
  const { page } = await openNewInvoice({ invoices: [bill] });
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
  expect(await saveChoices(page)).toEqual(['Save as Draft', 'Save & Create New', 'Save & Duplicate']);
  await page.goto(`/invoice/edit/${bill.id}`);
  // Without the void permission.
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
});

test('IN-28, PO-19, DEC-41: with the void permission a draft is voided from its form, for a reason that is not suggested', async () => {
  const bill = invoice({}, { creator: person('marcus'), department: 'Set Decoration' });
  const { page, api } = await openInvoice(bill, { as: 'marcus' });
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

test('SH-55, PO-13, ER-10: Save & Create New empties the form, and so does a new refresh', async () => {
  const { page, api } = await openNewInvoice();
  await fillNew(page, 'INV-1');
  await saveAs(page, 'Save & Create New');
  await expect(page.getByText('Invoice #INV-1 saved.')).toBeVisible();
  await expect(page).toHaveURL(/^\/invoice\/create\?refresh=\d+$/);
  const head = invoiceHead(page);
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
  const { page, api } = await openInvoice(bill);
  await saveAs(page, 'Save as Draft');
  await expect(page.getByText(`Invoice #${bill.number} saved.`)).toBeVisible();
  await expect(page).toHaveURL('/invoice');
  expect(api.calls(update).map(({ params }) => params['id'])).toEqual([bill.id]);
});

test('IN-27, PO-54, DEC-75: Save & Duplicate begins another invoice: amount and lines kept, number and due day not', async () => {
  const inactive = show('nlite').categories.find(({ isActive }) => !isActive);
  const source = invoice({
    category: inactive ? { id: inactive.id, name: inactive.name } : null,
    notes: [note('Not to be copied')],
  });
  const { page } = await openInvoice(source);
  await saveAs(page, 'Save & Duplicate');
  await expect(page).toHaveURL(/^\/invoice\/create\?duplicate=/);
  await formIsHere(page, 'New Invoice');
  const head = invoiceHead(page);
  await expect(head.description).toHaveValue(source.description);
  await expect(head.number).toHaveValue('');
  await expect(head.dueDate).toHaveValue('');
  const today = new Date().toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
  await expect(head.date).toHaveValue(today);
  await expect(head.amount).toHaveValue('300.00');
  await expect(foot(page)).toContainText('Lines match the amount');
  await expect(page.getByRole('button', { name: 'Invoice Contains (Optional)' })).toContainText('None');
  await expect(section(page, 'Attachments')).not.toContainText('invoice.pdf');
  await expect(page.getByText('Not to be copied')).toHaveCount(0);
  await expect(vendorBox(page)).toHaveValue('Foxglove Sign Company');
});

test('SH-57, IN-20: the form of an invoice that the user may not edit leads to the review', async () => {
  const waiting = submittedInvoice();
  const { page } = await openApp(`/invoice/edit/${waiting.id}`, { as: 'elena', invoices: [waiting] });
  await expect(page).toHaveURL(`/invoice/review/${waiting.id}/creator`);
});

test('SH-57, SH-58: the form of an invoice that was sent back shows that, and makes the user a creator', async () => {
  const revised = sentBackInvoice();
  const { page } = await openApp('/approvals/invoices', { as: 'elena', invoices: [revised] });
  await page.goto(`/invoice/edit/${revised.id}`);
  await formIsHere(page, /^Edit Invoice/);
  await expect(page.getByText('Needs revision')).toBeVisible();
  await expect(page).toHaveTitle(`Edit Invoice #${revised.number} · Backlot`);
  await expect.poll(() => page.window.localStorage.getItem('persona')).toBe('CREATOR');
});

test('IN-20, PO-59: a save of an invoice that was submitted in another tab is refused in its own words', async () => {
  const { page, api } = await openInvoice(invoice());
  api.fail(update, 'ERROR_INVOICE_NOT_EDITABLE');
  await descriptionOf(page).fill('Too late');
  await saveAndReview(page);
  await expect(page.getByText('Cannot update invoice after it has been submitted.')).toBeVisible();
  await expect(descriptionOf(page)).toHaveValue('Too late');
});

for (const [rule, resets] of [
  ['an approver confirms the reset and returns to the approver review', true],
  ['without resetApprovalOnEdit an approver is asked nothing', false],
] as const)
  test(`DEC-16, DEC-40, DEC-76, SH-65: ${rule}`, async () => {
    const bill = submittedInvoice({}, { department: 'Set Decoration' });
    const review = `/invoice/review/${bill.id}/approver`;
    const { page, api } = await openInvoice(bill, {
      as: 'marcus',
      show: show('nlite', { settings: { resetApprovalOnEdit: resets } }),
    });
    await expect(bar(page)).toHaveText(['Cancel', 'Save & Review']);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(review);

    await page.goto(`/invoice/edit/${bill.id}`);
    await formIsHere(page, /^Edit Invoice/);
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
  const { page } = await openInvoice(invoice());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/invoice');
  await page.goto('/invoice/create');
  await formIsHere(page, 'New Invoice');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/invoice');
});

test('SH-55, DEC-12: without the create permission the form of a new invoice leads elsewhere', async () => {
  const { page } = await openApp('/invoice/create', { as: 'dana' });
  await expect(page).not.toHaveURL(/^\/invoice\/create/);
  await expect(page.getByRole('heading', { name: 'New Invoice' })).toHaveCount(0);
});

test('SH-55: unsaved work of a new invoice is offered there, and not in the form of a new PO', async () => {
  const { page } = await openNewInvoice();
  await invoiceHead(page).number.fill('Half a bill');
  // At once, without any pause.
  await page.goto('/po/create');
  await formIsHere(page, 'New Purchase Order');
  await page.settled();
  await expect(offer(page)).toHaveCount(0);
  await page.goto('/invoice/create');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(invoiceHead(page).number).toHaveValue('Half a bill');
});

test('SH-57: unsaved work of an invoice survives a reload, is offered back, and is gone once saved', async () => {
  const bill = invoice();
  const { page } = await openInvoice(bill);
  await descriptionOf(page).fill('Typed');
  await page.reload();
  await expect(descriptionOf(page)).toHaveValue(bill.description);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  await page.goto(`/invoice/edit/${bill.id}`);
  await formIsHere(page, /^Edit Invoice/);
  await expect(descriptionOf(page)).toHaveValue('Typed');
  await expect(offer(page)).toHaveCount(0);
});

test('DEC-82: an open invoice reports that another user has saved', async () => {
  const bill = invoice();
  const app = await openInvoice(bill);
  const { page } = app;
  await storeElsewhere(app, savedByOthers(bill, person('sam'), { description: 'Saved by another user' }));
  await expect(page.getByText('Someone saved this invoice after you opened it.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the Saved Version' }).click();
  await expect(descriptionOf(page)).toHaveValue('Saved by another user');
});
