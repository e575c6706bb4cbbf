import type { DocType } from './document.ts';
import { invoiceTransitions } from './lifecycle-invoice.ts';
import { paymentTransitions } from './lifecycle-payment.ts';
import { purchaseOrderTransitions } from './lifecycle-purchase-order.ts';
import type { Transition } from './lifecycle-row.ts';

/** THE table: what may happen to a document, and nothing else may (DEC-25, DEC-27, DEC-28). */
export const transitions: Record<DocType, readonly Transition[]> = {
  PO: purchaseOrderTransitions,
  INVOICE: invoiceTransitions,
  PAYMENT: paymentTransitions,
};
