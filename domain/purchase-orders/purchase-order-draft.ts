import { emptyHeader, headerDraft } from '#domain/documents/document-draft';
import { lineDraft } from '#domain/documents/line';
import type { PurchaseOrder, PurchaseOrderDraft } from './purchase-order.ts';

/** PO-08: a new PO as the form begins. `today` is the user's own day. */
export function emptyDraft(today: string): PurchaseOrderDraft {
  return { ...emptyHeader, poDate: today, hst: null, fid: null, lineItems: [] };
}

/** A saved PO as the form edits it. */
export function draftOf(order: PurchaseOrder): PurchaseOrderDraft {
  return {
    ...headerDraft(order),
    poDate: order.poDate,
    hst: order.hst,
    fid: order.fid,
    lineItems: order.lineItems.map(lineDraft),
  };
}
