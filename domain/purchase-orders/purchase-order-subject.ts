import type { Subject } from '#domain/lifecycle/subject';
import { commonSubjectFields } from '#domain/lifecycle/subject-from-document';
import { approvedLineOf } from './line-reduction.ts';
import type { PurchaseOrder } from './purchase-order-response.ts';

export function orderSubject(order: PurchaseOrder): Subject {
  const approved = order.changeOrders.filter(({ status }) => status === 'APPROVED');
  return {
    ...commonSubjectFields('PO', order),
    submitterId: null,
    departmentId: order.department?.id ?? null,
    changeOrder: {
      current: order.currentChangeOrderNumber,
      newest: order.newestChangeOrderNumber,
      lastApproved: Math.max(0, ...approved.map(({ changeOrderNumber }) => changeOrderNumber)),
      originalLineCount: order.lockedLineCount,
      lineCount: order.lineItems.length,
      reducedLineCount: order.lineItems.filter(({ approved: amounts }) => amounts).length,
    },
    vendorIsTemporary: order.vendor.isTemporary,
    vendorActive: order.isAdjustable || order.status !== 'APPROVED' || order.isArchived,
    isRelieved: order.isRelieved,
    hasRelief: order.lineItems.some((line) => approvedLineOf(line).invoicedCents !== 0),
    foundInAccounting: order.foundInAccountingSystem,
  };
}
