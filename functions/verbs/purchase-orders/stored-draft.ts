import { textsOf } from '#domain/documents/text-fields';
import { orderHeaderFields } from '#domain/documents/header-fields';
import { lineDraft } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { LineRow, PurchaseOrderDetail, SubjectRows } from '#store/show/documents/read-document';
import { lineOf } from './view-purchase-order.ts';
import { storedHeader } from '#verbs/documents/stored-header';

/** A stored purchase order as a draft, so that the rules of a save can validate it. */
export function storedDraft(
  rows: Pick<SubjectRows, 'document'>,
  purchaseOrder: PurchaseOrderDetail,
  lines: readonly LineRow[],
): PurchaseOrderDraft {
  return {
    ...storedHeader(rows, purchaseOrder),
    poDate: rows.document.businessDay,
    ...textsOf(orderHeaderFields, purchaseOrder),
    lineItems: lines.map((line) => lineDraft(lineOf(line))),
  };
}
