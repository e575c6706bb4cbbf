import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { companies } from '../../support/fixtures/companies.ts';
import { draft, line } from '../../support/fixtures/purchase-orders.ts';
import { stubUploads, chooseFiles, textFile } from '../../support/files.ts';
import {
  fillInvoiceHeader,
  fillNewOrder,
  formFooter,
  invoiceHeader,
  openStoredOrder,
  openNewOrder,
  openNewInvoice,
  saveAndReview,
  section,
  typeLine,
  vendorBox,
} from '../../support/pages/forms.ts';

test('LI-02: a line is stored as a purchase or as a rental by the day, week, month or episode', async () => {
  const names = ['Lamps', 'Lens', 'Trunk', 'Rug', 'Organ', 'Crane'];
  const days = { rentalStart: '2026-12-01', rentalEnd: '2026-12-03' };
  const order = draft({
    lineItems: names.map((description, at) =>
      line({
        description,
        lineNumber: at + 1,
        ...(description === 'Crane' && { acquisitionType: 'RENTAL' as const, ...days }),
      }),
    ),
  });
  const { page, lines, world } = await openStoredOrder(order);
  const types = ['daily', 'weekly', 'monthly', 'episodic'];
  for (const [index, type] of types.entries()) {
    await lines.edit(index + 2);
    await lines.pickType(index + 2, `Rental, ${type}`);
    await lines.field(index + 2, 'Rental Start').fill('12/01/2026');
    await lines.field(index + 2, 'Rental End').fill('12/03/2026');
  }
  await saveAndReview(page);
  const rows = page.getByRole('table', { name: 'Line items' }).locator('tbody tr');
  await expect(rows).toContainText([
    'Lamps',
    ...types.map((type) => `Rental, ${type}, 12/01/2026 to 12/03/2026`),
    'Rental, 12/01/2026 to 12/03/2026',
  ]);
  await expect(rows.first()).not.toContainText('Rental');
  expect(world.orders[0]?.lineItems.map((one) => [one.acquisitionType, one.rentalType])).toEqual([
    ['PURCHASE', 'UNDEFINED'],
    ['RENTAL', 'DAILY'],
    ['RENTAL', 'WEEKLY'],
    ['RENTAL', 'MONTHLY'],
    ['RENTAL', 'EPISODIC'],
    ['RENTAL', 'UNDEFINED'],
  ]);
});

test('LI-19: a total that is not a number is an error until it is corrected', async () => {
  const { page } = await openNewOrder();
  await saveAndReview(page);
  const summary = page.getByRole('alert');
  const text = 'Error calculating total cost.';
  await expect(summary).toBeVisible();
  await expect(page.getByText(text)).toHaveCount(0);
  await typeLine(page, 1, { 'Unit Cost': 'ten' });
  await expect(summary).toContainText(text);
  await expect(section(page, 'Line Items')).toContainText(text);
  await typeLine(page, 1, { 'Unit Cost': '10' });
  await expect(page.getByText(text)).toHaveCount(0);
});

test('LI-35, LI-34, AC-14: the base currency of the company is preselected, and each currency has its code, id and symbol', async () => {
  const { page, api } = await openNewOrder();
  await fillNewOrder(page, 'Lamps');
  const [base, other] = companies[0]?.project_company_currencies ?? [];
  const currency = page.getByRole('button', { name: 'Currency' });
  await expect(currency).toContainText('USD');
  await expect(formFooter(page)).toContainText(`Total ${base?.symbol}300.00`);
  await currency.click();
  await expect(page.getByRole('option')).toHaveText(['USD', 'CAD']);
  await page.getByRole('option', { name: 'CAD' }).click();
  await expect(formFooter(page)).toContainText(`Total ${other?.symbol}300.00`);
  await saveAndReview(page);
  await expect(page.getByRole('article').locator('tfoot')).toContainText(`${other?.symbol}300.00`);
  expect(api.calls('POST /api/pos').at(-1)?.body).toMatchObject({
    currency: 'CAD',
    projectCompanyCurrencyExternalId: other?.external_id,
  });
});

test('UX-13, DEC-53, DEC-54: an invoice accepts 20 files and line notes of 100 characters', async () => {
  const { page, api, lines } = await openNewInvoice();
  stubUploads(api);
  await chooseFiles(
    page,
    Array.from({ length: 22 }, (_, at) => textFile(`paper-${at + 1}.txt`)),
  );
  const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(files).toHaveCount(20);
  await expect(files.last()).toContainText('paper-20.txt');
  await lines.edit(1);
  await lines.field(1, 'Note').fill('n'.repeat(120));
  await expect(lines.field(1, 'Note')).toHaveValue('n'.repeat(100));
});

test('IN-33, IN-34: the form links to an existing invoice with a similar number during typing', async () => {
  const { page, api } = await openNewInvoice();
  const facts = { vendorName: 'Foxglove Sign Company', date: '2026-11-20', totalCost: 41.5, currency: 'USD' };
  const other = { id: 'nlite_other', number: 'INV-4711', ...facts };
  api.on('POST /api/invoices/similar', ({ body }) =>
    JSON.stringify(body).includes('4711') ? [{ matches: ['NUMBER' as const], invoice: other }] : [],
  );
  await fillInvoiceHeader(page, { number: 'inv – 4711', amount: '977.13' });
  const notice = page.getByRole('region', { name: 'Possible duplicate' });
  await expect(notice).toContainText('same number');
  await expect(notice.getByRole('link', { name: 'Invoice INV-4711' })).toHaveAttribute(
    'href',
    '/invoice/review/nlite_other/creator',
  );
  await invoiceHeader(page).number.fill('INV-9');
  await expect(notice).toHaveCount(0);
});

test('LI-08, DEC-80: Enter returns to the first edited column, Escape reverts, F2 appends, and Ctrl+D copies from above', async () => {
  const { page, lines } = await openNewOrder();
  const { keyboard } = page;
  await lines.cell(1, 'quantity').click();
  for (const text of ['3', 'Tab', '20', 'Tab', 'Velvet', 'Enter'])
    await (text === 'Tab' || text === 'Enter' ? keyboard.press(text) : keyboard.type(text));
  await expect(lines.field(2, 'Quantity')).toBeFocused();
  await keyboard.press('ControlOrMeta+d');
  await expect(lines.field(2, 'Quantity')).toHaveValue('3');
  await expect(lines.field(2, 'Quantity')).toBeFocused();
  await keyboard.type('7');
  await expect(lines.field(2, 'Quantity')).toHaveValue('7');
  await keyboard.press('Escape');
  await expect(lines.cell(2, 'quantity')).toHaveText('1');
  await expect(page.getByRole('button', { name: 'Edit line 2' })).toBeFocused();

  await lines.cell(1, 'description').click();
  await keyboard.press('F2');
  await keyboard.type(' curtains');
  await expect(lines.field(1, 'Description')).toHaveValue('Velvet curtains');
  await lines.combo(1, 'Account').click();
  await keyboard.type('2303');
  await keyboard.press('Tab');
  await expect(lines.combo(1, 'Account')).toHaveValue('2303');
});

test("DEC-95: the vendor's last PO is linked next to the vendor and opens in a new tab", async () => {
  const lastOrder = draft({ poDate: '2026-11-19' });
  const { page } = await openNewOrder({ orders: [lastOrder] });
  const box = vendorBox(page);
  await expect(box).toBeFocused();
  await page.keyboard.type('foxglove');
  await expect(page.getByRole('option', { name: 'Foxglove Sign Company' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const link = page.getByRole('region', { name: 'Vendor' }).getByRole('link');
  await expect(link).toHaveAttribute('href', new RegExp(`^/po/review/${lastOrder.id}`));
  await expect(link).toHaveAttribute('target', '_blank');
});
