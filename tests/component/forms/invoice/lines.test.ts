import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { invoice, invoiceLine } from '../../support/fixtures/invoices.ts';
import {
  fillInvoiceHeader,
  formFooter,
  invoiceHeader,
  openStoredInvoice,
  openNewInvoice,
  saveAndReview,
} from '../../support/pages/forms.ts';
import type { FormApp } from '../../support/pages/forms.ts';

test('LI-38, DEC-54, DEC-91: an invoice line has description, amount, PO, codes, tax code and note, which a save sends', async () => {
  const { page, api, lines } = await openNewInvoice();
  await expect(page.getByRole('columnheader', { name: 'Account', exact: true })).toBeVisible();
  const heads = lines.table.getByRole('columnheader').allTextContents();
  expect(heads.filter((head) => head !== 'Actions')).toEqual([
    '#',
    'Description',
    'PO',
    'PO Line',
    'Relief',
    'Account',
    'Episode',
    'Location',
    'Set',
    'Ins',
    'Free Field',
    'Tax Code',
    'Note',
    'Amount',
  ]);
  await fillInvoiceHeader(page, { amount: '-20.50' });
  await lines.edit(1);
  await lines.field(1, 'Description').fill('Returned gels');
  await lines.field(1, 'Amount').fill('-20.50');
  await lines.combo(1, 'Account').fill('2301');
  await page.getByRole('option', { name: /^2301/ }).click();
  await lines.row(1).getByRole('button', { name: 'Tax Code' }).click();
  await page.getByRole('option', { name: /^USE/ }).click();
  await lines.field(1, 'Note').fill('n'.repeat(120));
  await expect(lines.field(1, 'Note')).toHaveValue('n'.repeat(100));
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  const [save] = api.calls('POST /api/invoices');
  expect(save?.body.lineItems).toMatchObject([
    {
      description: 'Returned gels',
      amount: -20.5,
      coding: { ACCOUNT: '2301' },
      taxCode: 'USE',
      note: 'n'.repeat(100),
      referencePo: '',
    },
  ]);
});

test('IN-14, LI-11, LI-38, DEC-91: an amount has at most 17 characters and two decimals; lines can be copied, removed and restored, except the last one', async () => {
  const { page, lines } = await openStoredInvoice(invoice());
  await lines.edit(1);
  const amount = lines.field(1, 'Amount');
  await amount.fill('ten');
  await expect(lines.row(1).getByText('Amount must be a number.')).toBeVisible();
  await expect(formFooter(page)).toContainText('Lines come to —');
  await amount.blur();
  await expect(amount).toHaveValue('0.00');
  await amount.fill('1'.repeat(20));
  await expect(amount).toHaveValue(/^.{17}$/);
  await amount.fill('-1520.509');
  await expect(amount).toHaveValue('-1520.50');
  await amount.fill('300');
  const remove = (at: number) => page.getByRole('button', { name: `Remove line ${at}`, exact: true });
  await expect(remove(1)).toBeDisabled();
  await page.getByRole('button', { name: 'Copy line 1', exact: true }).click();
  await expect(lines.rows).toHaveCount(2);
  await expect(formFooter(page)).toContainText('$300.00 over the amount');
  await expect(lines.field(2, 'Description')).toHaveValue('Brass lamps');
  await remove(1).click();
  // A message stays open while the mouse is over it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(lines.rows).toHaveCount(1);
  await expect(remove(1)).toBeDisabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines.rows).toHaveCount(2);
  await expect(remove(2)).toBeEnabled();
});

/** Opens the form of a new invoice with this amount. */
async function openWithAmount(amount: string): Promise<FormApp> {
  const app = await openNewInvoice();
  await invoiceHeader(app.page).amount.fill(amount);
  return app;
}

test('LI-08, LI-38: the keyboard moves through the lines and adds the next one', async () => {
  const { page, lines } = await openWithAmount('30');
  await lines.edit(1);
  await expect(lines.field(1, 'Description')).toBeFocused();
  await page.keyboard.type('Nails');
  await lines.field(1, 'Amount').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await expect(lines.field(2, 'Amount')).toBeFocused();
  await page.keyboard.type('20');
  await page.keyboard.press('ArrowUp');
  await expect(lines.field(1, 'Amount')).toBeFocused();
  await expect(lines.field(1, 'Amount')).toHaveValue('10.00');
  // Tab moves from the last cell of a line to the first cell of the next.
  await page.keyboard.press('Tab');
  await expect(lines.field(2, 'Description')).toBeFocused();
  await page.keyboard.type('Screws');
  await page.keyboard.press('Escape');
  await expect(lines.cell(2, 'amount')).toHaveText('$20.00');
  await expect(formFooter(page)).toContainText('Lines match the amount');
});

test('LI-38, LI-08: pasted spreadsheet rows become invoice lines', async () => {
  const { page, lines } = await openWithAmount('166.75');
  await lines.edit(1);
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste(
    'Item\tQty\tUnit Price\tLine total\tNote\nLamps\t2\t50.00\t$100.00\tRush\nGels\t1\t66.75\t66.75\t',
  );
  // A message stays open while the mouse is over it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(lines.rows).toHaveCount(2);
  await expect(lines.cell(1, 'amount')).toHaveText('$100.00');
  await expect(lines.cell(1, 'note')).toHaveText('Rush');
  await expect(formFooter(page)).toContainText('Lines match the amount');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines.rows).toHaveCount(1);
  // Without a header row, the last number of each row is its amount.
  await lines.edit(1);
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste('Lamps\t2\t50.00\t100.00\nGels\t1\t66.75\t66.75');
  await expect(lines.cell(2, 'amount')).toHaveText('$66.75');
  await expect(formFooter(page)).toContainText('Lines match the amount');
});

test('LI-29, LI-30, LI-38: codes can be applied to all lines', async () => {
  const bill = invoice({ lineItems: [invoiceLine({ amount: 100 }), invoiceLine({ amount: 200 })] });
  const { page, lines } = await openStoredInvoice(bill);
  const coding = page.getByRole('region', { name: 'Coding', exact: true });
  const account = coding.getByRole('combobox', { name: 'Account' });
  await account.click();
  await account.fill('2302');
  await page.getByRole('option', { name: /^2302/ }).click();
  await coding.getByRole('button', { name: 'Apply to All Lines' }).click();
  for (const at of [1, 2]) await expect(lines.cell(at, 'coding.ACCOUNT')).toHaveText('2302');
});

test('UX-09, LI-38, DEC-36: lines are cards on a phone, edited in a sheet that shows the difference', async () => {
  const { page } = await openStoredInvoice(invoice(), { width: 375, height: 812 });
  await page.getByRole('button', { name: /^1\. Brass lamps/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await expect(sheet.getByRole('button', { name: 'Remove line 1' })).toBeDisabled();
  await expect(sheet.getByText('Relief', { exact: true })).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('250');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(formFooter(page)).toContainText('$50.00 short of the amount');
  const { y, height } = await formFooter(page).boundingBox();
  expect(y + height).toBeLessThanOrEqual(813);
  // The page does not scroll sideways.
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
});
