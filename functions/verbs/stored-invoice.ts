import type { InvoiceDraft } from '#domain/invoice';
import { invoiceLineDraft } from '#domain/invoice-line';
import { fromCents } from '#domain/money';
import type { InvoiceDetail, LineRow, SubjectRows } from '#store/show/read-document';
import { invoiceLineOf } from './view-invoice.ts';

/** A stored invoice as a save would carry it, so that the rules of a save can judge it. Notes and attachments are not among them. */
export function storedInvoice(
  { document }: Pick<SubjectRows, 'document'>,
  invoice: InvoiceDetail,
  lines: readonly LineRow[],
): InvoiceDraft {
  const { vendor } = invoice;
  return {
    showId: document.showId,
    number: document.number,
    date: document.businessDay,
    dueDate: invoice.dueDay ?? '',
    amount: fromCents(invoice.amountCents),
    userTotal: invoice.userTotal,
    description: document.description,
    department: document.departmentId ? { id: document.departmentId, name: document.departmentName } : null,
    category: invoice.categoryId ? { id: invoice.categoryId, name: '' } : null,
    vendor: {
      ...vendor,
      number: document.vendorNumber,
      isRelatedParty: vendor.isRelatedParty ?? false,
      updateTempVendor: false,
      attachments: [],
      shareEmail: '',
      shareNote: '',
    },
    vendorAddress: invoice.vendorAddressId ? { id: invoice.vendorAddressId } : null,
    vendorContact: vendor.contact,
    contactName: invoice.contactName,
    contactNumber: invoice.contactNumber,
    projectCompanyExternalId: invoice.projectCompanyExternalId,
    currency: document.currencyCode,
    projectCompanyCurrencyExternalId: invoice.currencyExternalId,
    billToAddressId: invoice.billToAddressId,
    shipToAddressId: invoice.shipToAddressId,
    lineItems: lines.map((line) => invoiceLineDraft(invoiceLineOf(line))),
    notes: [],
    attachments: [],
  };
}
