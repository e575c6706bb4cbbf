import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { PurchaseOrder } from '../../../domain/purchase-order.ts';
import { lineTable } from './line-table.ts';
import { aLine, approved } from './orders.ts';
import type { Seat } from './product.ts';
import { numberOf } from './review.ts';

type ApiOf = (name: string) => Promise<Pick<Seat, 'api'>>;

/** A relievable purchase order of Foxglove's: lamps for $200.00 on account 2301, gels for $100.00. */
export async function relievable(apiOf: ApiOf, over: Record<string, unknown> = {}): Promise<PurchaseOrder> {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya], {
    lineItems: [
      aLine({ description: 'Brass lamps', quantity: 2, unitCost: 100, coding: { ACCOUNT: '2301' } }),
      aLine({ description: 'Amber gels', quantity: 1, unitCost: 100 }),
    ],
    ...over,
  });
  // DEC-38: accounting must know of it.
  await expect
    .poll(async () => (await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).foundInAccountingSystem)
    .toBe(true);
  return order;
}

/** Chooses the purchase order of a line that is edited, by the digits of its number. */
export async function chooseOrder(page: Page, line: number, order: PurchaseOrder): Promise<void> {
  const lines = lineTable(page);
  await lines.combo(line, 'PO').fill(String(Number(order.poNumber)));
  await page.getByRole('option', { name: numberOf(order) }).click();
  await expect(lines.combo(line, 'PO')).toHaveValue(numberOf(order));
}

export async function chooseOrderLine(page: Page, line: number, option: RegExp | string): Promise<void> {
  await lineTable(page).row(line).getByRole('button', { name: 'PO Line' }).click();
  await page.getByRole('option', { name: option }).click();
}
