import { emptyHeader, headerDraft } from '#domain/documents/document-draft';
import { lineDraft } from '#domain/documents/line';
import type { PurchaseOrder, PurchaseOrderDraft } from './purchase-order.ts';

/** A new PO. `today` is the user's local day (PO-08). */
export function emptyDraft(today: string): PurchaseOrderDraft {
  return { ...emptyHeader, poDate: today, hst: null, fid: null, lineItems: [] };
}

/** Turns a saved PO into a form's draft. */
export function draftOf(order: PurchaseOrder): PurchaseOrderDraft {
  return {
    ...headerDraft(order),
    poDate: order.poDate,
    hst: order.hst,
    fid: order.fid,
    lineItems: order.lineItems.map(lineDraft),
  };
}
