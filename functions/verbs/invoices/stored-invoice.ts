import type { InvoiceDraft } from '#domain/invoices/invoice';
import { invoiceLineDraft } from '#domain/invoices/invoice-line';
import { fromCents } from '#domain/values/money';
import type { InvoiceDetail, LineRow, SubjectRows } from '#store/show/documents/read-document';
import { storedHeader } from '#verbs/documents/stored-header';
import { invoiceLineOf } from './view-invoice.ts';

/** A stored invoice as a save would carry it, so that the rules of a save can judge it. */
export function storedInvoice(
  rows: Pick<SubjectRows, 'document'>,
  invoice: InvoiceDetail,
  lines: readonly LineRow[],
): InvoiceDraft {
  const { number, businessDay } = rows.document;
  return {
    ...storedHeader(rows, invoice),
    number,
    date: businessDay,
    dueDate: invoice.dueDay ?? '',
    amount: fromCents(invoice.amountCents),
    userTotal: invoice.userTotal,
    contactName: invoice.contactName,
    contactNumber: invoice.contactNumber,
    lineItems: lines.map((line) => invoiceLineDraft(invoiceLineOf(line))),
    duplicateReason: invoice.duplicateReason,
  };
}
