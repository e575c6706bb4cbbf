import { lineDraft } from './line.ts';
import type { PurchaseOrder, PurchaseOrderDraft } from './purchase-order.ts';
import type { Vendor, VendorDraft } from './vendor.ts';

/** PO-08: a new PO as the form begins. `today` is the user's own day. */
export function emptyDraft(today: string): PurchaseOrderDraft {
  return {
    showId: null,
    poDate: today,
    description: '',
    department: null,
    category: null,
    vendor: null,
    vendorAddress: null,
    vendorContact: '',
    projectCompanyExternalId: '',
    currency: '',
    projectCompanyCurrencyExternalId: '',
    billToAddressId: null,
    shipToAddressId: null,
    hst: null,
    fid: null,
    lineItems: [],
    notes: [],
    attachments: [],
  };
}

function vendorDraft(vendor: Vendor): VendorDraft | null {
  return vendor.name === '' ? null : { ...vendor, updateTempVendor: false };
}

/** A saved PO as the form edits it. Its notes are saved by their own calls, so none are in the draft. */
export function draftOf(order: PurchaseOrder): PurchaseOrderDraft {
  return {
    showId: order.showId,
    poDate: order.poDate,
    description: order.description,
    department: order.department && { id: order.department.id, name: order.department.name },
    category: order.category && { id: order.category.id, name: order.category.name },
    vendor: vendorDraft(order.vendor),
    vendorAddress: order.vendorAddress && { id: order.vendorAddress.id },
    vendorContact: order.vendorContact,
    projectCompanyExternalId: order.projectCompanyExternalId,
    currency: order.currency,
    projectCompanyCurrencyExternalId: order.projectCompanyCurrencyExternalId,
    billToAddressId: order.billToAddressId,
    shipToAddressId: order.shipToAddressId,
    hst: order.hst,
    fid: order.fid,
    lineItems: order.lineItems.map(lineDraft),
    notes: [],
    attachments: order.attachments.map(({ attachmentId, label, isTopSheet }) => ({
      attachmentId,
      label,
      isTopSheet,
      shouldDelete: false,
    })),
  };
}
