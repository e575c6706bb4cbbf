import type { Invoice } from '../../domain/invoice.ts';
import { chooseVendor, pick, section } from './support/form.ts';
import {
  fillInvoiceHead,
  foot,
  invoiceHead,
  openInvoice,
  openNewInvoice,
  saveAndReview,
  typeBilled,
} from './support/invoice-form.ts';
import { aBilledLine, draftInvoice, freshNumber, invoiceIn } from './support/invoices.ts';
import { expect, test } from './support/product.ts';

test('IN-06, IN-07, IN-08, IN-09, IN-10, IN-11, DEC-91: an empty invoice is refused field by field, and each error leads to its field', async ({
  as,
}) => {
  const { page } = await as('elena');
  const sent: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'POST' && /^\/api\/invoices\/?$/.test(path)) sent.push(path);
  });
  await openNewInvoice(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save & Review' }).click();
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
  const head = invoiceHead(page);
  for (const [field, text] of [
    ['amount', 'Amount cannot be empty.'],
    ['number', 'Invoice number cannot be empty.'],
    ['date', 'Please enter a valid invoice date.'],
    ['dueDate', 'Please enter a valid invoice due date.'],
    ['vendor', 'Please select a vendor from the list.'],
  ]) {
    await expect(page.locator(`[data-field="${field}"]`)).toContainText(text ?? '');
  }
  await summary.getByRole('button', { name: 'Invoice number cannot be empty.' }).click();
  await expect(head.number).toBeFocused();
  await page.keyboard.type('4711');
  await expect(summary).not.toContainText('Invoice number cannot be empty.');
  await head.dueDate.fill('soon');
  await head.dueDate.blur();
  await expect(summary).toContainText('Please enter a valid invoice due date.');
  expect(sent).toEqual([]);
});

test('DEC-95, DEC-18, IN-30: the days are empty, what there is one of is chosen, number and description are cut', async ({
  as,
}) => {
  const [noor, tidewater] = await Promise.all([as('noor.haddad'), as('noor.haddad', { show: 'tidewater' })]);
  const { page } = noor;
  await openNewInvoice(page);
  const head = invoiceHead(page);
  await expect(head.date).toHaveValue('');
  await expect(head.dueDate).toHaveValue('');
  await expect(head.amount).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Department' })).toContainText('Accounting');
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(page.getByRole('button', { name: 'Vendor Address' })).not.toContainText('Select');
  await head.number.pressSequentially('9'.repeat(32));
  await expect(head.number).toHaveValue('9'.repeat(30));
  await head.description.fill('x'.repeat(120));
  await expect(head.description).toHaveValue('x'.repeat(45));
  // Accounting is Vista5 there.
  const { page: vista } = tidewater;
  await openNewInvoice(vista);
  await invoiceHead(vista).description.fill('x'.repeat(120));
  await expect(invoiceHead(vista).description).toHaveValue('x'.repeat(100));
  await pick(vista, 'Company', /Productions/);
  await expect(vista.getByRole('button', { name: 'Currency' })).toContainText('USD');
});

test('IN-12, IN-15, DEC-36: the lines must come to the amount, to the cent, and what is missing is in sight', async ({
  as,
}) => {
  const { page, api } = await as('elena');
  const lines = await openNewInvoice(page);
  const head = invoiceHead(page);
  const { number } = await fillInvoiceHead(page, { amount: '100.10' });
  await typeBilled(page, 1, { description: 'Lamps', amount: '33.35' });
  await expect(foot(page)).toContainText('$66.75 short of the amount');
  await page.getByRole('button', { name: 'Add Line' }).click();
  // While it is typed.
  await lines.field(2, 'Description').fill('Gels');
  await lines.field(2, 'Amount').press('ControlOrMeta+a');
  await lines.field(2, 'Amount').pressSequentially('70');
  await expect(foot(page)).toContainText('$3.25 over the amount');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText("Line item total doesn't match Invoice Amount.");
  await expect(page.locator('[data-field="amount"]')).toContainText("doesn't match Invoice Amount.");
  await lines.edit(2);
  await lines.field(2, 'Amount').fill('66.75');
  await expect(foot(page)).toContainText('Lines match the amount');
  await expect(page.getByRole('alert')).toHaveCount(0);

  for (const field of [head.amount, lines.field(2, 'Amount')]) await field.fill('10000000000');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(summary).toContainText('Please enter an amount less than 10 billion.');
  // A credit, whose due day precedes its own.
  await head.amount.fill('-40');
  await head.dueDate.fill('11/01/2026');
  await lines.edit(1);
  await lines.field(1, 'Amount').fill('-10.5');
  await lines.edit(2);
  await lines.field(2, 'Amount').fill('-29.5');
  await expect(foot(page)).toContainText('Lines match the amount');
  const id = await saveAndReview(page);
  await expect(page.getByText(`Invoice #${number} saved.`)).toBeVisible();
  const stored = await api.get<Invoice>(`/api/invoices/${id}`);
  expect([stored.amount, stored.totalCost, stored.userTotal, stored.dueDate]).toEqual([
    -40,
    -40,
    '-40.00',
    '2026-11-01',
  ]);
});

test('IN-13, DEC-36: an attachment is asked for before a submit, not before a save', async ({ as }) => {
  const elena = await as('elena');
  const { page } = elena;
  const { id } = await draftInvoice(elena);
  await openInvoice(page, id);
  const needed = 'This item requires an attachment to submit.';
  await expect(section(page, 'Before submitting')).toContainText(needed);
  await expect(section(page, 'Attachments')).toContainText('Required before it can be submitted');
  await section(page, 'Attachments')
    .locator('input[type=file]')
    .setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('The bill') });
  await expect(page.getByText('bill.txt')).toBeVisible();
  await expect(section(page, 'Before submitting')).toHaveCount(0);
  await section(page, 'Attachments')
    .getByRole('button', { name: /^Remove bill.txt/ })
    .click();
  await expect(section(page, 'Before submitting')).toContainText(needed);
  await saveAndReview(page);
});

test('IN-16, IN-17, DEC-37: a number that the vendor has used is blamed in the form, and saved when insisted on', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page, api } = elena;
  const number = freshNumber();
  await draftInvoice(elena, { number });
  await openNewInvoice(page);
  const typed = ` ${number.toLowerCase()} `;
  const { description } = await fillInvoiceHead(page, { number: typed });
  await typeBilled(page, 1, { description: 'Brass lamps', amount: '300' });
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const summary = page.getByRole('alert');
  const said = 'An invoice with this number already exists for this vendor.';
  await expect(summary.getByRole('listitem')).toContainText([said]);
  await expect(page.locator('[data-field="number"]')).toContainText(said);
  // It is told in the form alone.
  await expect(page.getByText('could not be saved')).toHaveCount(0);
  await expect(page.getByText(said)).toHaveCount(2);
  // Another number is another invoice, and the first one is blamed again.
  await invoiceHead(page).number.fill(`${number}-2`);
  await expect(summary).toHaveCount(0);
  await invoiceHead(page).number.fill(typed);
  await summary.getByRole('button', { name: 'Save anyway' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save anyway?' });
  await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The vendor uses each number twice');
  const [request] = await Promise.all([
    page.waitForRequest(
      (sent) => sent.method() === 'POST' && sent.url().includes('overrideDuplicateValidation'),
    ),
    dialog.getByRole('button', { name: 'Save anyway' }).click(),
  ]);
  expect(new URL(request.url()).searchParams.get('overrideDuplicateValidation')).toBe('true');
  await expect(page).toHaveURL(/\/invoice\/review\/[^/]+\/creator$/);
  const id = page.url().split('/').at(-2) ?? '';
  const stored = await api.get<Invoice>(`/api/invoices/${id}`);
  expect([stored.number, stored.description]).toEqual([typed.trim(), description]);
  expect(stored.duplicateReason).toBe('The vendor uses each number twice');
  await expect(page.getByRole('region', { name: 'Possible Duplicate' })).toContainText(
    'The vendor uses each number twice',
  );
});

test('IN-16, IN-17: the number of another invoice is refused on a save too, and insisted on there', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page, api } = elena;
  const [taken, own] = [await draftInvoice(elena), await draftInvoice(elena)];
  await openInvoice(page, own.id);
  await invoiceHead(page).number.fill(taken.number);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Save anyway' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save anyway?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Corrected bill');
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page).toHaveURL(new RegExp(`/invoice/review/${own.id}/creator$`));
  expect((await api.get<Invoice>(`/api/invoices/${own.id}`)).number).toBe(taken.number);
});

test('IN-19, VE-11, VE-13: an invoice of a temporary vendor, whose name and address are trimmed', async ({
  as,
}) => {
  const { page, api } = await as('elena');
  await openNewInvoice(page);
  await fillInvoiceHead(page, { amount: '80' });
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('  Corner Hardware  ');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('  9 Pier Road ');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(section(page, 'Vendor').getByText('Temporary', { exact: true })).toBeVisible();
  await typeBilled(page, 1, { description: 'Hinges', amount: '80' });
  const id = await saveAndReview(page);
  const { vendor } = await api.get<Invoice>(`/api/invoices/${id}`);
  expect([vendor.name, vendor.address, vendor.isTemporary]).toEqual(['Corner Hardware', '9 Pier Road', true]);
});

test('LI-31, LI-32, DEC-95: another company takes the tax codes that it does not have', async ({ as }) => {
  const elena = await as('elena');
  const { page } = elena;
  const { id } = await draftInvoice(elena, { lineItems: [aBilledLine({ taxCode: 'USE' })] });
  const lines = await openInvoice(page, id);
  await expect(lines.cell(1, 'taxCode')).toHaveText('USE');
  await pick(page, 'Company', /Second Unit/);
  await expect(lines.cell(1, 'taxCode')).toHaveText('');
  await lines.edit(1);
  await expect(lines.row(1).getByText('Tax codes not available')).toHaveCount(1);
});

test('DEC-95: an invoice without an address of its vendor is refused in its own words', async ({ as }) => {
  const { page, api } = await as('elena');
  const body = await invoiceIn(api, 'nlite', 'Accounting');
  expect(body['vendorAddress']).toBeTruthy();
  await openNewInvoice(page);
  await chooseVendor(page, 'Coachman Trailers');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByRole('alert')).toContainText('Please select a vendor address.');
});
