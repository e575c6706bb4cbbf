import type { DocType } from '#domain/document';
import { invoiceTransitions } from './invoice-transitions.ts';
import { paymentTransitions } from './payment-transitions.ts';
import { purchaseOrderTransitions } from './purchase-order-transitions.ts';
import type { Transition } from './transition.ts';

/** THE table: what may happen to a document, and nothing else may (DEC-25, DEC-27, DEC-28). */
export const transitions: Record<DocType, readonly Transition[]> = {
  PO: purchaseOrderTransitions,
  INVOICE: invoiceTransitions,
  PAYMENT: paymentTransitions,
};
