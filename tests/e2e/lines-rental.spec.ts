import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { aLine, approved, draft } from './support/orders.ts';
import { lineTable, newOrder } from './support/line-table.ts';
import { expect, test } from './support/product.ts';

const rental = (over: Record<string, unknown>) =>
  aLine({
    acquisitionType: 'RENTAL',
    rentalType: 'DAILY',
    rentalStart: '2026-12-01',
    rentalEnd: '2026-12-03',
    ...over,
  });

test('LI-23, LI-24, LI-25, LI-26: a rental counts its days, weeks or months by itself', async ({ as }) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  await lines.edit(1);
  await lines.pickType(1, 'Rental, daily');
  const quantity = lines.field(1, 'Quantity');
  const days = async (start: string, end: string) => {
    await lines.field(1, 'Rental Start').fill(start);
    await lines.field(1, 'Rental End').fill(end);
    await lines.field(1, 'Rental End').blur();
  };
  await days('12/01/2026', '12/10/2026');
  await expect(quantity).toHaveValue('10');
  await lines.pickType(1, 'Rental, weekly');
  await expect(quantity).toHaveValue('1.43');
  await lines.pickType(1, 'Rental, monthly');
  await expect(quantity).toHaveValue('0.33');
  await lines.pickType(1, 'Rental, episodic');
  await expect(quantity).toHaveValue('1');
  await lines.pickType(1, 'Rental, daily');
  await expect(quantity).toHaveValue('10');
  await quantity.fill('4');
  await expect(quantity).toHaveValue('4');
  await days('12/10/2026', '12/10/2026');
  await expect(quantity).toHaveValue('1');
  await days('12/10/2026', '12/01/2026');
  await expect(quantity).toHaveValue('1');
});

test('LI-23, DEC-50: a mere load counts nothing, nor does a show that does not want it', async ({ as }) => {
  const dana = await as('dana');
  const { id } = await draft(dana, { lineItems: [rental({ quantity: 99 })] });
  await dana.page.goto(`/po/edit/${id}`);
  const lines = lineTable(dana.page);
  await expect(lines.cell(1, 'quantity')).toHaveText('99');
  await lines.edit(1);
  await lines.field(1, 'Rental End').fill('12/05/2026');
  await lines.field(1, 'Rental End').blur();
  await expect(lines.field(1, 'Quantity')).toHaveValue('5');

  const { page } = await as('imogen.hartley', { show: 'harbour9' });
  const other = await newOrder(page);
  await other.edit(1);
  await other.field(1, 'Quantity').fill('7');
  await other.pickType(1, 'Rental, daily');
  await other.field(1, 'Rental Start').fill('12/01/2026');
  await other.field(1, 'Rental End').fill('12/10/2026');
  await other.field(1, 'Rental End').blur();
  await expect(other.field(1, 'Quantity')).toHaveValue('7');
});

test('LI-23, DEC-50: of a change order only the new lines count', async ({ as }) => {
  const dana = await as('dana');
  const order = await approved(dana, [await as('marcus'), await as('priya')], {
    lineItems: [rental({ quantity: 99 })],
  });
  await dana.api.post<PurchaseOrder>('/api/workflows/adjust', { poId: order.id, reason: 'One more' });
  const { page } = dana;
  await page.goto(`/po/edit/${order.id}`);
  const lines = lineTable(page);
  await expect(page.getByRole('button', { name: 'Line 1, locked' })).toBeDisabled();
  await lines.cell(1, 'quantity').click();
  await expect(lines.field(1, 'Quantity')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Line' }).click();
  await lines.pickType(2, 'Rental, daily');
  await lines.field(2, 'Rental Start').fill('12/01/2026');
  await lines.field(2, 'Rental End').fill('12/04/2026');
  await lines.field(2, 'Rental End').blur();
  await expect(lines.field(2, 'Quantity')).toHaveValue('4');
  await expect(lines.cell(1, 'quantity')).toHaveText('99');
});
