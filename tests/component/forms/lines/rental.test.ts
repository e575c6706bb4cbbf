import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { changeOrderDraft, draft, line } from '../../support/fixtures/purchase-orders.ts';
import { show } from '../../support/fixtures/shows.ts';
import { openStoredOrder, openNewOrder, saveAndReview } from '../../support/pages/forms.ts';
import type { LineTable } from '../../support/pages/line-table.ts';
import type { Line } from '#domain/purchase-orders/purchase-order-response';

/** Returns a rental line from December 1 to 3 with a quantity of 99. */
function rental(over: Partial<Line> = {}): Line {
  return line({
    acquisitionType: 'RENTAL',
    rentalType: 'DAILY',
    rentalStart: '2026-12-01',
    rentalEnd: '2026-12-03',
    quantity: 99,
    ...over,
  });
}

async function typeDays(lines: LineTable, at: number, start: string, end: string): Promise<void> {
  await lines.field(at, 'Rental Start').fill(start);
  await lines.field(at, 'Rental End').fill(end);
  await lines.field(at, 'Rental End').blur();
}

test('LI-23, LI-24, LI-25, LI-26: the quantity of a rental is calculated in days, weeks or months', async () => {
  const { lines } = await openNewOrder();
  await lines.edit(1);
  await lines.pickType(1, 'Rental, daily');
  const quantity = lines.field(1, 'Quantity');
  await typeDays(lines, 1, '12/01/2026', '12/10/2026');
  await expect(quantity).toHaveValue('10');
  for (const [type, count] of [
    ['weekly', '1.43'],
    ['monthly', '0.33'],
    ['episodic', '1'],
    ['daily', '10'],
  ] as const) {
    await lines.pickType(1, `Rental, ${type}`);
    await expect(quantity).toHaveValue(count);
  }
  await quantity.fill('4');
  await expect(quantity).toHaveValue('4');
  await typeDays(lines, 1, '12/10/2026', '12/10/2026');
  await expect(quantity).toHaveValue('1');
  await typeDays(lines, 1, '12/10/2026', '12/01/2026');
  await expect(quantity).toHaveValue('1');
});

test('LI-23, DEC-50: a change of rental dates recalculates the quantity, opening the order does not', async () => {
  const { lines } = await openStoredOrder(draft({ lineItems: [rental()] }));
  await expect(lines.cell(1, 'quantity')).toHaveText('99');
  await lines.edit(1);
  await lines.field(1, 'Rental End').fill('12/05/2026');
  await lines.field(1, 'Rental End').blur();
  await expect(lines.field(1, 'Quantity')).toHaveValue('5');
});

test('LI-23, DEC-50: a rental keeps its quantity without updateRentalQuantity', async () => {
  const { lines } = await openNewOrder({
    show: show('nlite', { settings: { updateRentalQuantity: false } }),
  });
  await lines.edit(1);
  await lines.field(1, 'Quantity').fill('7');
  await lines.pickType(1, 'Rental, daily');
  await typeDays(lines, 1, '12/01/2026', '12/10/2026');
  await expect(lines.field(1, 'Quantity')).toHaveValue('7');
});

test('LI-23, DEC-50: only new lines of a change order recalculate the quantity', async () => {
  const { page, lines } = await openStoredOrder(changeOrderDraft({ lineItems: [rental()] }));
  await expect(page.getByRole('button', { name: 'Line 1, locked' })).toBeDisabled();
  await lines.cell(1, 'quantity').click();
  await expect(lines.field(1, 'Quantity')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Line' }).click();
  await lines.pickType(2, 'Rental, daily');
  await typeDays(lines, 2, '12/01/2026', '12/04/2026');
  await expect(lines.field(2, 'Quantity')).toHaveValue('4');
  await expect(lines.cell(1, 'quantity')).toHaveText('99');
});

test('LI-04, LI-09, LI-16: a rental shows its calculation, and missing dates are one error', async () => {
  const { page, lines } = await openNewOrder();
  await lines.edit(1);
  await lines.pickType(1, 'Rental, weekly');
  await lines.field(1, 'Quantity').fill('2');
  await lines.field(1, 'Total Rental Cost').fill('600');
  await expect(lines.row(1)).toContainText('$600.00 × 2 weeks = $1,200.00');
  await expect(page.getByRole('columnheader', { name: 'Total Rental Cost' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(page.getByRole('columnheader', { name: 'Unit / Rental Cost' })).toBeVisible();
  await saveAndReview(page);
  await expect(page.getByText('Enter the Rental Start Date and the Rental End Date.').first()).toBeVisible();
  await expect(page.getByText('must be before')).toHaveCount(0);
  await expect(page.getByText('invalid Rental Dates')).toHaveCount(0);
});
