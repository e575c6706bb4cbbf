import { CreateDocument } from '../documents/form/create-document.tsx';
import { EditDocument } from '../documents/form/edit-document.tsx';
import { hasOtherPayee } from '#domain/drafts/draft-restart';
import { duplicateInvoiceDraft, invoiceOfOrder } from '#domain/invoices/duplicate-invoice';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import type { Invoice } from '#domain/invoices/invoice-response';
import { invoiceDraftOf } from '#domain/invoices/invoice-draft';
import { invoiceLinesCents } from '#domain/invoices/invoice-line';
import { invoiceRefusal } from '#domain/relief/invoice-refusal';
import type { InvoiceRefusal } from '#domain/relief/invoice-refusal';
import { api, ask } from '../../api.ts';
import { readOrder } from '../../forms/document/vendor/purchase-order-calls.ts';
import { InvoiceForm } from '../../forms/invoice/form.tsx';
import { invoiceDocument } from '../documents/document.ts';
import { draftNames } from '../documents/form/draft-names.ts';
import type { FormDefinition } from '../documents/form/form-definition.ts';
import { departmentClosed } from '../documents/review/actions/enter-invoice.ts';

const whyNoInvoice: Record<InvoiceRefusal, string> = {
  RELIEF_OFF: 'Invoices in this show do not reference POs. Enter the invoice without one.',
  NOT_APPROVED: 'Only an approved PO can be invoiced. Enter the invoice once it is approved.',
  NOT_IN_ACCOUNTING: 'Accounting does not have this PO yet. Enter the invoice once it does.',
  NOTHING_LEFT: 'This PO has nothing left to invoice.',
  NUMBER_HIDDEN:
    'Invoices must reference the PO number, and you cannot see it. Ask the person who created the PO.',
  DEPARTMENT_CLOSED: departmentClosed,
};

const invoiceForm: FormDefinition<InvoiceDraft, Invoice> = {
  docType: 'INVOICE',
  documentOf: invoiceDocument,
  read: (showId, id) => {
    const call = { param: { id }, query: { persona: 'CREATOR', showId } };
    return ask(api.api.invoices[':id'].$get(call));
  },
  draftOf: invoiceDraftOf,
  namesOf: draftNames,
  duplicateOf: duplicateInvoiceDraft,
  ofOrder: {
    docType: 'PO',
    read: readOrder,
    draftOf: invoiceOfOrder,
    blockedReason: (order, { purchaseOrderRelieveResources }, activeDepartmentIds) => {
      const why = invoiceRefusal(order, purchaseOrderRelieveResources, activeDepartmentIds);
      return why && whyNoInvoice[why];
    },
  },
  restarts: (before, after) =>
    hasOtherPayee(before, after) || invoiceLinesCents(after.lineItems) > invoiceLinesCents(before.lineItems),
  Form: InvoiceForm,
  // No default reason (DEC-41).
  voidReason: '',
};

/** `/invoice/create` (SH-55). */
export function CreateScreen() {
  return <CreateDocument of={invoiceForm} />;
}

/** `/invoice/edit/:id` (SH-57, SH-58). */
export function EditScreen() {
  return <EditDocument of={invoiceForm} />;
}
