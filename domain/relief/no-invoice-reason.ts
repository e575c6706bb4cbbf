import { toCents } from '#domain/values/money';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';

/** Why no invoice can be entered against a PO. */
export type InvoiceRefusal =
  | 'RELIEF_OFF'
  | 'NOT_APPROVED'
  | 'NOT_IN_ACCOUNTING'
  | 'NOTHING_LEFT'
  | 'NUMBER_HIDDEN'
  | 'DEPARTMENT_CLOSED';

type OrderToInvoice = Pick<
  PurchaseOrder,
  'status' | 'isArchived' | 'foundInAccountingSystem' | 'isRelieved' | 'lineItems' | 'poNumber' | 'department'
>;

/**
 * DEC-38: why an invoice against this PO, as the user sees it, cannot be entered; null: it can. An invoice names its PO by
 * the number, so one that is masked (DEC-17) cannot be named. It keeps the department, which must be one of
 * `activeDepartmentIds` (DEC-13, DEC-62); null: they are not known yet, and the server decides.
 */
export function noInvoice(
  order: OrderToInvoice,
  isReliefOn: boolean,
  activeDepartmentIds: readonly string[] | null,
): InvoiceRefusal | null {
  if (!isReliefOn) return 'RELIEF_OFF';
  if (order.status !== 'APPROVED' || order.isArchived) return 'NOT_APPROVED';
  if (!order.foundInAccountingSystem) return 'NOT_IN_ACCOUNTING';
  const isLeft = order.lineItems.some(({ remainingBalance }) => toCents(remainingBalance) > 0);
  if (order.isRelieved || !isLeft) return 'NOTHING_LEFT';
  if (order.poNumber === 'NA') return 'NUMBER_HIDDEN';
  const isClosed = order.department && activeDepartmentIds?.includes(order.department.id) === false;
  return isClosed ? 'DEPARTMENT_CLOSED' : null;
}
