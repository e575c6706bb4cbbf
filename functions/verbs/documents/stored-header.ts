import type { DraftHeader } from '#domain/documents/document-draft';
import type { InvoiceDetail, PurchaseOrderDetail, SubjectRows } from '#store/show/documents/read-document';

/** The common header of a stored purchase order and a stored invoice as a draft, without notes and attachments. */
export function storedHeader(
  { document }: Pick<SubjectRows, 'document'>,
  detail: PurchaseOrderDetail | InvoiceDetail,
) {
  const { vendor } = detail;
  return {
    showId: document.showId,
    description: document.description,
    department: document.departmentId ? { id: document.departmentId, name: document.departmentName } : null,
    category: detail.categoryId ? { id: detail.categoryId, name: '' } : null,
    vendor: {
      ...vendor,
      number: document.vendorNumber,
      isRelatedParty: vendor.isRelatedParty ?? false,
      updateTempVendor: false,
      attachments: [],
      shareEmail: '',
      shareNote: '',
    },
    vendorAddress: detail.vendorAddressId ? { id: detail.vendorAddressId } : null,
    vendorContact: vendor.contact,
    projectCompanyExternalId: detail.projectCompanyExternalId,
    currency: document.currencyCode,
    projectCompanyCurrencyExternalId: detail.currencyExternalId,
    billToAddressId: detail.billToAddressId,
    shipToAddressId: detail.shipToAddressId,
    notes: [],
    attachments: [],
  } satisfies DraftHeader;
}
