import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { stubUploads, chooseFiles, textFile } from '../../support/files.ts';
import { invoice, invoiceLine } from '../../support/fixtures/invoices.ts';
import {
  chooseVendor,
  descriptionOf,
  fieldOf,
  fillInvoiceHeader,
  formFooter,
  invoiceHeader,
  openStoredInvoice,
  openNewInvoice,
  pick,
  saveAndReview,
  section,
  typeLine,
} from '../../support/pages/forms.ts';

const create = 'POST /api/invoices';

test('IN-06, IN-07, IN-08, IN-09, IN-10, IN-11, DEC-91, DEC-95: an empty invoice has an error for each required field, which links to the field', async () => {
  const { page, api } = await openNewInvoice();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await saveAndReview(page);
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('listitem')).toHaveText([
    'Amount cannot be empty.',
    'Invoice number cannot be empty.',
    'Description cannot be empty.',
    'Please enter a valid invoice date.',
    'Please enter a valid invoice due date.',
    'Please select a vendor from the list.',
    'Please select a department from the list.',
    'Please select a company from the list.',
    'Please select a currency.',
    'Line 1: Description field is required.',
  ]);
  for (const [field, text] of [
    ['amount', 'Amount cannot be empty.'],
    ['number', 'Invoice number cannot be empty.'],
    ['date', 'Please enter a valid invoice date.'],
    ['dueDate', 'Please enter a valid invoice due date.'],
    ['vendor', 'Please select a vendor from the list.'],
  ] as const)
    await expect(fieldOf(page, field)).toContainText(text);
  const head = invoiceHeader(page);
  await summary.getByRole('button', { name: 'Invoice number cannot be empty.' }).click();
  await expect(head.number).toBeFocused();
  await page.keyboard.type('4711');
  await expect(summary).not.toContainText('Invoice number cannot be empty.');
  await head.dueDate.fill('soon');
  await head.dueDate.blur();
  await expect(summary).toContainText('Please enter a valid invoice due date.');
  expect(api.calls(create)).toEqual([]);
  await chooseVendor(page, 'Coachman Trailers');
  await saveAndReview(page);
  await expect(page.getByRole('alert')).toContainText('Please select a vendor address.');
});

test('DEC-95, DEC-18: a new invoice has no dates, preselects fields with a single option, and cuts the invoice number', async () => {
  const { page } = await openNewInvoice({ as: 'noor' });
  const head = invoiceHeader(page);
  await expect(head.date).toHaveValue('');
  await expect(head.dueDate).toHaveValue('');
  await expect(head.amount).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Department' })).toContainText('Accounting');
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(page.getByRole('button', { name: 'Vendor Address' })).not.toContainText('Select');
  await head.number.pressSequentially('9'.repeat(32));
  await expect(head.number).toHaveValue('9'.repeat(30));
  await pick(page, 'Company', /Second Unit/);
  await expect(page.getByRole('button', { name: 'Currency' })).toContainText('USD');
});

test('IN-12, DEC-36: the lines must equal the amount to the cent, the difference is shown, and a credit may be due before its date', async () => {
  const { page, api, lines } = await openNewInvoice();
  await fillInvoiceHeader(page, { amount: '100.10' });
  await typeLine(page, 1, { Description: 'Lamps', Amount: '33.35' });
  await expect(formFooter(page)).toContainText('$66.75 short of the amount');
  await page.getByRole('button', { name: 'Add Line' }).click();
  // The difference follows the input at once.
  await lines.field(2, 'Description').fill('Gels');
  await lines.field(2, 'Amount').press('ControlOrMeta+a');
  await lines.field(2, 'Amount').pressSequentially('70');
  await expect(formFooter(page)).toContainText('$3.25 over the amount');
  await saveAndReview(page);
  const summary = page.getByRole('alert');
  await expect(summary).toContainText("Line item total doesn't match Invoice Amount.");
  await expect(fieldOf(page, 'amount')).toContainText("doesn't match Invoice Amount.");
  await lines.edit(2);
  await lines.field(2, 'Amount').fill('66.75');
  await expect(formFooter(page)).toContainText('Lines match the amount');
  await expect(summary).toHaveCount(0);
  await invoiceHeader(page).amount.fill('-40');
  await invoiceHeader(page).dueDate.fill('11/01/2026');
  await typeLine(page, 1, { Description: 'Lamps', Amount: '-10.5' });
  await typeLine(page, 2, { Description: 'Gels', Amount: '-29.5' });
  await expect(formFooter(page)).toContainText('Lines match the amount');
  await saveAndReview(page);
  await expect(page.getByText('Invoice #INV-4711 saved.')).toBeVisible();
  expect(api.calls(create).map(({ body }) => body)).toEqual([
    expect.objectContaining({ amount: -40, userTotal: '-40.00', date: '2026-11-20', dueDate: '2026-11-01' }),
  ]);
});

test('IN-15, LI-31, LI-32, DEC-36, DEC-95: an amount is less than ten billion, and another company removes tax codes that it does not offer', async () => {
  const { page, lines } = await openStoredInvoice(invoice({ lineItems: [invoiceLine({ taxCode: 'USE' })] }));
  await invoiceHeader(page).amount.fill('10000000000');
  await lines.edit(1);
  await lines.field(1, 'Amount').fill('10000000000');
  await saveAndReview(page);
  await expect(page.getByRole('alert')).toContainText('Please enter an amount less than 10 billion.');
  await lines.field(1, 'Amount').press('Escape');
  await expect(lines.cell(1, 'taxCode')).toHaveText('USE');
  await pick(page, 'Company', /Second Unit/);
  await expect(lines.cell(1, 'taxCode')).toHaveText('');
  await lines.edit(1);
  await expect(lines.row(1).getByText('Tax codes not available')).toHaveCount(1);
});

test('IN-13, DEC-36: an attachment is required for a submit, not for a save', async () => {
  const { page, api } = await openStoredInvoice(invoice({ attachments: [] }), { api: stubUploads });
  const needed = 'This item requires an attachment to submit.';
  const files = section(page, 'Attachments');
  await expect(section(page, 'Before submitting')).toContainText(needed);
  await expect(files).toContainText('Required before it can be submitted');
  await expect(formFooter(page)).toContainText('Attachment needed to submit');
  await chooseFiles(page, [textFile('bill.txt')]);
  await expect(files.getByText('Uploaded', { exact: true })).toBeVisible();
  await expect(section(page, 'Before submitting')).toHaveCount(0);
  await expect(files).not.toContainText('Required before it can be submitted');
  await expect(formFooter(page)).not.toContainText('Attachment needed to submit');
  await files.getByRole('button', { name: /^Remove bill.txt/ }).click();
  await expect(section(page, 'Before submitting')).toContainText(needed);
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  expect(api.calls('PUT /api/invoices/:id')).toHaveLength(1);
});

test('IN-19, VE-11, VE-13: an invoice is saved with a temporary vendor, whose name and address are trimmed', async () => {
  const { page, api } = await openNewInvoice();
  await fillInvoiceHeader(page, { amount: '80' });
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('  Corner Hardware  ');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('  9 Pier Road ');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(section(page, 'Vendor').getByText('Temporary', { exact: true })).toBeVisible();
  await typeLine(page, 1, { Description: 'Hinges', Amount: '80' });
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  expect(api.calls(create).map(({ body }) => body.vendor)).toEqual([
    expect.objectContaining({ name: 'Corner Hardware', address: '9 Pier Road', isTemporary: true }),
  ]);
});

test('LI-22: a new error does not move a button during a press', async () => {
  const { page } = await openNewInvoice();
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill('Signs');
  await saveAndReview(page);
  const { amount } = invoiceHeader(page);
  const department = fieldOf(page, 'department').getByRole('button');
  const refusal = '“12.5.0” is not an amount in USD. Enter it as 1,200.00.';
  await amount.click();
  await page.keyboard.type('12.5.0');
  await page.waitForIdle();
  const { x, y } = await department.boundingBox();
  await page.mouse.move(x + 20, y + 10);
  await page.mouse.down();
  await expect(amount).not.toBeFocused();
  await page.waitForIdle();
  await expect(amount).not.toHaveAccessibleDescription(refusal);
  expect((await department.boundingBox()).y).toBe(y);
  await page.mouse.up();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(amount).toHaveValue('12.5.0');
  await expect(amount).toHaveAccessibleDescription(refusal);
});

test('ENTRY-10, ENTRY-11: dates need no year, and the due date counts from the invoice date', async () => {
  const { page } = await openNewInvoice();
  const date = page.getByRole('textbox', { name: 'Invoice Date' });
  const due = page.getByRole('textbox', { name: 'Due Date' });
  const year = new Date().getFullYear();
  const day = (at: Date) =>
    at.toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
  const lastMonth = new Date(year, new Date().getMonth() - 1, 5);
  await date.fill(`${lastMonth.getMonth() + 1}/5`);
  await due.fill('+30');
  await page.keyboard.press('Tab');
  await expect(date).toHaveValue(day(lastMonth));
  lastMonth.setDate(35);
  await expect(due).toHaveValue(day(lastMonth));
});
