import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { chartOfAccounts } from '../../support/fixtures/chart-of-accounts.ts';
import { invoice, invoiceLine } from '../../support/fixtures/invoices.ts';
import { draft, line, relievableOrder } from '../../support/fixtures/purchase-orders.ts';
import { openStoredOrder, openStoredInvoice } from '../../support/pages/forms.ts';
import type { Page } from '../../support/page.ts';
import { RenderCount } from '../../support/renders.ts';

/** Returns the fewest renders of three key presses, because other renders may interfere. Excludes presses of `undo`. */
async function countRendersOfKey(
  page: Page,
  key: string,
  renders: RenderCount,
  undo?: string,
): Promise<number> {
  const counts: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    await page.waitForIdle();
    renders.take();
    await page.keyboard.press(key);
    await page.waitForIdle();
    counts.push(renders.take());
    if (undo !== undefined) await page.keyboard.press(undo);
  }
  expect(Math.min(...counts)).toBeGreaterThan(0);
  return Math.min(...counts);
}

/** A react-aria field has about 20 components and 10 ancestors. A row of fields has hundreds of components. */
const maxFieldRenders = 32;
/** A field with the line's amount or relief indicator, and the total; after a pause, the request for the approval steps. */
const maxFieldAndTotalRenders = 52;
/** The library renders a combo box and its list twice per key. Its five options have about 15 components each time. */
const maxComboBoxRenders = 106;

const names = (count: number) => Array.from({ length: count }, (_, at) => `Lamp ${at + 1}`);

test('LI-08, LI-37: a key press renders only its cell and the total in a table of 200 lines', async () => {
  const renders = new RenderCount();
  const lineItems = names(200).map((description) =>
    line({ description, quantity: 1, unitCost: 1, coding: { ACCOUNT: '2301' } }),
  );
  const { page, lines } = await openStoredOrder(draft({ lineItems }), { prepare: renders.prepare });
  await expect(page.getByText('Total $200.00')).toBeVisible();
  await lines.cell(3, 'description').click();
  await lines.field(3, 'Description').press('x');
  expect(await countRendersOfKey(page, 'y', renders)).toBeLessThan(maxFieldRenders);
  await expect(lines.field(3, 'Description')).toHaveValue('xyyy');

  await lines.field(3, 'Unit Cost').fill('4');
  await expect(page.getByText('Total $203.00')).toBeVisible();
  expect(await countRendersOfKey(page, '2', renders)).toBeLessThan(maxFieldAndTotalRenders);
  await expect(lines.field(3, 'Amount')).toHaveValue('4,222.00');
  await expect(page.getByText('Total $4,421.00')).toBeVisible();
});

test('LI-27: a key press that keeps the number of codes renders only the combo box and its options', async () => {
  const renders = new RenderCount();
  const lineItems = names(200).map((description) => line({ description, coding: { ACCOUNT: '2301' } }));
  // Five accounts begin with 23.
  const chart = chartOfAccounts.map((field) => {
    const [last] = field.account_parts.slice(-1);
    if (field.header !== 'Account' || !last) return field;
    const fifth = { ...last, id_code: '2305', account_part_id: 'AP-ACCOUNT-2305' };
    return { ...field, account_parts: [...field.account_parts, fifth] };
  });
  const { page, lines } = await openStoredOrder(draft({ lineItems }), {
    prepare: renders.prepare,
    api: (api) => void api.on('GET /api/coa/:license', chart),
  });
  await lines.cell(3, 'description').click();
  await lines.combo(3, 'Account').fill('23');
  await expect(page.getByRole('option')).toHaveCount(5);
  expect(await countRendersOfKey(page, '0', renders, 'Backspace')).toBeLessThan(maxComboBoxRenders);
  await expect(page.getByRole('option')).toHaveCount(5);
});

test('DEC-91, DEC-36: a key press in an invoice line renders only its cell, and the difference is updated at once', async () => {
  const renders = new RenderCount();
  const lineItems = names(100).map((description) => invoiceLine({ description, amount: 1 }));
  const { page, lines } = await openStoredInvoice(invoice({ lineItems }), { prepare: renders.prepare });
  await expect(page.getByText('Lines match the amount')).toBeVisible();
  await lines.cell(3, 'description').click();
  await lines.field(3, 'Description').press('x');
  expect(await countRendersOfKey(page, 'y', renders)).toBeLessThan(maxFieldRenders);
  await lines.field(3, 'Amount').fill('5');
  await expect(page.getByText('$4.00 over the amount')).toBeVisible();
});

test('RL-03, DEC-91: an amount renders only the relief indicators that it changes', async () => {
  const renders = new RenderCount();
  const order = relievableOrder({
    lineItems: names(100).map((description) => line({ description, quantity: 1, unitCost: 20 })),
  });
  const lineItems = order.lineItems.map(({ id, description, lineNumber }) =>
    invoiceLine({
      description,
      amount: 10,
      referencePo: order.poNumber,
      referencePoLineNumber: lineNumber,
      relievePoLineItemId: id,
    }),
  );
  const { page, lines } = await openStoredInvoice(invoice({ lineItems }), {
    orders: [order],
    prepare: renders.prepare,
  });
  await expect(lines.cell(3, 'relief')).toHaveText('Under$10.00 left');
  await lines.cell(3, 'amount').click();
  await lines.field(3, 'Amount').fill('1');
  await expect(lines.cell(3, 'relief')).toHaveText('Under$19.00 left');
  await lines.field(3, 'Amount').press('5');
  await expect(lines.cell(3, 'relief')).toHaveText('Under$5.00 left');
  await lines.field(3, 'Amount').fill('1');
  expect(await countRendersOfKey(page, '0', renders)).toBeLessThan(maxFieldAndTotalRenders);
  await expect(lines.cell(3, 'relief')).toHaveText('Over$980.00 over');
  await expect(lines.cell(4, 'relief')).toHaveText('Under$10.00 left');
});
