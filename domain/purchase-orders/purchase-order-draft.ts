import { emptyHeader, headerDraft } from '#domain/documents/document-draft';
import { orderHeaderFields } from '#domain/documents/header-fields';
import { emptyTexts, textsOf } from '#domain/documents/text-fields';
import { lineDraft } from '#domain/documents/line';
import type { PurchaseOrderDraft } from './purchase-order.ts';
import type { PurchaseOrder } from './purchase-order-response.ts';

/** A new PO. `today` is the day of the show (PO-08, DEC-284). */
export function emptyDraft(today: string): PurchaseOrderDraft {
  return { ...emptyHeader, poDate: today, ...emptyTexts(orderHeaderFields), lineItems: [] };
}

/** Turns a saved PO into a form's draft. */
export function draftOf(order: PurchaseOrder): PurchaseOrderDraft {
  return {
    ...headerDraft(order),
    poDate: order.poDate,
    ...textsOf(orderHeaderFields, order),
    lineItems: order.lineItems.map(lineDraft),
  };
}
