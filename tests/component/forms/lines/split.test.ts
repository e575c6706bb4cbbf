import { test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { expect } from '../../support/expect.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { chartOfAccounts } from '../../support/fixtures/chart-of-accounts.ts';
import { changeOrderDraft, draft, line, relievableOrder } from '../../support/fixtures/purchase-orders.ts';
import { activate, choose, tabTo, typeInto } from '../../support/keyboard.ts';
import {
  fillInvoiceHeader,
  fillNewOrder,
  formFooter,
  openNewInvoice,
  openNewOrder,
  openStoredOrder,
  pick,
  saveAndReview,
  typeLine,
} from '../../support/pages/forms.ts';
import type { FormApp } from '../../support/pages/forms.ts';
import type { Page } from '../../support/page.ts';

const chart = 'GET /api/coa/:license';
const action = 'Split over Episodes';

function splitDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: action });
  return {
    dialog,
    rows: dialog.getByRole('list', { name: 'Episodes' }).getByRole('listitem'),
    episode: (name: string) => dialog.getByRole('checkbox', { name }),
    field: (name: string) => dialog.getByRole('textbox', { name }),
    split: dialog.getByRole('button', { name: /^Split/ }),
  };
}

async function openSplit(page: Page) {
  await page.getByRole('button', { name: action }).click();
  const dialog = splitDialog(page);
  await expect(dialog.dialog).toBeVisible();
  return dialog;
}

async function expectLines({ lines }: FormApp, name: string, texts: string[]) {
  await expect(lines.rows).toHaveCount(texts.length);
  for (const [at, text] of texts.entries()) await expect(lines.cell(at + 1, name)).toHaveText(text);
}

test('BUD-77: a line is replaced by equal parts for all episodes, and Undo restores it', async () => {
  const form = await openNewOrder();
  const { page } = form;
  await typeLine(page, 1, { Quantity: '1', 'Unit Cost': '1000', Description: 'Camera package' });
  const { rows, split, dialog } = await openSplit(page);
  await expect(rows).toHaveText(['Episode 101$333.33', 'Episode 102$333.34', 'Episode 103$333.33']);
  await expect(dialog).toContainText('3 episodes$1,000.00');
  await expectAccessible(page);
  await expect(split).toHaveText('Split into 3 Lines');
  await split.click();
  await expectLines(form, 'totalCost', ['$333.33', '$333.34', '$333.33']);
  await expectLines(form, 'coding.EPISODE', ['101', '102', '103']);
  await expectLines(form, 'description', ['Camera package', 'Camera package', 'Camera package']);
  await expect(formFooter(page)).toContainText('$1,000.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectLines(form, 'totalCost', ['$1,000.00']);
  await expectLines(form, 'coding.EPISODE', ['']);
});

test('BUD-77: by keyboard, a chosen line is divided by shares over some of the episodes', async () => {
  const form = await openStoredOrder(
    draft({
      lineItems: [
        line({ description: 'Lamps', quantity: 2, unitCost: 150 }),
        line({ description: 'Stage', quantity: 1, unitCost: 250 }),
      ],
    }),
  );
  const { page } = form;
  await activate(page, page.getByRole('button', { name: action }));
  const { dialog, episode, field, rows, split } = splitDialog(page);
  await choose(page, dialog.getByRole('button', { name: /Line$/ }), '2. Stage');
  await choose(page, dialog.getByRole('button', { name: /Divide by$/ }), 'Shares');
  await tabTo(page, episode('Episode 102'));
  await page.keyboard.press('Space');
  await typeInto(page, field('Share of 101'), '40');
  await typeInto(page, field('Share of 103'), '60');
  await expect(rows).toHaveText(['Episode 101$100.00', 'Episode 102', 'Episode 103$150.00']);
  await activate(page, split);
  await expectLines(form, 'totalCost', ['$300.00', '$100.00', '$150.00']);
  await expectLines(form, 'coding.EPISODE', ['', '101', '103']);
});

test('BUD-78: amounts that do not add up to the line cannot be applied, and the saved parts are the line', async () => {
  const { page, api } = await openNewOrder();
  await fillNewOrder(page, 'Lamps of the season');
  const { dialog, field, split } = await openSplit(page);
  await pick(page, 'Divide by', /^Amounts/);
  await expect(field('Amount of 102')).toHaveValue('100.00');
  await field('Amount of 102').fill('50');
  await expect(dialog).toContainText('The parts are $50.00 less than the line.');
  await expect(split).toBeDisabled();
  await field('Amount of 103').fill('200');
  await expect(dialog).toContainText('The parts are $50.00 more than the line.');
  await field('Amount of 103').fill('150');
  await field('Amount of 101').fill('');
  await field('Amount of 102').fill('150');
  await expect(split).toHaveText('Split into 2 Lines');
  await split.click();
  await saveAndReview(page);
  await expect.poll(() => api.calls('POST /api/pos').length).toBe(1);
  const [save] = api.calls('POST /api/pos');
  expect(
    save?.body.lineItems?.map(({ quantity, unitCost, coding }) => [quantity, unitCost, coding?.['EPISODE']]),
  ).toEqual([
    [1, 150, '102'],
    [1, 150, '103'],
  ]);
});

test('BUD-79: the parts of an invoice line name the order line and ask once whether to close it', async () => {
  const order = relievableOrder();
  const { page, api, lines } = await openNewInvoice({ orders: [order] });
  await fillInvoiceHeader(page, { amount: '50' });
  await lines.edit(1);
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste(`Item\tPO Number\tPO Line\tAmount\nGels\t${orderNumber(order)}\t2\t50`);
  const { split } = await openSplit(page);
  await split.click();
  await expect(lines.rows).toHaveCount(3);
  const choice = page.getByRole('button', { name: /Leave the line open Line 2 of PO/ });
  await expect(choice).toHaveCount(1);
  await choice.click();
  await page.getByRole('option', { name: 'Close the line' }).click();
  await saveAndReview(page);
  await expect.poll(() => api.calls('POST /api/invoices').length).toBe(1);
  const [save] = api.calls('POST /api/invoices');
  expect(
    save?.body.lineItems?.map((one) => [one.amount, one.referencePoLineNumber, one.closesPoLine]),
  ).toEqual([
    [16.67, 2, true],
    [16.66, 2, true],
    [16.67, 2, true],
  ]);
});

test('BUD-77: lines that a change order locks are not offered', async () => {
  const { page } = await openStoredOrder(changeOrderDraft());
  await expect(page.getByRole('button', { name: 'Add Line' })).toBeVisible();
  await expect(page.getByRole('button', { name: action })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Line' }).click();
  await typeLine(page, 2, { 'Unit Cost': '50', Description: 'More lamps' });
  const { dialog } = await openSplit(page);
  await expect(dialog.getByRole('button', { name: /Line$/ })).toContainText('2. More lamps');
});

test('BUD-77: a show without episodes has no split, and one without their codes has them typed', async () => {
  const without = await openNewOrder({
    api: (fake) =>
      void fake.on(
        chart,
        chartOfAccounts.filter(({ config_type: type }) => type !== 'EPISODE'),
      ),
  });
  await typeLine(without.page, 1, { 'Unit Cost': '1000' });
  await expect(without.page.getByRole('button', { name: action })).toHaveCount(0);
  const form = await openNewOrder({
    api: (fake) =>
      void fake.on(
        chart,
        chartOfAccounts.map((one) => (one.config_type === 'EPISODE' ? { ...one, account_parts: [] } : one)),
      ),
  });
  await typeLine(form.page, 1, { 'Unit Cost': '1000' });
  const { field, split } = await openSplit(form.page);
  await expect(split).toBeDisabled();
  await field('Episodes').fill('201, 202 202');
  await split.click();
  await expectLines(form, 'coding.EPISODE', ['201', '202']);
});

test('BUD-77: on a phone, the sheet of a line splits it', async () => {
  const { page } = await openNewOrder({ width: 375, height: 760 });
  const cards = page.getByRole('list', { name: 'Line items' }).getByRole('listitem');
  await cards.first().getByRole('button').click();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await sheet.getByRole('textbox', { name: 'Unit Cost' }).fill('90');
  await sheet.getByRole('button', { name: action }).click();
  const { split } = splitDialog(page);
  await split.click();
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(2)).toContainText('$30.00');
});

test('BUD-77: a line is split over typed accounts of the chart, by amounts', async () => {
  const form = await openStoredOrder(
    draft({
      lineItems: [line({ description: 'Site fee', quantity: 1, unitCost: 100, coding: { ACCOUNT: '2301' } })],
    }),
  );
  const { page } = form;
  const { dialog, field, split } = await openSplit(page);
  await pick(page, 'Split over', 'Accounts');
  await expect(field('Accounts')).toHaveValue('2301');
  await field('Accounts').fill('2301, 9999');
  await expect(dialog).toContainText('9999: no account that you may choose.');
  await expect(split).toBeDisabled();
  await field('Accounts').fill('2301, 2302');
  await pick(page, 'Divide by', /^Amounts/);
  await field('Amount of 2301').fill('60');
  await field('Amount of 2302').fill('40');
  await expect(dialog).toContainText('2 accounts$100.00');
  await expectAccessible(page);
  await split.click();
  await expectLines(form, 'totalCost', ['$60.00', '$40.00']);
  await expectLines(form, 'coding.ACCOUNT', ['2301', '2302']);
});
