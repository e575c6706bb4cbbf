import { attachmentIssues } from '#domain/documents/attachments';
import { checkInvoice } from '#domain/invoices/invoice';
import { invoiceDraftOf } from '#domain/invoices/invoice-draft';
import { checkPurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import type { Issue } from '#domain/documents/validation';
import { readDocument } from '../../calls.ts';
import type { StoredDocument } from '../../document.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

function orderIssues(order: PurchaseOrder): Issue[] {
  const lockedLineCount = order.lockedLineCount > 0 ? order.lockedLineCount : null;
  const hasReduction = order.lineItems.some(({ approved }) => approved);
  return checkPurchaseOrder(draftOf(order), 'submit', { lockedLineCount, hasReduction });
}

/** (IN-13, DEC-36) */
function invoiceIssues(invoice: Invoice, files: number): Issue[] {
  return [...checkInvoice(invoiceDraftOf(invoice)), ...attachmentIssues(files)];
}

/** The reasons why a document cannot be submitted, as far as the browser can tell. */
export async function issuesOf(document: StoredDocument): Promise<Issue[]> {
  if (document.docType === 'PO') return orderIssues(document.wire);
  if (document.docType === 'PAYMENT') return [];
  const files = document.wire.attachments.length;
  if (files > 0) return invoiceIssues(document.wire, files);
  // A file may have been added since this document was loaded.
  const { attachments } = await readDocument('INVOICE', document.showId, document.id, 'CREATOR');
  return invoiceIssues(document.wire, attachments.length);
}
