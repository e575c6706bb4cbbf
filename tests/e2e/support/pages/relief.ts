import { expect } from '@playwright/test';
import { aLine, createApprovedOrder } from '../data/orders.ts';
import type { Session } from '../environment/product.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type ApiOf = (name: string) => Promise<Pick<Session, 'api'>>;

/** Creates a relievable purchase order from Foxglove: lamps for $200.00 on account 2301, gels for $100.00. */
export async function createRelievableOrder(
  apiOf: ApiOf,
  over: Record<string, unknown> = {},
): Promise<PurchaseOrder> {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await createApprovedOrder(dana, [marcus, priya], {
    lineItems: [
      aLine({ description: 'Brass lamps', quantity: 2, unitCost: 100, coding: { ACCOUNT: '2301' } }),
      aLine({ description: 'Amber gels', quantity: 1, unitCost: 100 }),
    ],
    ...over,
  });
  // Relief needs the order in accounting (DEC-38).
  await expect
    .poll(async () => (await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).foundInAccountingSystem)
    .toBe(true);
  return order;
}
