import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Returns the number with its prefix, such as `GRIP-00042`; a masked number stays `NA` (DEC-17). */
export function orderNumber({ prefix, poNumber }: Pick<PurchaseOrder, 'prefix' | 'poNumber'>): string {
  return prefix === '' || poNumber === 'NA' ? poNumber : `${prefix}-${poNumber}`;
}
