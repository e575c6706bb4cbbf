import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { openEdit, section } from './support/form.ts';
import { draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

const temporary = (name: string, tempVendorId: string | null = null) => ({
  vendor: { isTemporary: true, name, address: '4 Dock Road', tempVendorId },
  vendorAddress: null,
});

test('VE-27, VE-15, DEC-34: before Apply the dialog says that a separate vendor will be made', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const name = `Riverside Rope ${Date.now().toString(36)}`;
  const own = await draft(dana, temporary(name));
  const other = await submitted(dana, temporary(name, own.vendor.tempVendorId));
  await openEdit(page, own.id);
  await section(page, 'Vendor').getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await expect(dialog.getByRole('status')).toHaveText(
    '1 other open document uses this vendor, and you cannot edit all of them. A separate temporary vendor will be made for this document.',
  );
  await expect(dialog.getByText('Save as a new temporary vendor')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('9 New Road');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
  const saved = await dana.api.get<PurchaseOrder>(`/api/pos/${own.id}`);
  const kept = await dana.api.get<PurchaseOrder>(`/api/pos/${other.id}`);
  expect([saved.vendor.address, kept.vendor.address]).toEqual(['9 New Road', '4 Dock Road']);
  expect(saved.vendor.tempVendorId).not.toBe(kept.vendor.tempVendorId);
});

test('VE-27, DEC-34: with the right to edit them all it says how many others change', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const name = `Hillside Rope ${Date.now().toString(36)}`;
  const own = await draft(dana, temporary(name));
  await draft(dana, temporary(name, own.vendor.tempVendorId));
  await openEdit(page, own.id);
  await section(page, 'Vendor').getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await expect(dialog).toContainText('Otherwise the vendor also changes on 1 other open document.');
});

test('VE-28, DEC-34: the review warns of a vendor whose record has changed since', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await submitted(dana);
  await page.route(`**/api/pos/${order.id}?*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as PurchaseOrder;
    const vendorChange = { ...body.vendor, name: 'Foxglove Holdings', address: '1 Elsewhere Road' };
    await route.fulfill({ response, json: { ...body, vendorChange } });
  });
  await page.goto(`/po/review/${order.id}`);
  const notice = page.getByRole('status').filter({ hasText: 'The vendor has changed' });
  await expect(notice).toContainText('The vendor has changed since this purchase order was saved.');
  await expect(notice).toContainText('1 Elsewhere Road');
});
