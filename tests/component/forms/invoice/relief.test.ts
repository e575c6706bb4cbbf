import { test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { storeByOtherUser } from '../../support/api/stub-saves.ts';
import { expect } from '../../support/expect.ts';
import { invoice, invoiceLine, submittedInvoice } from '../../support/fixtures/invoices.ts';
import { relievableOrder } from '../../support/fixtures/purchase-orders.ts';
import { relievableFrom } from '../../support/fixtures/relief.ts';
import { show } from '../../support/fixtures/shows.ts';
import {
  chooseVendor,
  descriptionOf,
  fillInvoiceHeader,
  openStoredInvoice,
  openNewInvoice,
  pick,
  saveAndReview,
} from '../../support/pages/forms.ts';
import { chooseOrder, chooseOrderLine, relievingLine } from '../../support/pages/relief.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const create = 'POST /api/invoices';
const relievableRoute = 'GET /api/pos/get-for-relieve/:vendorId';

test('RL-03, RL-05, RL-06, RL-09, RL-10, DEC-38, DEC-39: a chosen PO line fills in reference and coding, and the relief indicator follows the amount', async () => {
  const order = relievableOrder();
  const { page, api, lines } = await openNewInvoice({ orders: [order] });
  await fillInvoiceHeader(page, { amount: '250' });
  const relief = (at: number) => lines.cell(at, 'relief');
  await lines.edit(1);
  await expect(relief(1)).toHaveText('None');
  await chooseOrder(page, 1, order);
  // Without a PO line, the indicator compares with the whole PO.
  await expect(relief(1)).toHaveText('Under$300.00 left');
  await chooseOrderLine(page, 1, /^1 Brass lamps/);
  await expect(relief(1)).toHaveText('Under$200.00 left');
  await expect(lines.field(1, 'Description')).toHaveValue('Brass lamps');
  await expect(lines.combo(1, 'Account')).toHaveValue(/^2301/);
  const amount = lines.field(1, 'Amount');
  for (const [typed, shown] of [
    ['200', 'Match'],
    ['200.01', 'Over$0.01 over'],
    ['150', 'Under$50.00 left'],
  ] as const) {
    await amount.fill(typed);
    await expect(relief(1)).toHaveText(shown);
  }
  // Two invoice lines on the same PO line are added up.
  await page.getByRole('button', { name: 'Add Line' }).click();
  await chooseOrder(page, 2, order);
  await chooseOrderLine(page, 2, /^1 Brass lamps/);
  await lines.field(2, 'Amount').fill('100');
  for (const at of [1, 2]) await expect(relief(at)).toHaveText('Over$50.00 over');
  // The indicator does not block the save.
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  const [first] = relievableFrom(order).lineItems;
  const line = {
    referencePo: order.poNumber,
    referencePoLineNumber: 1,
    relievePoLineItemId: first?.id,
    relievePoLineItemUuid: first?.uuid,
    coding: { ACCOUNT: '2301' },
  };
  expect(api.calls(create).map(({ body }) => body.lineItems)).toMatchObject([[line, line]]);
});

test('RL-01, RL-02: a PO that is not available is an error and blocks the save', async () => {
  const order = relievableOrder();
  const { page, api, lines } = await openNewInvoice({ orders: [order] });
  await fillInvoiceHeader(page, { amount: '100' });
  await lines.edit(1);
  await lines.field(1, 'Description').fill('Lamps');
  await lines.field(1, 'Amount').fill('100');
  await lines.combo(1, 'PO').fill('99999999');
  await page.keyboard.press('Tab');
  await expect(lines.cell(1, 'referencePo')).toContainText('Reference PO not found.');
  await expect(lines.cell(1, 'relief')).toHaveText('Error');
  await saveAndReview(page);
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('Line 1: Reference PO not found.');
  expect(api.calls(create)).toEqual([]);

  // A complete number selects the PO, also without its prefix.
  await summary.getByRole('button', { name: 'Line 1: Reference PO not found.' }).click();
  await expect(lines.combo(1, 'PO')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(order.poNumber);
  await page.keyboard.press('Tab');
  await expect(lines.combo(1, 'PO')).toHaveValue(orderNumber(order));
  await expect(summary).toHaveCount(0);
});

test('RL-02, RL-04: company, currency and vendor determine the available POs', async () => {
  const order = relievableOrder();
  const { page, lines } = await openStoredInvoice(
    invoice({ lineItems: [invoiceLine(relievingLine(order, 1, 100))] }),
    {
      orders: [order],
    },
  );
  const relief = lines.cell(1, 'relief');
  await expect(relief).toHaveText('Under$100.00 left');
  await lines.edit(1);
  const notFoundError = lines.cell(1, 'referencePo').getByText('Reference PO not found.');
  await pick(page, 'Currency', 'CAD');
  await expect(notFoundError).toBeVisible();
  await pick(page, 'Currency', 'USD');
  await expect(notFoundError).toHaveCount(0);
  await pick(page, 'Company', /Second Unit/);
  await expect(notFoundError).toBeVisible();
  await pick(page, 'Company', /Northern Lights Productions/);
  await expect(notFoundError).toHaveCount(0);
  await chooseVendor(page, 'Coachman Trailers');
  await expect(notFoundError).toBeVisible();
  await expect(relief).toHaveText('Error');
  // An empty PO number removes the reference.
  await lines.combo(1, 'PO').fill('');
  await page.keyboard.press('Tab');
  await expect(relief).toHaveText('None');
});

test('RL-02, RL-10, AC-10: the PO cell explains why none can be chosen without a vendor or for a temporary one', async () => {
  const { page, lines } = await openNewInvoice();
  await lines.edit(1);
  await expect(lines.cell(1, 'referencePo')).toHaveText(/Select a vendor/);
  await expect(lines.cell(1, 'referencePo')).toContainText('Vendor first');
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('Corner Hardware');
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('9 Pier Road');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(lines.cell(1, 'referencePo')).toHaveText(/A temporary vendor has no purchase orders/);
  await expect(lines.cell(1, 'referencePoLineNumber')).toHaveText(/Select a PO/);
});

/** Returns the order after invoices have relieved this amount of its first line. */
function withRelief(order: PurchaseOrder, amount: number): PurchaseOrder {
  const [first, ...others] = order.lineItems;
  if (!first) throw new Error('The order has no lines');
  return {
    ...order,
    lineItems: [{ ...first, remainingBalance: first.totalCost - amount }, ...others],
  };
}

test('DEC-39, RL-05: the relief of a submitted invoice stays available to it while an approver edits', async () => {
  const order = relievableOrder();
  const bill = submittedInvoice(
    { lineItems: [invoiceLine(relievingLine(order, 1, 150))] },
    { department: 'Set Decoration' },
  );
  const { lines } = await openStoredInvoice(bill, { as: 'marcus', orders: [withRelief(order, 150)] });
  await expect(lines.cell(1, 'relief')).toHaveText('Under$50.00 left');
  await lines.edit(1);
  await lines.field(1, 'Amount').fill('200');
  await expect(lines.cell(1, 'relief')).toHaveText('Match');
});

test('RL-05, RL-10, DEC-39, DEC-100: the indicator of a draft counts relief by submitted invoices, and follows changes by other users', async () => {
  const order = relievableOrder();
  const app = await openStoredInvoice(invoice({ lineItems: [invoiceLine(relievingLine(order, 1, 120))] }), {
    orders: [withRelief(order, 90)],
  });
  const { world, lines } = app;
  await expect(lines.cell(1, 'relief')).toHaveText('Over$10.00 over');

  world.orders = [withRelief(order, 120)];
  await storeByOtherUser(app, submittedInvoice({ lineItems: [invoiceLine(relievingLine(order, 1, 120))] }));
  await expect(lines.cell(1, 'relief')).toHaveText('Over$40.00 over');
});

test('IN-27, DEC-75: a duplicate has no PO references', async () => {
  const order = relievableOrder();
  const source = invoice({ lineItems: [invoiceLine(relievingLine(order, 2, 100))] });
  const { page, lines } = await openNewInvoice(
    { invoices: [source], orders: [order] },
    `?duplicate=${source.id}`,
  );
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await expect(lines.cell(1, 'referencePo')).toHaveText('');
  await expect(lines.cell(1, 'relief')).toHaveText('None');
  await expect(lines.cell(1, 'amount')).toHaveText('$100.00');
});

test('RL-08, DEC-38: lines have no PO columns in a show without relief', async () => {
  const { page, api, lines } = await openNewInvoice({
    show: show('nlite', { settings: { purchaseOrderRelieveResources: false } }),
  });
  await expect(lines.table.getByRole('columnheader', { name: 'Account', exact: true })).toBeVisible();
  for (const name of ['PO', 'PO Line', 'Relief'])
    await expect(lines.table.getByRole('columnheader', { name, exact: true })).toHaveCount(0);
  await fillInvoiceHeader(page, { amount: '10' });
  await lines.edit(1);
  await lines.field(1, 'Description').fill('Nails');
  await lines.field(1, 'Amount').fill('10');
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  expect(api.calls(create).map(({ body }) => body.lineItems?.[0]?.referencePo)).toEqual(['']);
  expect(api.calls(relievableRoute)).toEqual([]);
});

test('RL-09: lines have no relief indicator if the show disables it', async () => {
  const { lines } = await openNewInvoice({
    show: show('nlite', { settings: { displayReliefIndicatorsApp: false } }),
  });
  await expect(lines.table.getByRole('columnheader', { name: 'PO', exact: true })).toBeVisible();
  await expect(lines.table.getByRole('columnheader', { name: 'Relief' })).toHaveCount(0);
  await expect(lines.row(1)).not.toContainText('None');
});
