import type { Page } from '@playwright/test';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import {
  chooseVendor,
  descriptionOf,
  openEdit,
  openNew,
  pick,
  retiredVendor,
  section,
  typeLine,
} from './support/form.ts';
import { draft, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { holdTime } from './support/quiet.ts';

const taxForm = { name: 'w9.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 tax form') };

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'Temporary Vendor' });
}

function temporary(over: Record<string, unknown> = {}) {
  return {
    isTemporary: true,
    name: `Riverside Welders ${Date.now().toString(36)}`,
    address: '4 Dock Road',
    contact: 'Ada Quint',
    phoneNumber: '555 0101',
    ...over,
  };
}

test('VE-06, VE-09, VE-10: the vendor search asks with two characters, half a second after the last key', async ({
  as,
}) => {
  const { page } = await as('dana');
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/vendors') asked.push(url);
  });
  await page.clock.install();
  await openNew(page);
  const box = page.getByRole('combobox', { name: 'Vendor Name' });
  await expect(box).toHaveAttribute('placeholder', 'Search Vendor...');
  const passes = await holdTime(page);
  await box.press('F');
  await passes(800);
  expect(asked).toEqual([]);
  await box.press('o');
  await passes(400);
  await box.press('x');
  await passes(490);
  expect(asked).toEqual([]);
  await passes(10);
  await page.clock.resume();
  await expect(page.getByRole('option', { name: 'Foxglove Sign Company' })).toBeVisible();
  expect(asked.map(({ searchParams }) => [searchParams.get('search'), searchParams.get('t')])).toEqual([
    ['Fox', '1'],
  ]);
});

test('VE-26: a vendor search that fails says so', async ({ as }) => {
  const { page } = await as('dana');
  await page.route('**/api/vendors?**', (route) => route.abort());
  await openNew(page);
  await page.getByRole('combobox', { name: 'Vendor Name' }).fill('Fox');
  await expect(page.getByText('Error retrieving vendor list.')).toBeVisible();
});

test('VE-03, VE-24, DEC-95: a vendor brings address, contact, e-mail and phone, and another one clears them', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const block = section(page, 'Vendor');
  await openNew(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(block.getByRole('button', { name: 'Vendor Address' })).not.toContainText('Select');
  await expect(block.getByRole('button', { name: 'Vendor Contact' })).toContainText('Bernard Holt');
  await expect(block).toContainText('bernard@foxglovesigncompany.example');
  await expect(block.getByText('Phone Number')).toBeVisible();
  await chooseVendor(page, 'Coachman Trailers');
  await expect(block.getByRole('button', { name: 'Vendor Address' })).toContainText('Select');
  // Without a choice a save takes the default contact.
  await expect(block.getByRole('button', { name: 'Vendor Contact' })).toContainText('(default)');
  await page.route('**/details?**', (route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }));
  await chooseVendor(page, 'Marlowe Prop House');
  await expect(block).toContainText('Error loading vendor data');
});

test("DEC-95: the vendor's last PO moves nothing when it comes: who is about to choose a company chooses it", async ({
  as,
}) => {
  const { page } = await as('dana');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/pos/filter*', async (route) => {
    await answered;
    await route.continue();
  });
  await openNew(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(section(page, 'Vendor').getByText('Last PO')).toBeVisible();
  const company = page.getByRole('button', { name: 'Company' });
  await company.click();
  const other = page.getByRole('option', { name: 'Northern Lights Second Unit Inc.' });
  await other.hover();
  await page.mouse.down();
  answer();
  // It fills in the company that nobody has chosen yet.
  await expect(page.getByRole('option', { selected: true })).toHaveText('Northern Lights Productions LLC');
  await page.mouse.up();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(company).toContainText('Northern Lights Second Unit Inc.');
  await expect(section(page, 'Vendor').getByRole('link')).toBeVisible();
});

test('VE-07, VE-11, VE-12, VE-13, VE-14, VE-04, VE-08, DEC-34: a temporary vendor is made in the dialog and saved with the PO', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const name = `Quayside ${Date.now().toString(36)}`;
  await openNew(page);
  const box = page.getByRole('combobox', { name: 'Vendor Name' });
  await box.click();
  await box.fill(name);
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.getByRole('option', { name: "Can't find vendor? Create Temporary Vendor" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('textbox', { name: 'Vendor Name' })).toHaveValue(name);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('   ');
  await expect(apply).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('4 Dock Road');
  await expect(apply).toBeEnabled();
  await dialog.getByRole('textbox', { name: 'Email Address' }).fill('nobody');
  await expect(apply).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Email Address' }).fill('ada@riverside.example');
  await dialog.getByRole('textbox', { name: 'Contact Name' }).fill('Ada Quint');
  await dialog.getByRole('textbox', { name: 'Phone Number' }).fill('555 0101');
  await dialog.getByText('Related Party').click();
  await dialog.locator('input[type=file]').setInputFiles(taxForm);
  await expect(dialog.getByText('w9.pdf')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Share with Accountant (Email)' }).fill('elena@backlot.example');
  const note = dialog.getByRole('textbox', { name: 'Note to Accountant' });
  await note.fill('n'.repeat(160));
  await expect(note).toHaveValue('n'.repeat(150));
  await expect(dialog).toContainText('150/150');
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await apply.click();

  const block = section(page, 'Vendor');
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue(name);
  for (const [term, fact] of [
    ['Street Address', '4 Dock Road'],
    ['Related Party', 'Yes'],
    ['Contact Name', 'Ada Quint'],
    ['Email Address', 'ada@riverside.example'],
    ['Phone Number', '555 0101'],
    ['Vendor Tax Form(s)', 'w9.pdf'],
  ]) {
    await expect(block.locator('dl > div').filter({ hasText: term ?? '' })).toContainText(fact ?? '');
  }
  await expect(block.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await descriptionOf(page).fill(freshDescription());
  await pick(page, 'Company', /Northern Lights Productions/);
  await typeLine(page, 0, { description: 'Gate', unitCost: '10' });
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
  const order = await dana.api.get<PurchaseOrder>(`/api/pos/${page.url().split('/').at(-2)}`);
  const { isTemporary, isRelatedParty, attachments } = order.vendor;
  expect([order.vendor.name, isTemporary, isRelatedParty, attachments.map(({ label }) => label)]).toEqual([
    name,
    true,
    true,
    ['w9.pdf'],
  ]);
});

test('VE-07: what was typed in the search and is not chosen leaves with the temporary vendor that is made', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openNew(page);
  const box = page.getByRole('combobox', { name: 'Vendor Name' });
  await box.click();
  await box.fill('st');
  await expect(page.getByRole('option').nth(1)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Several fit “st”.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('Stonecutters');
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('4 Dock Road');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(box).toHaveValue('Stonecutters');
  await expect(page.getByText('Several fit “st”.')).toBeHidden();
});

test('VE-15: an edited temporary vendor is marked for its record, or detached and made anew', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana, { vendor: temporary(), vendorAddress: null });
  const bodies: { vendor: { updateTempVendor: boolean; tempVendorId: string | null; address: string } }[] =
    [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes(order.id)) bodies.push(request.postDataJSON());
  });
  const edit = async (address: string, asNew: boolean) => {
    await openEdit(page, order.id);
    await section(page, 'Vendor').getByRole('button', { name: 'Edit', exact: true }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Street Address' }).fill(address);
    if (asNew) await dialogOf(page).getByText('Save as a new temporary vendor').click();
    await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save & Review' }).click();
    await expect(page).toHaveURL(/\/po\/review\//);
  };
  await edit('9 New Road', false);
  expect(bodies[0]?.vendor).toMatchObject({
    updateTempVendor: true,
    tempVendorId: order.vendor.tempVendorId,
  });
  await edit('11 Other Road', true);
  expect(bodies[1]?.vendor).toMatchObject({ updateTempVendor: false, tempVendorId: null });
  const after = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect(after.vendor.address).toBe('11 Other Road');
  expect(after.vendor.tempVendorId).not.toBe(order.vendor.tempVendorId);
});

test('VE-07, VE-16, DEC-34: tax forms number five at most, and one that is taken off is deleted', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openNew(page);
  await expect(section(page, 'Vendor').getByText("Can't find vendor?")).toBeVisible();
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = dialogOf(page);
  const files = Array.from({ length: 6 }, (_, index) => ({ ...taxForm, name: `form-${index + 1}.pdf` }));
  await dialog.locator('input[type=file]').setInputFiles(files);
  await expect(dialog.getByText('form-5.pdf')).toBeVisible();
  await expect(dialog.getByText('form-6.pdf')).toHaveCount(0);
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  const deleted = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/files/vendor-attachment/'),
  );
  await dialog.getByRole('button', { name: 'Remove form-2.pdf' }).click();
  expect((await (await deleted).response())?.status()).toBe(200);
  await expect(dialog.getByText('form-2.pdf')).toHaveCount(0);
  // Its place is free again.
  await dialog.locator('input[type=file]').setInputFiles({ ...taxForm, name: 'form-7.pdf' });
  await expect(dialog.getByText('form-7.pdf')).toBeVisible();
});

test('VE-17: a temporary vendor that the server refuses is blamed at the vendor', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana, { vendor: temporary(), vendorAddress: null });
  await openEdit(page, order.id);
  await page.route(new RegExp(`/api/pos/${order.id}`), (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { code: 'INVALID_TEMP_VENDOR' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.locator('[data-field="vendor"]')).toContainText(
    'Temporary vendor values are invalid or missing.',
  );
});

test('VE-23, DEC-43: a vendor that has become inactive is the error of its field', async ({ as, apiOf }) => {
  const [marcus, theodore] = await Promise.all([as('marcus'), apiOf('theodore')]);
  const order = await draft(marcus, await retiredVendor(theodore.api));
  const { page } = marcus;
  await openEdit(page, order.id);
  await expect(page.locator('[data-field="vendor"]')).toContainText('Please select a vendor from the list.');
  await expect(section(page, 'Before submitting')).toContainText('Please select a vendor from the list.');
  await chooseVendor(page, 'Foxglove Sign Company');
  await expect(page.getByText('Please select a vendor from the list.')).toHaveCount(0);
});
