import { toCents } from './money.ts';
import type { Subject } from './lifecycle-subject.ts';
import type { PurchaseOrder } from './purchase-order.ts';
import { workflowInstance } from './workflow-view.ts';

/**
 * What the lifecycle's rules need of a PO, from the PO on the wire, so that the browser asks the very function that the
 * server asks. What only the server's own decisions use (`submittedBefore`, `milestones`) is left at its beginning.
 */
export function subjectOf(order: PurchaseOrder): Subject {
  const approved = order.changeOrders.filter(({ status }) => status === 'APPROVED');
  return {
    docType: 'PO',
    id: order.id,
    version: order.version,
    status: order.status,
    submissionStatus: order.submissionStatus,
    revision: order.revision,
    submittedBefore: false,
    totalCents: toCents(order.totalCost),
    creatorId: order.creator.id,
    ownerId: order.ownerId,
    submitterId: null,
    departmentId: order.department?.id ?? null,
    archived: order.isArchived,
    milestones: [],
    changeOrder: {
      current: order.currentChangeOrderNumber,
      newest: order.newestChangeOrderNumber,
      lastApproved: Math.max(0, ...approved.map(({ changeOrderNumber }) => changeOrderNumber)),
      originalLineCount: order.lockedLineCount,
      lineCount: order.lineItems.length,
    },
    vendorIsTemporary: order.vendor.isTemporary,
    vendorActive: order.isAdjustable || order.status !== 'APPROVED' || order.isArchived,
    isRelieved: order.isRelieved,
    hasRelief: order.lineItems.some((line) => line.remainingBalance !== line.totalCost),
    foundInAccounting: order.foundInAccountingSystem,
    instance: order.workflow && workflowInstance(order.workflow),
  };
}
