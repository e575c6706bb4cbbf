import { emptyHeader, headerDraft } from '#domain/documents/document-draft';
import { invoiceHeaderFields } from '#domain/documents/header-fields';
import { emptyTexts, textsOf } from '#domain/documents/text-fields';
import { invoiceLineDraft } from './invoice-line.ts';
import { noReasonGiven } from './invoice.ts';
import type { InvoiceDraft } from './invoice.ts';
import type { Invoice } from './invoice-response.ts';

/** A new invoice. Its dates come from the vendor and are empty (DEC-95). */
export function emptyInvoiceDraft(): InvoiceDraft {
  return {
    ...emptyHeader,
    number: '',
    date: '',
    dueDate: '',
    amount: null,
    userTotal: '',
    ...emptyTexts(invoiceHeaderFields),
    lineItems: [],
    duplicateReason: '',
  };
}

/** Turns a saved invoice into a form's draft. */
export function invoiceDraftOf(invoice: Invoice): InvoiceDraft {
  return {
    ...headerDraft(invoice),
    number: invoice.number,
    date: invoice.date,
    dueDate: invoice.dueDate,
    amount: invoice.amount,
    userTotal: invoice.userTotal,
    ...textsOf(invoiceHeaderFields, invoice),
    lineItems: invoice.lineItems.map(invoiceLineDraft),
    duplicateReason: invoice.duplicateReason === noReasonGiven ? '' : (invoice.duplicateReason ?? ''),
  };
}
