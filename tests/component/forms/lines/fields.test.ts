import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { companies } from '../../support/fixtures/companies.ts';
import { openNewOrder, pick, saveAndReview } from '../../support/pages/forms.ts';

test('LI-03, LI-12, LI-21: the quantity accepts up to six digits, and zero or nothing becomes 1', async () => {
  const { lines } = await openNewOrder();
  await lines.cell(1, 'quantity').click();
  const quantity = lines.field(1, 'Quantity');
  await expect(quantity).toHaveValue('1');
  await quantity.press('ControlOrMeta+a');
  await quantity.pressSequentially('-12a.3');
  await expect(quantity).toHaveValue('123');
  await quantity.pressSequentially('4567');
  await expect(quantity).toHaveValue('123456');
  for (const invalidQuantity of ['0', '']) {
    await quantity.fill(invalidQuantity);
    await expect(lines.row(1).getByText('Quantity cannot be zero.')).toBeVisible();
    await expect(quantity).toHaveAccessibleDescription('Quantity cannot be zero.');
    await quantity.blur();
    await expect(quantity).toHaveValue('1');
    await expect(lines.row(1).getByText('Quantity cannot be zero.')).toHaveCount(0);
  }
});

test('LI-04, LI-15, LI-20, LI-22, LI-37: the unit cost is a number with two decimals and may be negative', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'unitCost').click();
  const cost = lines.field(1, 'Unit Cost');
  await cost.press('ControlOrMeta+a');
  await cost.pressSequentially('-1234.567');
  await expect(cost).toHaveValue('-1234.56');
  await lines.field(1, 'Quantity').fill('3');
  await expect(page.getByText('Total -$3,703.68')).toBeVisible();
  await expect(cost).toHaveValue('-1,234.56');
  await cost.fill('');
  await cost.pressSequentially('1'.repeat(20));
  await expect(cost).toHaveValue(/^.{17}$/);
  await cost.fill('ten');
  await expect(lines.row(1).getByText('Unit cost must be a number.')).toBeVisible();
  await expect(page.getByText('Total —')).toBeVisible();
  await cost.blur();
  await expect(cost).toHaveValue('0.00');
  await expect(page.getByText('Total $0.00')).toBeVisible();
  // 0.1 + 0.2 is exact, because amounts are added in cents.
  await cost.fill('0.10');
  await page.getByRole('button', { name: 'Add Line' }).click();
  await lines.field(2, 'Unit Cost').fill('0.20');
  await expect(page.getByText('Total $0.50')).toBeVisible();
});

test('LI-09, LI-10: a line is bought or rented by the day, week, month or episode', async () => {
  const { page, lines } = await openNewOrder();
  await lines.edit(1);
  await lines
    .row(1)
    .getByRole('button', { name: /Item Type/ })
    .click();
  await expect(page.getByRole('option')).toHaveText([
    'Purchase',
    'Rental, daily',
    'Rental, weekly',
    'Rental, monthly',
    'Rental, episodic',
  ]);
  await page.keyboard.press('Escape');
  await expect(lines.field(1, 'Unit Cost')).toBeVisible();
  await lines.pickType(1, 'Rental, episodic');
  await expect(lines.field(1, 'Total Rental Cost')).toBeVisible();
  await expect(lines.field(1, 'Unit Cost')).toHaveCount(0);
});

test('LI-13, LI-18: a missing description becomes an error at the save, for the lines of that save only', async () => {
  const { page, lines } = await openNewOrder();
  const message = 'Description field is required.';
  const required = page.getByText(message, { exact: true });
  await lines.cell(1, 'unitCost').click();
  await lines.field(1, 'Unit Cost').fill('5');
  await lines.field(1, 'Description').focus();
  await lines.field(1, 'Description').blur();
  await expect(required).toHaveCount(0);
  await saveAndReview(page);
  await page.getByRole('button', { name: `Line 1: ${message}` }).click();
  await expect(lines.field(1, 'Description')).toBeFocused();
  await expect(lines.field(1, 'Description')).toHaveAccessibleDescription(message);
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(lines.field(2, 'Description')).toBeVisible();
  await expect(required).toHaveCount(0);
});

test('LI-14, LI-16, LI-17: a save rejects invalid rental dates and an order without lines', async () => {
  const { page, lines } = await openNewOrder();
  await lines.edit(1);
  await lines.pickType(1, 'Rental, daily');
  await lines.field(1, 'Description').fill('Crane');
  await lines.field(1, 'Rental Start').fill('12/14/2026');
  await lines.field(1, 'Rental End').fill('12/01/2026');
  await saveAndReview(page);
  const invalid = page.getByText('One or more line item(s) have invalid Rental Dates.');
  await expect(invalid.first()).toBeVisible();
  await lines.edit(1);
  await expect(
    lines.row(1).getByText('Rental Start Date must be before Rental End Date', { exact: true }),
  ).toBeVisible();
  await lines.field(1, 'Rental End').fill('12/14/2026');
  await lines.field(1, 'Rental End').blur();
  await expect(invalid).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove line 1' }).click();
  await saveAndReview(page);
  await expect(page.getByText('One or more line item(s) are incomplete.').first()).toBeVisible();
});

test('LI-34, UX-10: an amount is shown with the symbol of its currency', async () => {
  const { page, lines } = await openNewOrder();
  await pick(page, 'Company', /Northern Lights Productions/);
  await lines.cell(1, 'unitCost').click();
  await lines.field(1, 'Unit Cost').fill('1234567.5');
  await expect(page.getByText('Total $1,234,567.50')).toBeVisible();
  await pick(page, 'Currency', /CAD/);
  await expect(page.getByText('Total CA$1,234,567.50')).toBeVisible();
});

test('LI-34, UX-10: an amount uses the separators of its currency', async () => {
  const european = companies.map((one) => ({
    ...one,
    project_company_currencies: one.project_company_currencies.slice(0, 1).flatMap((currency) => [
      { ...currency, iso_currency_code: 'EUR', reference_code: 'EUR', symbol: '€' },
      {
        ...currency,
        iso_currency_code: 'GBP',
        reference_code: 'GBP',
        symbol: '£',
        external_id: 'CUR-GBP-1',
        is_base: false,
      },
    ]),
  }));
  const { page, lines } = await openNewOrder({ api: (api) => void api.on('GET /api/companies', european) });
  await pick(page, 'Company', /Northern Lights Productions/);
  await lines.cell(1, 'unitCost').click();
  const cost = lines.field(1, 'Unit Cost');
  await cost.press('ControlOrMeta+a');
  await cost.pressSequentially('1.234,567');
  await expect(cost).toHaveValue('1.234,56');
  await lines.field(1, 'Quantity').fill('2');
  await expect(page.getByText('Total €2.469,12')).toBeVisible();
  await pick(page, 'Currency', /GBP/);
  await expect(page.getByText('Total £2,469.12')).toBeVisible();
});

test('ENTRY-01: an amount can be typed as a calculation, whose result stays when the field is left', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'unitCost').click();
  const cost = lines.field(1, 'Unit Cost');
  await cost.fill('184*3');
  await expect(page.getByText('Total $552.00')).toBeVisible();
  await cost.blur();
  await expect(cost).toHaveValue('552.00');
  await cost.fill('1.2k');
  await cost.blur();
  await expect(cost).toHaveValue('1,200.00');
});

test('LI-22: an amount with separators of another currency, or too many digits, stays with a hint', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'unitCost').click();
  const cost = lines.field(1, 'Unit Cost');
  await cost.fill('1234,56');
  await cost.blur();
  await expect(cost).toHaveValue('1234,56');
  await expect(lines.row(1)).toContainText('“1234,56” is not an amount in USD. Enter it as 1,234.56.');
  await expect(page.getByText('Total —')).toBeVisible();
  await cost.fill('12345678901234567');
  await cost.blur();
  await expect(cost).toHaveValue('12345678901234567');
  await expect(lines.row(1)).toContainText('is too large. The largest amount is 999,999,999,999.99.');
  // The text is kept when the row is closed and opened again.
  await cost.press('Enter');
  await expect(lines.field(2, 'Unit Cost')).toBeFocused();
  await expect(cost).toBeHidden();
  await lines.cell(1, 'unitCost').click();
  await expect(cost).toHaveValue('12345678901234567');
  await expect(lines.row(1)).toContainText('is too large.');
  await cost.fill('1234.56');
  await cost.blur();
  await expect(cost).toHaveValue('1,234.56');
});

test('LI-22: typing replaces the amount after a click or Tab into the field; a second click places the caret', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'description').click();
  const cost = lines.field(1, 'Unit Cost');
  const quantity = lines.field(1, 'Quantity');
  for (const [typed, shown] of [
    ['1200', '1,200.00'],
    ['450', '450.00'],
    ['25', '25.00'],
  ] as const) {
    await cost.click();
    await page.keyboard.type(typed);
    await quantity.click();
    await expect(cost).toHaveValue(shown);
  }
  await page.keyboard.type('3');
  await expect(quantity).toHaveValue('3');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30');
  await expect(cost).toHaveValue('30');
  await quantity.click();
  await cost.click();
  await cost.click();
  await page.keyboard.press('Home');
  await page.keyboard.type('1');
  await quantity.click();
  await expect(cost).toHaveValue('130.00');
  await cost.fill('1.200,00');
  await quantity.click();
  await expect(cost).toHaveValue('1,200.00');
  await cost.click();
  await page.keyboard.type('12.5.0');
  await quantity.click();
  await expect(cost).toHaveValue('12.5.0');
  await expect(cost).toHaveAccessibleDescription('“12.5.0” is not an amount in USD. Enter it as 1,200.00.');
});

test('LI-04: an amount sets the unit cost if the quantity divides it, else the quantity becomes 1 with a message', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'quantity').click();
  await lines.field(1, 'Quantity').fill('4');
  const amount = lines.field(1, 'Amount');
  await amount.fill('100');
  await amount.blur();
  await expect(lines.field(1, 'Unit Cost')).toHaveValue('25.00');
  await expect(lines.field(1, 'Quantity')).toHaveValue('4');
  await lines.field(1, 'Quantity').fill('3');
  await amount.click();
  await amount.fill('');
  await amount.pressSequentially('100');
  await amount.blur();
  await expect(lines.field(1, 'Unit Cost')).toHaveValue('100.00');
  await expect(lines.field(1, 'Quantity')).toHaveValue('1');
  await expect(
    page.getByText('$100.00 cannot be divided evenly by 3, so the quantity is now 1 at $100.00.'),
  ).toBeVisible();
  await expect(page.getByText('Total $100.00')).toBeVisible();
});
