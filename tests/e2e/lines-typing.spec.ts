import { chooseVendor, descriptionOf } from './support/form.ts';
import { invoiceHead, openNewInvoice } from './support/invoice-form.ts';
import { newOrder } from './support/line-table.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

test('LI-22: what is typed into an amount that was just come to replaces it; what is no amount is told', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
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
  // A second click places the caret.
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
  const told = '“12.5.0” is not an amount in USD. Enter it as 1,200.00.';
  await expect(cost).toHaveAccessibleDescription(told);
});

test('a code or a vendor typed in part is taken by Enter where it fits, and stays where it fits nothing', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  await lines.cell(1, 'coding.ACCOUNT').click();
  const account = lines.combo(1, 'Account');
  const type = async (text: string) => {
    await account.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await type('drap');
  await page.keyboard.press('Enter');
  await expect(account).toHaveValue('2303');
  await type('purch');
  const names = page.getByRole('option');
  await expect(names.first()).toContainText('2301');
  await expect(names.first()).toContainText('Purchases · SET DRESSING');
  await page.keyboard.press('Tab');
  await expect(account).toHaveValue('purch');
  await expect(account).toHaveAccessibleDescription('Several fit “purch”.');
  await type('purch');
  await page.keyboard.press('Enter');
  await expect(account).toHaveValue('2301');
  await type('zzz');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(account).toHaveValue('zzz');
  await page.keyboard.press('Tab');
  await expect(account).toHaveValue('zzz');
  await expect(account).toHaveAccessibleDescription('“zzz” is not in the list.');
  const vendor = page.getByRole('combobox', { name: 'Vendor Name' });
  await vendor.click();
  await page.keyboard.type('halden');
  // Before the answer is here.
  await page.keyboard.press('Enter');
  await expect(vendor).toHaveValue('Halden Drapery & Upholstery');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('what is said of a form does not move what is being pressed', async ({ as }) => {
  const { page } = await as('elena');
  await openNewInvoice(page);
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill('Signs');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const { amount } = invoiceHead(page);
  const department = page.locator('[data-field="department"]').getByRole('button');
  await amount.click();
  await page.keyboard.type('12.5.0');
  // What comes for the vendor stands above it, and has come.
  await expect(page.getByRole('button', { name: 'Vendor Contact' })).toContainText('Bernard Holt');
  await settled(page);
  const box = await department.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await expect(amount).not.toBeFocused();
  expect((await department.boundingBox())?.y).toBe(box?.y);
  await page.mouse.up();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(amount).toHaveValue('12.5.0');
  await expect(amount).toHaveAccessibleDescription('“12.5.0” is not an amount in USD. Enter it as 1,200.00.');
});
