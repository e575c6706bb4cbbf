import { lineDraft } from '#domain/line';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import type { LineRow, PurchaseOrderDetail, SubjectRows } from '#store/show/read-document';
import { lineOf } from './view-purchase-order.ts';

/** A stored purchase order as a save would carry it, so that the rules of a save can judge it. Notes and attachments are not among them. */
export function storedDraft(
  { document }: Pick<SubjectRows, 'document'>,
  purchaseOrder: PurchaseOrderDetail,
  lines: readonly LineRow[],
): PurchaseOrderDraft {
  const { vendor } = purchaseOrder;
  return {
    showId: document.showId,
    poDate: document.businessDay,
    description: document.description,
    department: document.departmentId ? { id: document.departmentId, name: document.departmentName } : null,
    category: purchaseOrder.categoryId ? { id: purchaseOrder.categoryId, name: '' } : null,
    vendor: {
      ...vendor,
      number: document.vendorNumber,
      isRelatedParty: vendor.isRelatedParty ?? false,
      updateTempVendor: false,
      attachments: [],
      shareEmail: '',
      shareNote: '',
    },
    vendorAddress: purchaseOrder.vendorAddressId ? { id: purchaseOrder.vendorAddressId } : null,
    vendorContact: vendor.contact,
    projectCompanyExternalId: purchaseOrder.projectCompanyExternalId,
    currency: document.currencyCode,
    projectCompanyCurrencyExternalId: purchaseOrder.currencyExternalId,
    billToAddressId: purchaseOrder.billToAddressId,
    shipToAddressId: purchaseOrder.shipToAddressId,
    hst: purchaseOrder.hst,
    fid: purchaseOrder.fid,
    lineItems: lines.map((line) => lineDraft(lineOf(line))),
    notes: [],
    attachments: [],
  };
}
