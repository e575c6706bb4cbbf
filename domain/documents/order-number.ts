import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';

/** DEC-17: `GRIP-00042`; a number that may not be shown stays `NA`. */
export function orderNumber({ prefix, poNumber }: Pick<PurchaseOrder, 'prefix' | 'poNumber'>): string {
  return prefix === '' || poNumber === 'NA' ? poNumber : `${prefix}-${poNumber}`;
}
