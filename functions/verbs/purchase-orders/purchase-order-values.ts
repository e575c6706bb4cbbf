import { textsOf } from '#domain/documents/text-fields';
import { orderHeaderFields } from '#domain/documents/header-fields';
import { addressLine } from '#domain/reference-data/company';
import { storedLines } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { purchaseOrders } from '#store/show/tables/document-tables';
import type { VendorSnapshot } from '#store/show/tables/snapshots';
import type { LineValues } from '#store/show/documents/write-document';
import type { RequestContext } from '#verbs/request/context';
import type { DraftReferences } from '#verbs/documents/draft-references';
import * as shared from '#verbs/documents/draft-values';

/** The draft without references to rows that the show does not have (PO-43, LI-31). */
export function withKnownReferences(
  context: RequestContext,
  draft: PurchaseOrderDraft,
  found: DraftReferences,
): PurchaseOrderDraft {
  return {
    ...shared.resolveHeader(context, 'PO', draft, found),
    lineItems: draft.lineItems.map((line) => shared.resolveCoding(line, found)),
  };
}

/** The columns of the header that a save sets. */
export function headerValues(draft: PurchaseOrderDraft, vendor: VendorSnapshot, totalCents: number) {
  return { ...shared.headerValues(draft, vendor, totalCents), businessDay: draft.poDate };
}

/** A save sets all columns but those of the department, the change order and the vendor's e-mails. */
type Detail = Required<
  Omit<
    typeof purchaseOrders.$inferInsert,
    'documentId' | 'showId' | 'prefix' | 'lockedLineCount' | 'lastVendorEmailRecipients' | 'lastVendorEmailAt'
  >
>;

/** The columns of the purchase order's own table that a save sets. */
export function detailValues(draft: PurchaseOrderDraft, found: DraftReferences, vendor: VendorSnapshot) {
  const address = found.companyAddress;
  return {
    ...shared.detailValues(draft, found, vendor),
    companyAddress: addressLine(
      address && {
        address_line1: address.addressLine1,
        city: address.city,
        state: address.state,
        postal_code: address.postalCode,
      },
    ),
    currencyReferenceCode: found.currency?.referenceCode ?? '',
    ...textsOf(orderHeaderFields, draft),
  } satisfies Detail;
}

export function lineValues(
  draft: PurchaseOrderDraft,
  known: ReadonlySet<string>,
  newId: () => string,
): LineValues[] {
  return shared.withIds(storedLines(draft.lineItems), known, newId);
}
