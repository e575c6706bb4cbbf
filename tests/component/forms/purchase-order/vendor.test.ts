import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { draft, line, submittedOrder } from '../../support/fixtures/purchase-orders.ts';
import { coachman, foxglove } from '../../support/fixtures/vendors.ts';
import {
  chooseVendor,
  fieldOf,
  pickVendorOption,
  openStoredOrder,
  openNewOrder,
  pick,
  saveAs,
  section,
  vendorBox,
} from '../../support/pages/forms.ts';
import { openFilters, openList, takeFilter } from '../../support/pages/lists.ts';
import { openApp } from '../../support/open-app.ts';
import type { Page } from '../../support/page.ts';

const search = 'GET /api/vendors';
const block = (page: Page) => section(page, 'Vendor');
const contactOf = (page: Page) => block(page).getByRole('button', { name: 'Vendor Contact' });

test('VE-06, VE-09, VE-10: the vendor search starts with two characters, half a second after the last key', async () => {
  const { page, api } = await openNewOrder({ clock: true });
  const box = vendorBox(page);
  await expect(box).toHaveAttribute('placeholder', 'Search Vendor...');
  page.clock.pause();
  await box.press('F');
  await page.clock.runFor(800);
  expect(api.calls(search)).toEqual([]);
  await box.press('o');
  await page.clock.runFor(400);
  await box.press('x');
  await page.clock.runFor(490);
  expect(api.calls(search)).toEqual([]);
  await page.clock.runFor(10);
  page.clock.resume();
  await expect(page.getByRole('option', { name: foxglove.vendor.name })).toBeVisible();
  expect(api.calls(search).map(({ query }) => [query['search'], query['t']])).toEqual([['Fox', '1']]);
});

test('VE-26: a failed vendor search shows an error message', async () => {
  const { page, api } = await openNewOrder();
  api.disconnect(search);
  await vendorBox(page).fill('Fox');
  await expect(page.getByText('Error retrieving vendor list.')).toBeVisible();
});

test('VE-03, VE-24, VE-29, DEC-95: a vendor sets address, contact, e-mail and phone, and another vendor clears them', async () => {
  const { page } = await openNewOrder();
  await chooseVendor(page, foxglove.vendor.name);
  await expect(block(page).getByRole('button', { name: 'Vendor Address' })).not.toContainText('Select');
  await expect(contactOf(page)).toContainText('Bernard Holt');
  await expect(block(page)).toContainText('bernard@foxglovesigncompany.example');
  await expect(block(page)).toContainText(/Phone Number\s*\(555\) 0145/);
  await chooseVendor(page, coachman.vendor.name);
  const address = block(page).getByRole('button', { name: 'Vendor Address' });
  await expect(address).toContainText('Select');
  const hint = block(page).getByText('Choose one of 2 addresses.');
  await expect(hint).toBeVisible();
  await address.click();
  await page.getByRole('option', { name: /Alameda/ }).click();
  await expect(hint).toHaveCount(0);
  // A save uses the default contact unless another one is chosen.
  await expect(contactOf(page)).toContainText('(default)');
});

test('VE-24: addresses and contacts that do not load are an error in the vendor section', async () => {
  const { page, api } = await openNewOrder();
  api.fail('GET /api/vendors/:id/details', 'NOT_FOUND');
  await pickVendorOption(page, coachman.vendor.name);
  await expect(block(page)).toContainText('Error loading vendor data');
});

for (const contact of ['Bernard Holt', 'Somebody Gone'])
  test(`VE-03, DEC-95: review and form show the saved contact: ${contact}`, async () => {
    const order = draft({ vendorContact: contact });
    const { page } = await openApp(`/po/review/${order.id}/creator`, { orders: [order] });
    await expect(page.locator('dt:has-text("Vendor Contact") + dd')).toHaveText(contact);
    await page.goto(`/po/edit/${order.id}`);
    await expect(contactOf(page)).toContainText(contact);
  });

test("DEC-95: the vendor's last PO does not change the company that the user is choosing", async () => {
  const lastOrder = draft();
  const { page, api } = await openNewOrder({ orders: [lastOrder] });
  const release = api.hold('POST /api/pos/filter');
  await chooseVendor(page, foxglove.vendor.name);
  await expect(block(page).getByText('Last PO')).toBeVisible();
  const company = page.getByRole('button', { name: 'Company' });
  await company.click();
  const other = page.getByRole('option', { name: 'Northern Lights Second Unit Inc.' });
  const { x, y } = await other.boundingBox();
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  release();
  // The last PO fills in the company while the user still has the mouse button down.
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveText(
    'Northern Lights Productions LLC',
  );
  await page.mouse.up();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(company).toContainText('Northern Lights Second Unit Inc.');
  await expect(block(page).getByRole('link')).toBeVisible();
});

test("ENTRY-12: a temporary vendor takes the company of the user's own last PO", async () => {
  const { page } = await openNewOrder({ orders: [draft()] });
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('Maple Lane Antiques');
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('12 Maple Lane');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Company' })).toContainText(
    'Northern Lights Productions LLC',
  );
  await expect(block(page).getByText('Last PO')).toHaveCount(0);
});

test('ENTRY-13: copied codes are counted beside the button', async () => {
  const coded = draft({ lineItems: [line({ coding: { ACCOUNT: '2303' } })] });
  const { page } = await openNewOrder({ orders: [coded] });
  await chooseVendor(page, foxglove.vendor.name);
  const copy = block(page).getByRole('button', { name: 'Use Its Codes' });
  await copy.click();
  await expect(block(page).getByRole('status')).toHaveText('Copied to 1 line.');
  await copy.click();
  await expect(block(page).getByRole('status')).toHaveText('All lines have codes.');
});

test('VE-23, DEC-43: a vendor that has become inactive is an error at its field', async () => {
  const { page } = await openStoredOrder(draft({}, { vendor: coachman }), {
    api: (api) =>
      void api.on('GET /api/vendors/active', ({ query }) => ({
        isActive: query['externalId'] !== coachman.vendor.externalId,
      })),
  });
  const message = 'Please select a vendor from the list.';
  await expect(fieldOf(page, 'vendor')).toContainText(message);
  await expect(section(page, 'Before submitting')).toContainText(message);
  await chooseVendor(page, foxglove.vendor.name);
  await expect(page.getByText(message)).toHaveCount(0);
});

test('PO-12, VE-03: a save waits for the selected vendor to load, and is not sent without it', async () => {
  const order = draft();
  const { page, api } = await openStoredOrder(order);
  const saves = () => api.calls('PUT /api/pos/:id');
  let release = api.hold('GET /api/vendors/:id');
  const restore = api.fail('GET /api/vendors/:id', 'NOT_FOUND');
  await pickVendorOption(page, coachman.vendor.name);
  await saveAs(page, 'Save as Draft');
  await expect(page.getByRole('button', { name: 'Save...' })).toBeDisabled();
  release();
  await expect(page.getByText('Error loading vendor data')).toBeVisible();
  await expect(vendorBox(page)).toHaveValue(foxglove.vendor.name);
  expect(saves()).toEqual([]);

  restore();
  release = api.hold('GET /api/vendors/:id');
  await pickVendorOption(page, coachman.vendor.name);
  await saveAs(page, 'Save as Draft');
  await expect(page.getByRole('button', { name: 'Save...' })).toBeDisabled();
  release();
  // The save validates the loaded vendor, which has two addresses.
  await expect(page.getByText('Please select a vendor address.').first()).toBeVisible();
  expect(saves()).toEqual([]);
  await pick(page, 'Vendor Address', /\d/);
  await saveAs(page, 'Save as Draft');
  await expect(page).toHaveURL('/po');
  expect(saves().map(({ body }) => body.vendor?.name)).toEqual([coachman.vendor.name]);
});

test('DEC-95: a save waits for the only address of the vendor', async () => {
  const { page, api } = await openStoredOrder(draft({}, { vendor: coachman }));
  const release = api.hold('GET /api/vendors/:id/details');
  await pickVendorOption(page, foxglove.vendor.name);
  await saveAs(page, 'Save as Draft');
  await expect(page.getByRole('button', { name: 'Save...' })).toBeDisabled();
  release();
  await expect(page).toHaveURL('/po');
  const [save] = api.calls('PUT /api/pos/:id');
  expect(save?.body).toMatchObject({
    vendor: { name: foxglove.vendor.name },
    vendorAddress: { id: foxglove.details.addresses[0]?.id },
  });
});

test("VE-28, DEC-34: the review warns if the vendor's record has changed since the save", async () => {
  const order = submittedOrder();
  const { name, address, city, state, postalCode } = {
    ...order.vendor,
    name: 'Foxglove Holdings',
    address: '1 Elsewhere Road',
  };
  const vendorChange = { name, address, city, state, postalCode };
  const { page } = await openApp(`/po/review/${order.id}/creator`, { orders: [{ ...order, vendorChange }] });
  const notice = page.getByRole('status').filter({ hasText: 'The vendor has changed' });
  await expect(notice).toContainText('The vendor has changed since this purchase order was saved.');
  await expect(notice).toContainText('1 Elsewhere Road');
});

test('LS-30, LS-37: filters wait for the selected vendor to load, and are not applied without it', async () => {
  const { page, api } = await openList('/po', { as: 'sam', orders: [draft()] });
  const numbers = () => api.calls('POST /api/pos/filter').flatMap(({ body }) => body.vendorNumbers ?? []);
  const panel = await openFilters(page);
  const apply = panel.getByRole('button', { name: 'Apply' });
  let release = api.hold('GET /api/vendors/:id');
  const restore = api.fail('GET /api/vendors/:id', 'NOT_FOUND');
  await takeFilter(page, 'Vendor', 'Foxglove', foxglove.vendor.name);
  await apply.click();
  await expect(apply).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByText('Error retrieving vendor list.')).toBeVisible();
  await expect(apply).not.toHaveAttribute('aria-busy');
  await expect(panel).toBeVisible();
  expect(numbers()).toEqual([]);

  restore();
  release = api.hold('GET /api/vendors/:id');
  await takeFilter(page, 'Vendor', 'Foxglove', foxglove.vendor.name);
  await apply.click();
  release();
  await expect(panel).toBeHidden();
  await expect.poll(() => numbers().at(-1)).toBe(foxglove.vendor.number);
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('1');

  // After Cancel, the panel applies nothing when the vendor has loaded.
  release = api.hold('GET /api/vendors/:id');
  await openFilters(page);
  await takeFilter(page, 'Vendor', 'Coachman', coachman.vendor.name);
  await apply.click();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  const answered = api.nextResponse('GET /api/vendors/:id');
  release();
  await answered;
  await page.waitForIdle();
  await expect(panel).toBeHidden();
  expect(numbers()).not.toContain(coachman.vendor.number);
});
