import { duplicateInvoiceDraft, invoiceOfOrder } from '#domain/duplicate';
import type { Invoice, InvoiceDraft } from '#domain/invoice';
import { invoiceDraftOf } from '#domain/invoice-draft';
import { api, ask } from '../../api.ts';
import { InvoiceForm } from '../../forms/invoice/form.tsx';
import { invoiceDocument } from '../documents/document.ts';
import type { FormOf } from '../documents/form/form-of.ts';

export const invoiceForm: FormOf<InvoiceDraft, Invoice> = {
  docType: 'INVOICE',
  documentOf: invoiceDocument,
  read: (showId, id) => {
    const call = { param: { id }, query: { persona: 'CREATOR', showId } };
    return ask(api.api.invoices[':id'].$get(call));
  },
  draftOf: invoiceDraftOf,
  duplicateOf: duplicateInvoiceDraft,
  ofOrder: {
    docType: 'PO',
    read: (showId, id) => {
      const call = { param: { id }, query: { persona: 'CREATOR', showId } };
      return ask(api.api.pos[':id'].$get(call));
    },
    draftOf: invoiceOfOrder,
  },
  Form: InvoiceForm,
  // DEC-41: nobody is told what to say.
  voidReason: '',
};
