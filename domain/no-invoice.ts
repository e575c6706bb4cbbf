import { toCents } from './money.ts';
import type { PurchaseOrder } from './purchase-order.ts';

/** Why no invoice can be entered against a PO. */
export type NoInvoice =
  | 'RELIEF_OFF'
  | 'NOT_APPROVED'
  | 'NOT_IN_ACCOUNTING'
  | 'NOTHING_LEFT'
  | 'NUMBER_HIDDEN';

type OrderToInvoice = Pick<
  PurchaseOrder,
  'status' | 'isArchived' | 'foundInAccountingSystem' | 'isRelieved' | 'lineItems' | 'poNumber'
>;

/**
 * DEC-38: why an invoice against this PO, as the user sees it, cannot be entered; null: it can. An invoice names its PO by
 * the number, so one that is masked (DEC-17) cannot be named.
 */
export function noInvoice(order: OrderToInvoice, isReliefOn: boolean): NoInvoice | null {
  if (!isReliefOn) return 'RELIEF_OFF';
  if (order.status !== 'APPROVED' || order.isArchived) return 'NOT_APPROVED';
  if (!order.foundInAccountingSystem) return 'NOT_IN_ACCOUNTING';
  const isLeft = order.lineItems.some(({ remainingBalance }) => toCents(remainingBalance) > 0);
  if (order.isRelieved || !isLeft) return 'NOTHING_LEFT';
  return order.poNumber === 'NA' ? 'NUMBER_HIDDEN' : null;
}
