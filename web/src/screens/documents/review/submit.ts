import { attachmentIssues, checkInvoice } from '#domain/invoice';
import type { Invoice } from '#domain/invoice';
import { invoiceDraftOf } from '#domain/invoice-draft';
import { checkPurchaseOrder } from '#domain/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import type { Issue } from '#domain/validation';
import { waitingNotice } from '../../../parts/missing-approvers.ts';
import { readDocument, submitDocument } from '../calls.ts';
import type { StoredDocument } from '../document.ts';
import { reviewPath } from '../kinds.ts';
import { done } from '../messages.ts';
import type { Occasion, Outcome } from './acts.ts';

function orderIssues(order: PurchaseOrder): Issue[] {
  const lockedLineCount = order.lockedLineCount > 0 ? order.lockedLineCount : null;
  return checkPurchaseOrder(draftOf(order), 'submit', { lockedLineCount });
}

/** IN-13, DEC-36. */
function invoiceIssues(invoice: Invoice, files: number): Issue[] {
  return [...checkInvoice(invoiceDraftOf(invoice)), ...attachmentIssues(files)];
}

/** What keeps a document from being submitted, as far as the browser can tell. */
async function issuesOf(document: StoredDocument): Promise<Issue[]> {
  if (document.docType === 'PO') return orderIssues(document.wire);
  if (document.docType === 'PAYMENT') return [];
  const files = document.wire.attachments.length;
  if (files > 0) return invoiceIssues(document.wire, files);
  // One may have been added since this was drawn.
  const { attachments } = await readDocument('INVOICE', document.showId, document.id, 'CREATOR');
  return invoiceIssues(document.wire, attachments.length);
}

/** Sends a document for approval, unless a rule that the browser knows says no. */
export async function submit({ document, contentVersion, templateSlug, after }: Occasion): Promise<Outcome> {
  const [issue] = await issuesOf(document);
  if (issue) return { type: 'failure', text: issue.message, goTo: null };
  // The number of a PO may only now have become visible (DEC-17).
  const { name, workflow } = await submitDocument(document, contentVersion, templateSlug);
  const follow = { text: 'Open', href: reviewPath(document.docType, document.id, 'CREATOR') };
  const waiting = waitingNotice(workflow);
  if (waiting === null) return { type: 'success', text: done.submitted(name), goTo: after(null), follow };
  return { type: 'warning', text: `${done.submitted(name)} ${waiting}`, goTo: after(null), follow };
}
