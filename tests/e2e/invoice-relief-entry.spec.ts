import type { Invoice } from '../../domain/invoice.ts';
import { section } from './support/form.ts';
import { fillInvoiceHead, foot, invoiceHead, openInvoice, openNewInvoice } from './support/invoice-form.ts';
import { aBilledLine, draftInvoice, freshNumber } from './support/invoices.ts';
import { choose, typeInto, use } from './support/keyboard.ts';
import { lineTable } from './support/line-table.ts';
import { aLine, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { relievable } from './support/relief.ts';
import { numberOf } from './support/review.ts';

test('RL-10, DEC-80: an invoice against a PO is entered by keyboard alone', async ({ as, apiOf }) => {
  const order = await relievable(apiOf);
  const { page, api } = await as('elena');
  await openNewInvoice(page);
  const number = freshNumber();
  const head = invoiceHead(page);
  const lines = lineTable(page);
  await typeInto(page, page.getByRole('combobox', { name: 'Vendor Name' }), 'Foxglove');
  await expect(page.getByRole('option', { name: 'Foxglove Sign Company' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(page, head.number, number);
  await typeInto(page, head.date, '11/20/2026');
  await typeInto(page, head.dueDate, '12/20/2026');
  await typeInto(page, head.amount, '300');
  await typeInto(page, head.description, freshDescription('Typed'));
  await choose(page, page.getByRole('button', { name: 'Department' }), 'Acc');
  await choose(page, page.getByRole('button', { name: 'Company' }), 'Northern Lights P');
  await use(page, page.getByRole('button', { name: 'Edit line 1', exact: true }));
  for (const [line, poLine, amount] of [
    [1, '1', '200'],
    [2, '2', '100'],
  ] as const) {
    await expect(lines.field(line, 'Description')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type(String(Number(order.poNumber)));
    await page.keyboard.press('Tab');
    await expect(lines.combo(line, 'PO')).toHaveValue(numberOf(order));
    await choose(page, lines.row(line).getByRole('button', { name: 'PO Line' }), poLine);
    await expect(lines.field(line, 'Description')).not.toHaveValue('');
    await typeInto(page, lines.field(line, 'Amount'), amount);
    await expect(lines.cell(line, 'relief')).toHaveText('Match');
    if (line === 1) {
      // The next line begins where Tab set out on this one.
      await page.keyboard.press('Enter');
    }
  }
  await expect(foot(page)).toContainText('Lines match the amount');
  await use(page, page.getByRole('button', { name: 'Save & Review' }));
  await expect(page).toHaveURL(/\/invoice\/review\/[^/]+\/creator$/);
  const stored = await api.get<Invoice>(`/api/invoices/${page.url().split('/').at(-2)}`);
  expect(stored.lineItems.map((line) => [line.referencePoLineNumber, line.amount])).toEqual([
    [1, 200],
    [2, 100],
  ]);
});

test('DEC-38, DEC-80: Escape in the cell of a PO takes back what choosing it has brought, and nothing else', async ({
  as,
  apiOf,
}) => {
  const order = await relievable(apiOf, {
    lineItems: [aLine({ description: 'Brass lamps', unitCost: 100, coding: { ACCOUNT: '2301' } })],
  });
  const elena = await as('elena');
  const { page } = elena;
  const { id } = await draftInvoice(elena, {
    lineItems: [aBilledLine({ note: 'By phone' })],
  });
  const lines = await openInvoice(page, id);
  await lines.cell(1, 'description').click();
  await lines.field(1, 'Description').fill('');
  await lines.combo(1, 'PO').fill(numberOf(order));
  await page.getByRole('option', { name: numberOf(order) }).click();
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

test('UX-09, RL-10, RL-05: on a phone a line is put against a PO in its sheet', async ({ as, apiOf }) => {
  const order = await relievable(apiOf);
  const elena = await as('elena', { viewport: { width: 375, height: 812 }, hasTouch: true });
  const { page } = elena;
  const { id } = await draftInvoice(elena);
  await openInvoice(page, id);
  await page.getByRole('button', { name: /^1\. Brass lamps/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await sheet.getByRole('combobox', { name: 'PO' }).fill(numberOf(order));
  await page.getByRole('option', { name: numberOf(order) }).tap();
  await sheet.getByRole('button', { name: 'PO Line' }).tap();
  await page.getByRole('option', { name: /^1 Brass lamps/ }).tap();
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('230');
  await expect(sheet.getByText('Over', { exact: true })).toBeVisible();
  await expect(sheet.getByText('$30.00 over').first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(section(page, 'Line Items').getByRole('listitem').first()).toContainText(numberOf(order));
});

test('RL-01, RL-10, LI-08: rows of a spreadsheet name their POs', async ({ as, apiOf }) => {
  const order = await relievable(apiOf);
  const { page } = await as('elena');
  const lines = await openNewInvoice(page);
  await fillInvoiceHead(page, { amount: '300' });
  await lines.edit(1);
  await expect(lines.combo(1, 'PO')).toBeVisible();
  const rows = [
    ['Item', 'PO Number', 'PO Line', 'Amount'],
    ['Lamps', numberOf(order), '1', '200.00'],
    ['Gels', order.poNumber, '2', '50'],
    ['Crate', '99999999', '', '50'],
  ];
  await lines.paste(rows.map((row) => row.join('\t')).join('\n'));
  const told = (line: number) => lines.cell(line, 'relief');
  await expect(told(1)).toHaveText('Match');
  await expect(told(2)).toHaveText('Under$50.00 left');
  await expect(told(3)).toHaveText('Error');
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('2301');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(['Line 3: Reference PO not found.']);
});
