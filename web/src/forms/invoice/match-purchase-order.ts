import { orderNumber } from '#domain/documents/document-number';
import type { RelievablePo } from '#domain/relief/relief-response';

/** Finds the PO by its number as printed, or without prefix and leading zeros. */
export function matchOrder<Order extends Pick<RelievablePo, 'prefix' | 'poNumber'>>(
  text: string,
  orders: readonly Order[],
): Order | null {
  const number = text.trim().toUpperCase();
  const bare = number.replace(/^0+/, '');
  const exact = orders.find(
    (order) => order.poNumber === number || orderNumber(order).toUpperCase() === number,
  );
  return exact ?? orders.find(({ poNumber }) => bare !== '' && poNumber.replace(/^0+/, '') === bare) ?? null;
}
