import { toCents } from '#domain/values/money';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

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

/** Whether an invoice of the order proposes this line: it has an amount left and is not closed (BUD-60). */
export function isLeftToInvoice({
  remainingBalance,
  closed,
}: Pick<PurchaseOrder['lineItems'][number], 'remainingBalance' | 'closed'>): boolean {
  return closed === undefined && toCents(remainingBalance) > 0;
}

/**
 * Returns why no invoice can be entered against this PO as the user sees it, or null (DEC-38). An invoice references
 * its PO by number, which rules out masked numbers (DEC-17). It keeps the department, which must be one of
 * `activeDepartmentIds` (DEC-13, DEC-62); with null, not loaded yet, the server decides.
 */
export function invoiceRefusal(
  order: OrderToInvoice,
  isReliefOn: boolean,
  activeDepartmentIds: readonly string[] | null,
): InvoiceRefusal | null {
  if (!isReliefOn) return 'RELIEF_OFF';
  if (order.status !== 'APPROVED' || order.isArchived) return 'NOT_APPROVED';
  if (!order.foundInAccountingSystem) return 'NOT_IN_ACCOUNTING';
  if (order.isRelieved || !order.lineItems.some(isLeftToInvoice)) return 'NOTHING_LEFT';
  if (order.poNumber === 'NA') return 'NUMBER_HIDDEN';
  const isDepartmentClosed = order.department && activeDepartmentIds?.includes(order.department.id) === false;
  return isDepartmentClosed ? 'DEPARTMENT_CLOSED' : null;
}
