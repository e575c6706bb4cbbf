import { test } from 'vitest';
import { orderNumber } from '#domain/documents/order-number';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { expect } from '../../support/expect.ts';
import { invoice, invoiceLine } from '../../support/fixtures/invoices.ts';
import { draft, line, relievable } from '../../support/fixtures/purchase-orders.ts';
import { coachman } from '../../support/fixtures/vendors.ts';
import {
  chooseVendor,
  fillInvoiceHead,
  foot,
  invoiceHead,
  openInvoice,
  openNewInvoice,
  pick,
  saveAndReview,
  section,
  tooltipOf,
  vendorBox,
} from '../../support/pages/forms.ts';
import { choose, typeInto, use } from '../../support/keyboard.ts';

test('RL-10, DEC-80: an invoice against a PO is entered by keyboard alone', async () => {
  const order = relievable();
  const { page, api, lines } = await openNewInvoice({ orders: [order] });
  const head = invoiceHead(page);
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
  await use(page, page.getByRole('button', { name: 'Edit line 1', exact: true }));
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
    // The next line begins where Tab set out on this one.
    if (at === 1) await page.keyboard.press('Enter');
  }
  await expect(foot(page)).toContainText('Lines match the amount');
  await use(page, page.getByRole('button', { name: 'Save & Review' }));
  await expect(page).toHaveURL(/^\/invoice\/review\/[^/]+\/creator$/);
  expect(api.calls('POST /api/invoices').map(({ body }) => body.lineItems)).toMatchObject([
    [
      { referencePoLineNumber: 1, amount: 200 },
      { referencePoLineNumber: 2, amount: 100 },
    ],
  ]);
});

test('DEC-38, DEC-80: Escape in the cell of a PO takes back what its choice has filled in, and nothing else', async () => {
  const order = relievable({
    lineItems: [line({ description: 'Brass lamps', unitCost: 100, coding: { ACCOUNT: '2301' } })],
  });
  const { page, lines } = await openInvoice(invoice({ lineItems: [invoiceLine({ note: 'By phone' })] }), {
    orders: [order],
  });
  await lines.cell(1, 'description').click();
  await lines.field(1, 'Description').fill('');
  await lines.combo(1, 'PO').fill(orderNumber(order));
  await page.getByRole('option', { name: orderNumber(order) }).click();
  // A PO of one line leaves no choice about it.
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

test('UX-09, RL-10, RL-05: on a phone a line gets its PO in its sheet', async () => {
  const order = relievable();
  const { page } = await openInvoice(invoice(), { orders: [order], width: 375, height: 812 });
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

test('RL-01, RL-10, LI-08: rows of a spreadsheet name their POs', async () => {
  const order = relievable();
  const { page, lines } = await openNewInvoice({ orders: [order] });
  await fillInvoiceHead(page, { amount: '300' });
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

test('AC-10, DEC-38: a PO whose number is typed and that is not on offer explains why, in the list and below the lines', async () => {
  const [early, ofCoachman] = [draft(), draft({}, { vendor: coachman })];
  const { page, lines } = await openNewInvoice({ orders: [relievable(), early, ofCoachman] });
  await fillInvoiceHead(page);
  await lines.edit(1);
  const box = lines.combo(1, 'PO');
  for (const [order, why] of [
    [early, 'is not approved yet.'],
    [ofCoachman, 'is a PO of Coachman Trailers.'],
  ] as const) {
    const said = `${orderNumber(order)} ${why}`;
    await box.fill(String(Number(order.poNumber)));
    const list = page.getByRole('listbox');
    await expect(list).toContainText('No options available');
    await expect(list).toContainText(said);
    // It stays for as long as the line names the PO.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible();
  }
  await box.fill('99999999');
  await page.keyboard.press('Tab');
  await expect(page.getByText('You cannot see PO 99999999.')).toBeVisible();
  await expect(lines.row(1)).toContainText('Reference PO not found.');
  await box.fill('');
  await page.keyboard.press('Tab');
  await expect(page.getByText('You cannot see PO')).toHaveCount(0);
});

/** The form of an invoice of a vendor that has this order alone. */
async function openFor(order: PurchaseOrder, width: number) {
  const app = await openNewInvoice({ orders: [order], width });
  await chooseVendor(app.page, 'Foxglove Sign Company');
  await pick(app.page, 'Company', /Northern Lights Productions/);
  return app;
}

test('AC-10, DEC-38, DEC-39: where a vendor has nothing on offer the cell says so, and why', async () => {
  const order = { ...relievable(), isRelieved: true };
  const { page, lines } = await openFor(order, 1440);
  const cell = lines.cell(1, 'referencePo');
  const why = `${orderNumber(order)} is fully invoiced.`;
  await expect(
    page.getByText(`No PO to invoice here: ${why} A line can be saved without a PO.`),
  ).toBeVisible();
  await lines.edit(1);
  await expect(cell).toContainText('None open');
  expect(await tooltipOf(page, cell.getByRole('button'))).toBe(`No options available. ${why}`);
  await expect(lines.cell(1, 'referencePoLineNumber')).toContainText('PO first');
});

test('UX-09, AC-10: on a phone the sheet of a line explains it in full', async () => {
  const order = draft();
  const { page, lines } = await openFor(order, 375);
  const why = `${orderNumber(order)} is not approved yet.`;
  await expect(page.getByText(`No PO to invoice here: ${why}`)).toBeVisible();
  await page.getByRole('button', { name: /^1\. No description/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await expect(sheet.getByText(`No options available. ${why}`)).toBeVisible();
  await expect(lines.table).toHaveCount(0);
});
