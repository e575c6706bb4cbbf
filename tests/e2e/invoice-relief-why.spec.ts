import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { chooseVendor, pick, tooltipOf } from './support/form.ts';
import { fillInvoiceHead, openNewInvoice } from './support/invoice-form.ts';
import { aBilledLine, submittedInvoice } from './support/invoices.ts';
import { lineTable } from './support/line-table.ts';
import { bodyIn, draft } from './support/orders.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { relievable } from './support/relief.ts';
import { numberOf } from './support/review.ts';

/** The vendor has this purchase order and no other, and nothing of it is on offer. */
async function onlyOrder({ page }: Seat, { id }: PurchaseOrder): Promise<void> {
  await page.route('**/api/pos/get-for-relieve/**', (route) => route.fulfill({ json: { poS: [] } }));
  await page.route('**/api/pos/filter*', async (route) => {
    const whose = route.request().postDataJSON() as { vendorNumbers?: string[] };
    if (!whose.vendorNumbers) return route.fallback();
    return route.fulfill({ json: { total: 1, poS: [{ id, status: 'APPROVED' }] } });
  });
}

test('AC-10, DEC-38: a PO whose number is typed and not on offer says why, in the list and below the lines', async ({
  as,
  apiOf,
}) => {
  const dana = await apiOf('dana');
  const { vendor, vendorAddress } = await bodyIn(dana.api, showId, 'Set Decoration', {}, 'Alder');
  const [early, curtains] = [await draft(dana), await draft(dana, { vendor, vendorAddress })];
  const { page } = await as('elena');
  const lines = await openNewInvoice(page);
  await fillInvoiceHead(page);
  await lines.edit(1);
  const box = lines.combo(1, 'PO');
  for (const [order, why] of [
    [early, 'is not approved yet.'],
    [curtains, 'is a PO of Alder Street Textiles.'],
  ] as const) {
    const said = `${numberOf(order)} ${why}`;
    await box.fill(String(Number(order.poNumber)));
    const list = page.getByRole('listbox');
    await expect(list).toContainText('No options available');
    await expect(list).toContainText(said);
    // It stays said for as long as the line names it.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible();
  }
  await box.fill('99999999');
  await page.keyboard.press('Tab');
  await expect(page.getByText('You cannot see PO 99999999.')).toBeVisible();
  // The contract's own words stand at the cell.
  await expect(lines.row(1)).toContainText('Reference PO not found.');
  await box.fill('');
  await page.keyboard.press('Tab');
  await expect(page.getByText('You cannot see PO')).toHaveCount(0);
});

test('AC-10, DEC-38, DEC-39: where a vendor has nothing on offer the cell says so, and why', async ({
  as,
  apiOf,
}) => {
  const order = await relievable(apiOf);
  const elena = await as('elena');
  const referencePo = order.poNumber;
  await submittedInvoice(elena, {
    lineItems: [
      aBilledLine({ amount: 200, referencePo, referencePoLineNumber: 1 }),
      aBilledLine({ amount: 100, referencePo, referencePoLineNumber: 2 }),
    ],
  });
  const { page } = elena;
  await onlyOrder(elena, order);
  const lines = await openNewInvoice(page);
  const cell = lines.cell(1, 'referencePo');
  await lines.edit(1);
  await expect(cell).toContainText('Vendor first');
  await chooseVendor(page, 'Foxglove Sign Company');
  await pick(page, 'Company', /Northern Lights Productions/);
  const why = `${numberOf(order)} is fully invoiced.`;
  await expect(
    page.getByText(`No PO to invoice here: ${why} A line can be saved without a PO.`),
  ).toBeVisible();
  await lines.edit(1);
  await expect(cell).toContainText('None open');
  expect(await tooltipOf(page, cell.getByRole('button'))).toBe(`No options available. ${why}`);
  await expect(lines.cell(1, 'referencePoLineNumber')).toContainText('PO first');
});

test('UX-09, AC-10: on a phone the sheet of a line says it in full', async ({ as, apiOf }) => {
  const dana = await apiOf('dana');
  const order = await draft(dana);
  const elena = await as('elena', { viewport: { width: 375, height: 812 }, hasTouch: true });
  const { page } = elena;
  await onlyOrder(elena, order);
  await page.goto('/invoice/create');
  await chooseVendor(page, 'Foxglove Sign Company');
  await pick(page, 'Company', /Northern Lights Productions/);
  const why = `${numberOf(order)} is not approved yet.`;
  await expect(page.getByText(`No PO to invoice here: ${why}`)).toBeVisible();
  await page.getByRole('button', { name: /^1\. No description/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await expect(sheet.getByText(`No options available. ${why}`)).toBeVisible();
  await expect(lineTable(page).table).toHaveCount(0);
});
