import { headerBadge } from '#domain/documents/badges';
import type { BaseTotal } from '#domain/currency/currency-response';
import type { DocType, Status, SubmissionStatus } from '#domain/document';
import { paymentSubject } from '#domain/payments/payment-subject';
import { invoiceSubject } from '#domain/invoices/invoice-subject';
import { orderSubject } from '#domain/purchase-orders/purchase-order-subject';
import { documentName } from '#domain/documents/document-name';
import type { Subject } from '#domain/lifecycle/subject';
import { toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/document-number';
import { paymentTypeWords } from '#domain/payments/payment-types';
import type { Attachment, WithdrawnAttachment, Note, SendHistory } from '#domain/documents/document-response';
import type { ChangeEvent, HistoryEvent } from '#domain/history/history-response';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { Workflow } from '#domain/workflow/workflow-response';

interface Common {
  id: string;
  showId: string;
  /** As used inside a sentence: `PO #00042`, or `this purchase order` (DEC-71). */
  name: string;
  /** As this user may see it. */
  number: string;
  /** The change-order badge (DEC-19, DEC-15). */
  badge: string | null;
  /** The facts that a decision is about: counterparty, subject and amount. */
  summary: {
    who: string;
    what: string;
    cents: number;
    totalCost: number;
    currency: string;
    baseTotal?: BaseTotal | undefined;
  };
  status: Status;
  submissionStatus: SubmissionStatus;
  ownerId: string;
  workflow: Workflow | null;
  notes: readonly Note[];
  attachments: readonly Attachment[];
  withdrawnAttachments: readonly WithdrawnAttachment[];
  historyEvents: readonly HistoryEvent[];
  changes: readonly ChangeEvent[];
  /** The version of the content that is shown. A vote may be for an earlier one (DEC-40). */
  contentVersion: number;
  sendHistoryResource: readonly SendHistory[];
  /** The input of the lifecycle rules. */
  subject: Subject;
}

interface Wire {
  PO: PurchaseOrder;
  INVOICE: Invoice;
  PAYMENT: Payment;
}

/** A stored document of any type, as the shared screens use it. `wire` is the server's response. */
export type StoredDocument = {
  [Type in keyof Wire]: Common & { docType: Type; wire: Wire[Type] };
}[keyof Wire];

export type DocumentOf<Type extends DocType> = StoredDocument & { docType: Type };

export function isOf<Type extends DocType>(
  document: StoredDocument,
  docType: Type,
): document is DocumentOf<Type> {
  return document.docType === docType;
}

function summarize(
  who: string,
  what: string,
  { totalCost, currency, baseTotal }: Pick<Payment, 'totalCost' | 'currency' | 'baseTotal'>,
) {
  return { who, what, cents: toCents(totalCost), totalCost, currency, baseTotal };
}

function common(wire: PurchaseOrder | Invoice | Payment) {
  const { id, showId, status, submissionStatus, ownerId, workflow } = wire;
  const { notes, attachments, withdrawnAttachments, historyEvents, changes, contentVersion } = wire;
  const { sendHistoryResource } = wire;
  return {
    id,
    showId,
    status,
    submissionStatus,
    ownerId,
    workflow,
    notes,
    attachments,
    withdrawnAttachments,
    historyEvents,
    changes,
    contentVersion,
    sendHistoryResource,
  };
}

export function orderDocument(order: PurchaseOrder): DocumentOf<'PO'> {
  return {
    ...common(order),
    docType: 'PO',
    wire: order,
    name: documentName('PO', orderNumber(order)),
    number: orderNumber(order),
    badge: headerBadge('PO', order),
    summary: summarize(order.vendor.name, order.description, order),
    subject: orderSubject(order),
  };
}

export function invoiceDocument(invoice: Invoice): DocumentOf<'INVOICE'> {
  return {
    ...common(invoice),
    docType: 'INVOICE',
    wire: invoice,
    name: documentName('INVOICE', invoice.number),
    number: invoice.number,
    badge: headerBadge('INVOICE', { ...invoice, currentChangeOrderNumber: 0 }),
    summary: summarize(invoice.vendor.name, invoice.description, invoice),
    subject: invoiceSubject(invoice),
  };
}

export function paymentDocument(payment: Payment): DocumentOf<'PAYMENT'> {
  return {
    ...common(payment),
    docType: 'PAYMENT',
    wire: payment,
    name: documentName('PAYMENT', payment.number),
    number: payment.number,
    badge: headerBadge('PAYMENT', { ...payment, currentChangeOrderNumber: 0 }),
    summary: summarize(payment.payeeName, paymentTypeWords[payment.paymentType], payment),
    subject: paymentSubject(payment),
  };
}
