import { emptyHeader, headerDraft } from '#domain/documents/document-draft';
import { invoiceLineDraft } from './invoice-line.ts';
import { noReasonGiven } from './invoice.ts';
import type { Invoice, InvoiceDraft } from './invoice.ts';

/** DEC-95: a new invoice as the form begins; its days are the vendor's, and empty. */
export function emptyInvoiceDraft(): InvoiceDraft {
  return {
    ...emptyHeader,
    number: '',
    date: '',
    dueDate: '',
    amount: null,
    userTotal: '',
    contactName: '',
    contactNumber: '',
    lineItems: [],
    duplicateReason: '',
  };
}

/** A saved invoice as the form edits it. */
export function invoiceDraftOf(invoice: Invoice): InvoiceDraft {
  return {
    ...headerDraft(invoice),
    number: invoice.number,
    date: invoice.date,
    dueDate: invoice.dueDate,
    amount: invoice.amount,
    userTotal: invoice.userTotal,
    contactName: invoice.contactName,
    contactNumber: invoice.contactNumber,
    lineItems: invoice.lineItems.map(invoiceLineDraft),
    duplicateReason: invoice.duplicateReason === noReasonGiven ? '' : (invoice.duplicateReason ?? ''),
  };
}
