import { attachmentIssues, checkInvoice } from '#domain/invoice';
import type { Invoice } from '#domain/invoice';
import { invoiceDraftOf } from '#domain/invoice-draft';
import { checkPurchaseOrder } from '#domain/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import type { Issue } from '#domain/validation';
import { submitDocument } from '../calls.ts';
import type { StoredDocument } from '../document.ts';
import { done } from '../messages.ts';
import type { Occasion, Outcome } from './acts.ts';

function orderIssues(order: PurchaseOrder): Issue[] {
  const lockedLineCount = order.lockedLineCount > 0 ? order.lockedLineCount : null;
  return checkPurchaseOrder(draftOf(order), 'submit', { lockedLineCount });
}

/** IN-13, DEC-36. */
function invoiceIssues(invoice: Invoice): Issue[] {
  return [...checkInvoice(invoiceDraftOf(invoice)), ...attachmentIssues(invoice.attachments.length)];
}

/** What keeps a document from being submitted, as far as the browser can tell. */
function issuesOf(document: StoredDocument): Issue[] {
  if (document.docType === 'PO') return orderIssues(document.wire);
  return document.docType === 'INVOICE' ? invoiceIssues(document.wire) : [];
}

/** Sends a document for approval, unless a rule that the browser knows says no. */
export async function submit({ document, templateSlug, after }: Occasion): Promise<Outcome> {
  const [issue] = issuesOf(document);
  if (issue) return { type: 'failure', text: issue.message, goTo: null };
  // The number of a PO may only now have become visible (DEC-17).
  const { name } = await submitDocument(document, templateSlug);
  return { type: 'success', text: done.submitted(name), goTo: after(null) };
}
