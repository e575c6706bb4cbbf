import { orderNumber } from '#domain/documents/order-number';
import type { RelievablePo } from '#domain/relief/relief-reference';

/** The PO that a text means: its number as it is printed, or without prefix and leading zeros. */
export function matchOrder<Order extends Pick<RelievablePo, 'prefix' | 'poNumber'>>(
  text: string,
  orders: readonly Order[],
): Order | null {
  const said = text.trim().toUpperCase();
  const bare = said.replace(/^0+/, '');
  const exact = orders.find((order) => order.poNumber === said || orderNumber(order).toUpperCase() === said);
  return exact ?? orders.find(({ poNumber }) => bare !== '' && poNumber.replace(/^0+/, '') === bare) ?? null;
}
