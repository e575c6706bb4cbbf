import { codingOf } from '#domain/documents/line-codes';
import { headerDraft } from '#domain/documents/document-draft';
import { emptyInvoiceDraft, invoiceDraftOf } from './invoice-draft.ts';
import { emptyInvoiceLine, noOrderLine } from './invoice-line.ts';
import type { InvoiceDraft } from './invoice.ts';
import { isLeftToInvoice } from '#domain/relief/invoice-refusal';
import { copyHeader, copyLine } from '#domain/purchase-orders/duplicate-purchase-order';
import type { Available } from '#domain/purchase-orders/duplicate-purchase-order';
import type { Invoice } from './invoice-response.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Copies an invoice as a new bill: without its number, due date and PO references (IN-27, DEC-75). */
export function duplicateInvoiceDraft(invoice: Invoice, available: Available): InvoiceDraft {
  const draft = invoiceDraftOf(invoice);
  return {
    ...copyHeader(draft, available),
    number: '',
    duplicateReason: '',
    date: available.today,
    dueDate: '',
    lineItems: draft.lineItems.map((line) => ({
      ...copyLine(line, available),
      ...noOrderLine,
    })),
  };
}

/**
 * Drafts an invoice for a PO that `invoiceRefusal` does not reject: one line with the remaining balance for each PO line
 * that has one and is not closed. It keeps the PO's department, even when the user is not a member (DEC-13). Number, dates and amount
 * come from the vendor and are empty (DEC-38).
 */
export function invoiceOfOrder(order: PurchaseOrder, available: Available): InvoiceDraft {
  const header = headerDraft(order);
  const lines = order.lineItems.filter(isLeftToInvoice);
  return {
    ...emptyInvoiceDraft(),
    ...copyHeader(header, available),
    department: header.department,
    lineItems: lines.map((line) => {
      const { id: relievePoLineItemId, description, lineNumber, remainingBalance, taxCode } = line;
      const { coding, coaExternalId } = copyLine({ ...line, coding: codingOf(line) }, available);
      return {
        ...emptyInvoiceLine(available.newKey()),
        description,
        amount: remainingBalance,
        coding,
        coaExternalId,
        taxCode,
        referencePo: order.poNumber,
        referencePoLineNumber: lineNumber,
        relievePoLineItemId,
      };
    }),
  };
}
