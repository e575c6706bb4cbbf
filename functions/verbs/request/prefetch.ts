import type { DocType } from '#domain/document';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { ShowStore } from '#store/d1/open';
import { namesIn, readDraftReferences, readStoredReferences } from '#store/show/documents/draft-references';
import { readAttachments } from '#store/show/documents/attachments';
import { readContent } from '#store/show/documents/read-content';
import { readPeople } from '#store/directory/users';
import { readNote, readNoteByKey } from '#store/show/documents/notes';
import {
  readDefaultTemplate,
  readFormerFlow,
  readPaymentTemplate,
} from '#store/show/approval/read-default-template';
import { readDepartmentOf } from '#store/show/management/read-show-context';
import { readSubject } from '#store/show/documents/read-document';
import { readInvoice } from '#store/show/invoices/read-invoice';
import { readLines } from '#store/show/documents/read-lines';
import { readOrdersAround } from '#store/show/purchase-orders/read-orders-around';
import { readPayment } from '#store/show/payments/read-payment';
import { readPurchaseOrder } from '#store/show/purchase-orders/read-purchase-order';
import { readNextInQueue } from '#store/show/lists/read-approval-queue';
import { readAccountFields } from '#store/show/vendors/read-reference-data';
import { readInvoicedBy, readRelievableOf } from '#store/show/relief/read-relief';
import { readReliefDraws } from '#store/show/relief/relief-draws';
import {
  readOrdersOfPayment,
  readPaymentsOfInvoice,
  readPaymentsOfOrder,
} from '#store/show/payments/read-settlements';
import { readSimilarInvoices } from '#store/show/invoices/read-similar-invoices';
import { readRepeat } from '#store/show/outbox/idempotency-keys';
import { sightsOf } from './context.ts';
import type { Seat } from './context.ts';
import type { Repeat } from './idempotency.ts';

// What a deed is going to read as far as its request tells, begun while the rights are read: with them it is one trip.
// A read that is missing here costs a trip and is still made; one too many costs its rows.

/** A read of the show's data that the request names wholly. */
export function reading<Args extends readonly unknown[]>(
  read: (store: ShowStore, ...args: Args) => Promise<unknown>,
  ...args: Args
): (seat: Seat) => void {
  return ({ store }) => {
    store.foreseen.begin(read, store, ...args);
  };
}

/** Everybody of the show, and with them a read of its data. */
export function readingWithPeople<Args extends readonly unknown[]>(
  read: (store: ShowStore, ...args: Args) => Promise<unknown>,
  ...args: Args
): (seat: Seat) => void {
  return ({ store, env }) => {
    store.foreseen.begin(read, store, ...args);
    store.foreseen.begin(readPeople, env, store.showId);
  };
}

/** A document's own page. */
export function beginView(seat: Seat, docType: DocType, id: string): void {
  const { store } = seat;
  prefetchApprovalPeople(seat, id);
  if (docType === 'INVOICE') {
    store.foreseen.begin(readInvoice, store, id);
    store.foreseen.begin(readPaymentsOfInvoice, store, id);
    store.foreseen.begin(readSimilarInvoices, store, id, sightsOf(seat, 'INVOICE'));
  }
  if (docType === 'PAYMENT') {
    store.foreseen.begin(readPayment, store, id);
    store.foreseen.begin(readOrdersOfPayment, store, id, sightsOf(seat, 'PO'));
  }
  if (docType !== 'PO') return;
  store.foreseen.begin(readPurchaseOrder, store, id);
  store.foreseen.begin(readPaymentsOfOrder, store, id);
  store.foreseen.begin(readInvoicedBy, store, id, sightsOf(seat, 'INVOICE'));
  store.foreseen.begin(readOrdersAround, store, id, sightsOf(seat, 'PO'));
}

/** The page of what a write leaves behind travels with that write. */
export function viewAfterwards(seat: Seat, docType: DocType, id: string): void {
  seat.store.foreseen.afterWrite = (store) => {
    beginView({ ...seat, store }, docType, id);
  };
}

/** Whether the request was answered before. */
export function beginRepeat({ store, user }: Seat, repeat: Repeat | null): void {
  if (repeat) store.foreseen.begin(readRepeat, store, user.id, repeat.key);
}

/** What decides about a workflow action, and the next of the queue where it is wanted. */
export function beginAction(seat: Seat, docType: DocType, id: string, getNext = false): void {
  const { store, user } = seat;
  store.foreseen.begin(readSubject, store, id);
  if (getNext) store.foreseen.begin(readNextInQueue, store, user.id, docType, id);
}

/** What the final approval of an invoice is measured by (DEC-39). */
export function prefetchReliefLimit({ store }: Seat, id: string): void {
  store.foreseen.begin(readReliefDraws, store, id, 'APPROVED');
}

/** What a draft names. */
export function beginDraft({ store, user }: Seat, draft: DraftHeader): void {
  store.foreseen.begin(readDraftReferences, store, namesIn(draft, user.id));
  store.foreseen.begin(readAccountFields, store, true);
}

/** The same of a purchase order as it is stored. */
export function beginStoredDraft(seat: Seat, id: string): void {
  const { store } = seat;
  beginLines(seat, id);
  store.foreseen.begin(readAttachments, store, id);
  store.foreseen.begin(readStoredReferences, store, id);
  store.foreseen.begin(readAccountFields, store, true);
}

/** The lines that a document has, for whoever saves or submits it. */
export function beginLines({ store }: Seat, id: string): void {
  store.foreseen.begin(readLines, store, id);
}

/** What a purchase order or an invoice is submitted by: its flow, and who is there. */
export function beginSubmission(seat: Seat, docType: 'PO' | 'INVOICE', id: string): void {
  const { store, env } = seat;
  beginAction(seat, docType, id);
  store.foreseen.begin(readFormerFlow, store, id);
  beginLines(seat, id);
  if (docType === 'INVOICE') {
    store.foreseen.begin(readRelievableOf, store, id, sightsOf(seat, 'PO'));
    store.foreseen.begin(readReliefDraws, store, id, 'COUNTING');
  }
  store.foreseen.begin(readDepartmentOf, store, id);
  store.foreseen.begin(readDefaultTemplate, store, docType === 'PO' ? 'PURCHASE_ORDER' : 'INVOICE');
  store.foreseen.begin(readPeople, env, store.showId);
}

/** The same of a payment, through the flow of `slug` or the one that is its own. */
export function beginPaymentSubmission(seat: Seat, id: string, slug: string | null): void {
  const { store, env } = seat;
  beginAction(seat, 'PAYMENT', id);
  store.foreseen.begin(readFormerFlow, store, id);
  store.foreseen.begin(readPaymentTemplate, store, id, slug);
  store.foreseen.begin(readPeople, env, store.showId);
}

/** A note by its client's key or by its id. */
export function beginNote({ store }: Seat, id: string, note: { keyId: string } | { id: string }): void {
  if ('id' in note) store.foreseen.begin(readNote, store, id, note.id);
  else if (note.keyId) store.foreseen.begin(readNoteByKey, store, id, note.keyId);
}

/** A document's content before its attachments are replaced, and the attachments after it. */
export function beginAttachments({ store }: Seat, id: string): void {
  store.foreseen.begin(readContent, store, id);
  store.foreseen.afterWrite = (after) => {
    store.foreseen.begin(readAttachments, after, id);
  };
}

/** Prefetches what `approvalPeople` reads of a document. */
export function prefetchApprovalPeople({ store }: Seat, id: string): void {
  store.foreseen.begin(readDepartmentOf, store, id);
}
