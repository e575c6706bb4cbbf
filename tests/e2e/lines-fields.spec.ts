import { pick } from './support/form.ts';
import { newOrder } from './support/line-table.ts';
import { expect, test } from './support/product.ts';

test('LI-03, LI-12, LI-21: the quantity takes digits, and what is no quantity becomes 1', async ({ as }) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  await lines.cell(1, 'quantity').click();
  const quantity = lines.field(1, 'Quantity');
  await expect(quantity).toHaveValue('1');
  await quantity.press('ControlOrMeta+a');
  await quantity.pressSequentially('-12a.3');
  await expect(quantity).toHaveValue('123');
  await quantity.pressSequentially('4567');
  await expect(quantity).toHaveValue('123456');
  for (const wrong of ['0', '']) {
    await quantity.fill(wrong);
    await expect(lines.row(1).getByText('Quantity cannot be zero.')).toBeVisible();
    await expect(quantity).toHaveAccessibleDescription('Quantity cannot be zero.');
    await quantity.blur();
    await expect(quantity).toHaveValue('1');
    await expect(lines.row(1).getByText('Quantity cannot be zero.')).toHaveCount(0);
  }
});

test('LI-04, LI-15, LI-20, LI-22, LI-37: the unit cost has two decimals, may be negative, and is never no number', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
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
  // 0.1 + 0.2, counted in cents.
  await cost.fill('0.10');
  await page.getByRole('button', { name: 'Add Line' }).click();
  await lines.field(2, 'Unit Cost').fill('0.20');
  await expect(page.getByText('Total $0.50')).toBeVisible();
});

test('LI-09, LI-10: a line is bought or rented by the day, week, month or episode', async ({ as }) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
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

test('LI-13, LI-14, LI-16, LI-17, LI-18: a save says what is wrong with the lines, and not before', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  const save = page.getByRole('button', { name: 'Save & Review' });
  const required = page.getByText('Description field is required.', { exact: true });
  await lines.cell(1, 'unitCost').click();
  await lines.field(1, 'Unit Cost').fill('5');
  await lines.field(1, 'Description').focus();
  await lines.field(1, 'Description').blur();
  await expect(required).toHaveCount(0);
  await save.click();
  await page
    .getByRole('link', { name: 'Line 1: Description field is required.' })
    .or(page.getByRole('button', { name: 'Line 1: Description field is required.' }))
    .click();
  await expect(lines.field(1, 'Description')).toBeFocused();
  await expect(lines.field(1, 'Description')).toHaveAccessibleDescription('Description field is required.');
  // A line that no save has seen is not blamed yet.
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(lines.field(2, 'Description')).toBeVisible();
  await expect(required).toHaveCount(0);

  await lines.pickType(2, 'Rental, daily');
  await lines.field(2, 'Description').fill('Crane');
  await lines.field(2, 'Rental Start').fill('12/14/2026');
  await lines.field(2, 'Rental End').fill('12/01/2026');
  await save.click();
  await expect(page.getByText('One or more line item(s) have invalid Rental Dates.').first()).toBeVisible();
  await lines.edit(2);
  await expect(
    lines.row(2).getByText('Rental Start Date must be before Rental End Date', { exact: true }),
  ).toBeVisible();
  await lines.field(2, 'Rental End').fill('12/14/2026');
  await lines.field(2, 'Rental End').blur();
  await expect(page.getByText('One or more line item(s) have invalid Rental Dates.')).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove line 2' }).click();
  await page.getByRole('button', { name: 'Remove line 1' }).click();
  await save.click();
  await expect(page.getByText('One or more line item(s) are incomplete.').first()).toBeVisible();
});

test('LI-34, UX-10, PO-39: amounts in the separators of their currency; a description as long as the system takes', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  const description = page.getByRole('textbox', { name: 'Description' }).first();
  await description.fill('d'.repeat(60));
  await expect(description).toHaveValue('d'.repeat(45));
  await pick(page, 'Company', /Northern Lights Productions/);
  await lines.cell(1, 'unitCost').click();
  await lines.field(1, 'Unit Cost').fill('1234567.5');
  await expect(page.getByText('Total $1,234,567.50')).toBeVisible();
  await pick(page, 'Currency', /CAD/);
  await expect(page.getByText('Total CA$1,234,567.50')).toBeVisible();

  const chiara = await as('chiara.bellini', { show: 'velvetmap' });
  const euro = await newOrder(chiara.page);
  const long = chiara.page.getByRole('textbox', { name: 'Description' }).first();
  await long.fill('d'.repeat(300));
  await expect(long).toHaveValue('d'.repeat(250));
  await pick(chiara.page, 'Company', /Velvet Cartographer Productions/);
  await euro.cell(1, 'unitCost').click();
  const cost = euro.field(1, 'Unit Cost');
  await cost.press('ControlOrMeta+a');
  await cost.pressSequentially('1.234,567');
  await expect(cost).toHaveValue('1.234,56');
  await euro.field(1, 'Quantity').fill('2');
  await expect(chiara.page.getByText('Total €2.469,12')).toBeVisible();
  await pick(chiara.page, 'Currency', /GBP/);
  await expect(chiara.page.getByText('Total £2,469.12')).toBeVisible();
});

test('LI-22: figures in another currency’s separators, or too many of them, stay and say how to write them', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
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
  // It is still there when the row is closed and opened again.
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

test('LI-04: an amount sets the unit cost where the quantity divides it, else one unit, and says so', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
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

test('LI-04, LI-09, LI-16: a rental writes out its calculation and is asked for its dates once', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  await lines.edit(1);
  await lines.pickType(1, 'Rental, weekly');
  await lines.field(1, 'Quantity').fill('2');
  await lines.field(1, 'Total Rental Cost').fill('600');
  await expect(lines.row(1)).toContainText('$600.00 × 2 weeks = $1,200.00');
  await expect(page.getByRole('columnheader', { name: 'Total Rental Cost' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(page.getByRole('columnheader', { name: 'Unit / Rental Cost' })).toBeVisible();
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByText('Enter the Rental Start Date and the Rental End Date.').first()).toBeVisible();
  await expect(page.getByText('must be before')).toHaveCount(0);
  await expect(page.getByText('invalid Rental Dates')).toHaveCount(0);
});
