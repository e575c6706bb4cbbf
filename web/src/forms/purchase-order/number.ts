import type { PurchaseOrder } from '#domain/purchase-order';

type Numbered = Pick<PurchaseOrder, 'prefix' | 'poNumber'>;

/** DEC-17: `prefix-00042`; `NA` while this user may not see the number. */
export function numberText({ prefix, poNumber }: Numbered): string {
  return prefix === '' || poNumber === 'NA' ? poNumber : `${prefix}-${poNumber}`;
}

/** DEC-71: `{doc}` of every message. */
export function docName(order: Numbered): string {
  return `PO #${numberText(order)}`;
}
