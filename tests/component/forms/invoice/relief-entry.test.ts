import { test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { expect } from '../../support/expect.ts';
import { invoice, invoiceLine } from '../../support/fixtures/invoices.ts';
import { draft, line, relievableOrder } from '../../support/fixtures/purchase-orders.ts';
import { coachman } from '../../support/fixtures/vendors.ts';
import {
  chooseVendor,
  fillInvoiceHeader,
  formFooter,
  invoiceHeader,
  openStoredInvoice,
  openNewInvoice,
  pick,
  saveAndReview,
  section,
  tooltipOf,
  vendorBox,
} from '../../support/pages/forms.ts';
import { choose, typeInto, activate } from '../../support/keyboard.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

test('RL-10, DEC-80: an invoice against a PO can be entered by keyboard alone', async () => {
  const order = relievableOrder();
  const { page, api, lines } = await openNewInvoice({ orders: [order] });
  const head = invoiceHeader(page);
  await typeInto(page, vendorBox(page), 'Foxglove');
  await expect(page.getByRole('option', { name: 'Foxglove Sign Company' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(page, head.number, 'INV-4711');
  await typeInto(page, head.date, '11/20/2026');
  await typeInto(page, head.dueDate, '12/20/2026');
  await typeInto(page, head.amount, '300');
  await typeInto(page, head.description, 'Typed');
  await choose(page, page.getByRole('button', { name: 'Department' }), 'Acc');
  await choose(page, page.getByRole('button', { name: 'Company' }), 'Northern Lights P');
  await activate(page, page.getByRole('button', { name: 'Edit line 1', exact: true }));
  for (const [at, orderLine, amount] of [
    [1, '1', '200'],
    [2, '2', '100'],
  ] as const) {
    await expect(lines.field(at, 'Description')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type(String(Number(order.poNumber)));
    await page.keyboard.press('Tab');
    await expect(lines.combo(at, 'PO')).toHaveValue(orderNumber(order));
    await choose(page, lines.row(at).getByRole('button', { name: 'PO Line' }), orderLine);
    await expect(lines.field(at, 'Description')).not.toHaveValue('');
    await typeInto(page, lines.field(at, 'Amount'), amount);
    await expect(lines.cell(at, 'relief')).toHaveText('Match');
    // Enter moves to the cell of the next line in which this line was begun.
    if (at === 1) await page.keyboard.press('Enter');
  }
  await expect(formFooter(page)).toContainText('Lines match the amount');
  await activate(page, page.getByRole('button', { name: 'Save & Review' }));
  await expect(page).toHaveURL(/^\/invoice\/review\/[^/]+\/creator$/);
  expect(api.calls('POST /api/invoices').map(({ body }) => body.lineItems)).toMatchObject([
    [
      { referencePoLineNumber: 1, amount: 200 },
      { referencePoLineNumber: 2, amount: 100 },
    ],
  ]);
});

test('DEC-38, DEC-80: Escape in the PO cell reverts only what the chosen PO has filled in', async () => {
  const order = relievableOrder({
    lineItems: [line({ description: 'Brass lamps', unitCost: 100, coding: { ACCOUNT: '2301' } })],
  });
  const { page, lines } = await openStoredInvoice(
    invoice({ lineItems: [invoiceLine({ note: 'By phone' })] }),
    {
      orders: [order],
    },
  );
  await lines.cell(1, 'description').click();
  await lines.field(1, 'Description').fill('');
  await lines.combo(1, 'PO').fill(orderNumber(order));
  await page.getByRole('option', { name: orderNumber(order) }).click();
  // The only line of the PO is chosen automatically.
  await expect(lines.field(1, 'Description')).toHaveValue('Brass lamps');
  await expect(lines.combo(1, 'Account')).toHaveValue('2301');
  await expect(lines.combo(1, 'PO')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit line 1' })).toBeFocused();
  await expect(lines.cell(1, 'referencePo')).toHaveText('');
  await expect(lines.cell(1, 'description')).toHaveText('');
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('');
  await expect(lines.cell(1, 'note')).toHaveText('By phone');
});

test('UX-09, RL-10, RL-05: the PO of a line is chosen in its sheet on a phone', async () => {
  const order = relievableOrder();
  const { page } = await openStoredInvoice(invoice(), { orders: [order], width: 375, height: 812 });
  await page.getByRole('button', { name: /^1\. Brass lamps/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await sheet.getByRole('combobox', { name: 'PO' }).fill(orderNumber(order));
  await page.getByRole('option', { name: orderNumber(order) }).click();
  await sheet.getByRole('button', { name: 'PO Line' }).click();
  await page.getByRole('option', { name: /^1 Brass lamps/ }).click();
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('230');
  await expect(sheet.getByText('Over', { exact: true })).toBeVisible();
  await expect(sheet.getByText('$30.00 over').first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(section(page, 'Line Items').getByRole('listitem').first()).toContainText(orderNumber(order));
});

test('RL-01, RL-10, LI-08: pasted spreadsheet rows refer to POs by number', async () => {
  const order = relievableOrder();
  const { page, lines } = await openNewInvoice({ orders: [order] });
  await fillInvoiceHeader(page, { amount: '300' });
  await lines.edit(1);
  await expect(lines.combo(1, 'PO')).toBeVisible();
  const rows = [
    ['Item', 'PO Number', 'PO Line', 'Amount'],
    ['Lamps', orderNumber(order), '1', '200.00'],
    ['Gels', order.poNumber, '2', '50'],
    ['Crate', '99999999', '', '50'],
  ];
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste(rows.map((row) => row.join('\t')).join('\n'));
  const relief = (at: number) => lines.cell(at, 'relief');
  await expect(relief(1)).toHaveText('Match');
  await expect(relief(2)).toHaveText('Under$50.00 left');
  await expect(relief(3)).toHaveText('Error');
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('2301');
  await saveAndReview(page);
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(['Line 3: Reference PO not found.']);
});

test('AC-10, DEC-38: the list and the line table explain why a typed PO is not available', async () => {
  const [early, ofCoachman] = [draft(), draft({}, { vendor: coachman })];
  const { page, lines } = await openNewInvoice({ orders: [relievableOrder(), early, ofCoachman] });
  await fillInvoiceHeader(page);
  await lines.edit(1);
  const box = lines.combo(1, 'PO');
  for (const [order, reason] of [
    [early, 'is not approved yet.'],
    [ofCoachman, 'is a PO of Coachman Trailers.'],
  ] as const) {
    const explanation = `${orderNumber(order)} ${reason}`;
    await box.click();
    await expect(box).toBeFocused();
    await box.fill(String(Number(order.poNumber)));
    const list = page.getByRole('listbox');
    await expect(list).toContainText('No options available');
    await expect(list).toContainText(explanation);
    // The explanation stays while the line refers to the PO.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('status').filter({ hasText: explanation })).toBeVisible();
  }
  await box.fill('99999999');
  await page.keyboard.press('Tab');
  await expect(page.getByText('You cannot see PO 99999999.')).toBeVisible();
  await expect(lines.row(1)).toContainText('Reference PO not found.');
  await box.fill('');
  await page.keyboard.press('Tab');
  await expect(page.getByText('You cannot see PO')).toHaveCount(0);
});

/** Opens the form of an invoice whose vendor has only this order. */
async function openFormOfOrder(order: PurchaseOrder, width: number) {
  const app = await openNewInvoice({ orders: [order], width });
  await chooseVendor(app.page, 'Foxglove Sign Company');
  await pick(app.page, 'Company', /Northern Lights Productions/);
  return app;
}

test('AC-10, DEC-38, DEC-39: the PO cell explains why the vendor has no available PO', async () => {
  const order = { ...relievableOrder(), isRelieved: true };
  const { page, lines } = await openFormOfOrder(order, 1440);
  const cell = lines.cell(1, 'referencePo');
  const reason = `${orderNumber(order)} is fully invoiced.`;
  await expect(
    page.getByText(`No PO to invoice here: ${reason} A line can be saved without a PO.`),
  ).toBeVisible();
  await lines.edit(1);
  await expect(cell).toContainText('None open');
  expect(await tooltipOf(page, cell.getByRole('button'))).toBe(`No options available. ${reason}`);
  await expect(lines.cell(1, 'referencePoLineNumber')).toContainText('PO first');
});

test('UX-09, AC-10: the sheet of a line on a phone explains why no PO is available', async () => {
  const order = draft();
  const { page, lines } = await openFormOfOrder(order, 375);
  const reason = `${orderNumber(order)} is not approved yet.`;
  await expect(page.getByText(`No PO to invoice here: ${reason}`)).toBeVisible();
  await page.getByRole('button', { name: /^1\. No description/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await expect(sheet.getByText(`No options available. ${reason}`)).toBeVisible();
  await expect(lines.table).toHaveCount(0);
});
