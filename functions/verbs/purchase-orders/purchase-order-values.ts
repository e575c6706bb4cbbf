import { addressLine } from '#domain/reference-data/company';
import { storedLines } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { purchaseOrders } from '#store/show/tables/document-tables';
import type { VendorSnapshot } from '#store/show/tables/snapshots';
import type { LineValues } from '#store/show/documents/write-document';
import type { RequestContext } from '#verbs/request/context';
import type { DraftReferences } from '#verbs/documents/draft-references';
import * as shared from '#verbs/documents/draft-values';

/** The draft with what it refers to replaced by what the show really has (PO-43, LI-31). */
export function resolved(
  context: RequestContext,
  draft: PurchaseOrderDraft,
  found: DraftReferences,
): PurchaseOrderDraft {
  return {
    ...shared.resolvedHeader(context, 'PO', draft, found),
    lineItems: draft.lineItems.map((line) => shared.resolvedCoding(line, found)),
  };
}

/** The columns of the header that a save sets. */
export function headerValues(draft: PurchaseOrderDraft, vendor: VendorSnapshot, totalCents: number) {
  return { ...shared.headerValues(draft, vendor, totalCents), businessDay: draft.poDate };
}

/** Whatever columns a purchase order has, a save sets, but for what its department, its change order and its e-mails say. */
type Detail = Required<
  Omit<
    typeof purchaseOrders.$inferInsert,
    'documentId' | 'showId' | 'prefix' | 'lockedLineCount' | 'lastVendorEmailRecipients' | 'lastVendorEmailAt'
  >
>;

/** The columns of the purchase order's own table that a save sets. */
export function detailValues(draft: PurchaseOrderDraft, found: DraftReferences, vendor: VendorSnapshot) {
  const place = found.companyAddress;
  return {
    ...shared.detailValues(draft, found, vendor),
    companyAddress: addressLine(
      place && {
        address_line1: place.addressLine1,
        city: place.city,
        state: place.state,
        postal_code: place.postalCode,
      },
    ),
    currencyReferenceCode: found.currency?.referenceCode ?? '',
    hst: draft.hst,
    fid: draft.fid,
  } satisfies Detail;
}

/** Lines as rows. */
export function lineValues(
  draft: PurchaseOrderDraft,
  known: ReadonlySet<string>,
  newId: () => string,
): LineValues[] {
  return shared.withIds(storedLines(draft.lineItems), known, newId);
}
