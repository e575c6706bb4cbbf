import type { ShowStore } from '#store/d1/open';
import { readRest } from '#store/show/accounting/circuit-breaker';
import { readPaymentHeader } from '#store/show/documents/read-document';
import { readInvoice } from '#store/show/invoices/read-invoice';
import { readPurchaseOrder } from '#store/show/purchase-orders/read-purchase-order';
import { readListeners } from '#store/show/webhooks/endpoints';
import type { Attempt, Errands } from '#verbs/outbox/job-context';
import type { AwaitedErrand } from '#verbs/outbox/jobs';
import { pushInvoice } from './push-invoice.ts';
import { pushPurchaseOrder } from './push-purchase-order.ts';
import { releasePayment } from './release-payment.ts';

/** Tells accounting of an approved document. Throws `accounting_interface_error`. */
export function tellAccounting(errands: Errands, errand: AwaitedErrand, attempt: Attempt): Promise<void> {
  switch (errand.kind) {
    case 'push-po':
      return pushPurchaseOrder(errands, errand.documentId, attempt, errand.allowed);
    case 'push-invoice':
      return pushInvoice(errands, errand, attempt);
    case 'release-payment':
      return releasePayment(errands, errand, attempt);
  }
}

/** Begins what accounting will be told of, as the write left it. */
export function beginTelling(store: ShowStore, errand: AwaitedErrand): void {
  const { foreseen } = store;
  foreseen.begin(readRest, store, errand.documentId);
  foreseen.begin(readListeners, store, errand.documentId);
  switch (errand.kind) {
    case 'push-po':
      return foreseen.begin(readPurchaseOrder, store, errand.documentId);
    case 'push-invoice':
      return foreseen.begin(readInvoice, store, errand.documentId);
    case 'release-payment':
      return foreseen.begin(readPaymentHeader, store, errand.documentId);
  }
}
