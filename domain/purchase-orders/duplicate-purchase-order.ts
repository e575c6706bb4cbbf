import { codingOf } from '#domain/documents/line-codes';
import { withoutLostCodes, type AccountField } from '#domain/reference-data/chart-of-accounts';
import { headerDraft } from '#domain/documents/document-draft';
import type { DraftHeader } from '#domain/documents/document-draft';
import { emptyInvoiceDraft, invoiceDraftOf } from '#domain/invoices/invoice-draft';
import { emptyInvoiceLine, noReference } from '#domain/invoices/invoice-line';
import type { Invoice, InvoiceDraft } from '#domain/invoices/invoice';
import type { LineDraft } from '#domain/documents/line';
import { toCents } from '#domain/values/money';
import type { PurchaseOrder, PurchaseOrderDraft } from './purchase-order.ts';
import { draftOf } from './purchase-order-draft.ts';

/** What the copier may use now; a duplicate keeps nothing else. */
export interface Available {
  today: string;
  departmentIds: readonly string[];
  activeCategoryIds: readonly string[];
  activeAddressIds: readonly string[];
  /** The copied vendor is active, or its temporary record still exists (DEC-43, DEC-75). */
  vendorUsable: boolean;
  /** Null when the chart could not be read: the codes then stay, and the server judges them. */
  accountFields: readonly AccountField[] | null;
  /** A fresh client key for each line. */
  newKey: () => string;
}

function ifIn(id: string | null, available: readonly string[]): string | null {
  return id !== null && available.includes(id) ? id : null;
}

/** PO-41, PO-42: what any copy keeps of a header; its notes and files are the original's own. */
function keptHeader<Header extends DraftHeader>(draft: Header, available: Available): Header {
  const { vendorUsable } = available;
  const keptDepartment = draft.department && available.departmentIds.includes(draft.department.id);
  const keptCategory = draft.category && available.activeCategoryIds.includes(draft.category.id);
  return {
    ...draft,
    department: keptDepartment ? draft.department : null,
    category: keptCategory ? draft.category : null,
    vendor: vendorUsable ? draft.vendor : null,
    vendorAddress: vendorUsable ? draft.vendorAddress : null,
    vendorContact: vendorUsable ? draft.vendorContact : '',
    billToAddressId: ifIn(draft.billToAddressId, available.activeAddressIds),
    shipToAddressId: ifIn(draft.shipToAddressId, available.activeAddressIds),
    notes: [],
    attachments: [],
  };
}

type CopiedLine = Pick<LineDraft, 'id' | 'keyId' | 'coding' | 'coaExternalId'>;

/** PO-43: a line of its own, without codes that are no longer to be had. */
function keptLine<Line extends CopiedLine>(line: Line, { accountFields, newKey }: Available): Line {
  const coding = accountFields ? withoutLostCodes(line.coding, accountFields) : line.coding;
  const coaExternalId = coding['ACCOUNT'] === undefined ? null : line.coaExternalId;
  return { ...line, id: null, keyId: newKey(), coding, coaExternalId };
}

/** PO-41 to PO-43, DEC-75: the draft of a new PO copied from another; nothing is saved until Save. */
export function duplicateDraft(order: PurchaseOrder, available: Available): PurchaseOrderDraft {
  const draft = draftOf(order);
  return {
    ...keptHeader(draft, available),
    poDate: available.today,
    lineItems: draft.lineItems.map((line) => keptLine(line, available)),
  };
}

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
