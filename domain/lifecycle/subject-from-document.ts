import type { DocType } from '#domain/document';
import type { Invoice } from '#domain/invoices/invoice';
import { toCents } from '#domain/values/money';
import type { Payment } from '#domain/payments/payment';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { workflowInstance } from '#domain/workflow/workflow-view';

/**
 * What the lifecycle's rules need of a document, from the document on the wire, so that the browser asks the very
 * function that the server asks. What only the server's own decisions use (`submittedBefore`, `milestones`) is left at
 * its beginning.
 */
export function common(docType: DocType, document: PurchaseOrder | Invoice | Payment) {
  return {
    docType,
    id: document.id,
    version: document.version,
    contentVersion: document.contentVersion,
    status: document.status,
    submissionStatus: document.submissionStatus,
    revision: document.revision,
    submittedBefore: false,
    totalCents: toCents(document.totalCost),
    creatorId: document.creator.id,
    ownerId: document.ownerId,
    revisionAuthorIds: document.revisionAuthorIds,
    archived: document.isArchived,
    milestones: [],
    instance: document.workflow && workflowInstance(document.workflow),
  };
}

/** What only POs have: change orders, relief, accounting's copy. */
export const without = {
  changeOrder: { current: 0, newest: 0, lastApproved: 0, originalLineCount: 0, lineCount: 0 },
  vendorActive: true,
  isRelieved: false,
  hasRelief: false,
  foundInAccounting: false,
} as const;
