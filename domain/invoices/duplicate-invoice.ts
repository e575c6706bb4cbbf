import { codingOf } from '#domain/documents/line-codes';
import { headerDraft } from '#domain/documents/document-draft';
import { emptyInvoiceDraft, invoiceDraftOf } from './invoice-draft.ts';
import { emptyInvoiceLine, noReference } from './invoice-line.ts';
import type { Invoice, InvoiceDraft } from './invoice.ts';
import { toCents } from '#domain/values/money';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { keptHeader, keptLine } from '#domain/purchase-orders/duplicate-purchase-order';
import type { Available } from '#domain/purchase-orders/duplicate-purchase-order';

/** IN-27, DEC-75: the same of an invoice, which is a bill of its own: no number, no due day, and no PO relieved yet. */
export function duplicateInvoiceDraft(invoice: Invoice, available: Available): InvoiceDraft {
  const draft = invoiceDraftOf(invoice);
  return {
    ...keptHeader(draft, available),
    number: '',
    duplicateReason: '',
    date: available.today,
    dueDate: '',
    lineItems: draft.lineItems.map((line) => ({ ...keptLine(line, available), ...noReference })),
  };
}

/**
 * DEC-38: an invoice against this PO, as far as the PO knows it, where `noInvoice` has nothing against it: a line for each of its lines that something is left of,
 * with that amount. It keeps the PO's department, also where that is not one of the user's (DEC-13). Number, days and amount
 * are the vendor's, and empty.
 */
export function invoiceOfOrder(order: PurchaseOrder, available: Available): InvoiceDraft {
  const header = headerDraft(order);
  const lines = order.lineItems.filter(({ remainingBalance }) => toCents(remainingBalance) > 0);
  return {
    ...emptyInvoiceDraft(),
    ...keptHeader(header, available),
    department: header.department,
    lineItems: lines.map((line) => {
      const { id: relievePoLineItemId, description, lineNumber, remainingBalance, taxCode } = line;
      const { coding, coaExternalId } = keptLine({ ...line, coding: codingOf(line) }, available);
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
