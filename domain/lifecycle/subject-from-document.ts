import type { DocType } from '#domain/document';
import { toCents } from '#domain/values/money';
import { workflowCovers, workflowInstance } from '#domain/workflow/workflow-view';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/**
 * Builds the rules' input from a document on the wire, so that browser and server call the same function. Fields that
 * only the server's decisions use (`submittedBefore`, `milestones`) keep their initial value.
 */
export function commonSubjectFields(docType: DocType, document: PurchaseOrder | Invoice | Payment) {
  const departmentId = 'department' in document ? (document.department?.id ?? null) : null;
  return {
    docType,
    id: document.id,
    version: document.version,
    contentVersion: document.contentVersion,
    status: document.status,
    submissionStatus: document.submissionStatus,
    revision: document.revision,
    submittedBefore: false,
    // Limits compare the base currency (CURR-30).
    totalCents: toCents(document.baseTotal?.total ?? document.totalCost),
    creatorId: document.creator.id,
    ownerId: document.ownerId,
    revisionAuthorIds: document.revisionAuthorIds,
    archived: document.isArchived,
    milestones: [],
    instance: document.workflow && workflowInstance(document.workflow),
    isNudgedToday: document.waiting?.isNudgedToday ?? false,
    covers: document.workflow ? workflowCovers(document.workflow, departmentId) : [],
  };
}

/** Defaults of the fields that only POs have: change orders, relief, accounting's copy. */
export const purchaseOrderDefaults = {
  changeOrder: { current: 0, newest: 0, lastApproved: 0, originalLineCount: 0, lineCount: 0 },
  vendorActive: true,
  isRelieved: false,
  hasRelief: false,
  foundInAccounting: false,
} as const;
