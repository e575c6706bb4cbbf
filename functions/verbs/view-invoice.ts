import { Refusal } from '#domain/codes';
import { uuidOf } from '#domain/ids';
import type { Invoice, InvoiceRow } from '#domain/invoice';
import type { InvoiceLine } from '#domain/invoice-line';
import { fromCents } from '#domain/money';
import { workflowView } from '#domain/workflow-view';
import type { listInvoices } from '#store/show/list-invoices';
import type { LineRow } from '#store/show/read-document';
import { readInvoice } from '#store/show/read-invoice';
import type { InvoiceRows } from '#store/show/read-invoice';
import { isVisible, mustHaveModule } from './act.ts';
import type { ShowContext } from './context.ts';
import { instanceOf } from './subject.ts';
import {
  attachmentsOf,
  departmentOf,
  historyOf,
  notesOf,
  resolvedAddress,
  sendHistoryOf,
  taxFormsOf,
  vendorAddressOf,
  vendorOf,
} from './view-parts.ts';
import { settlementsOf } from './view-settlements.ts';

/**
 * An invoice as this user may see it (API-80). Throws `FORBIDDEN` without the invoices permission (DEC-12), `NOT_FOUND`
 * for one that is not of this show or not visible.
 */
export async function viewInvoice(context: ShowContext, id: string): Promise<Invoice> {
  mustHaveModule(context, 'INVOICE');
  const { store } = context;
  const [rows, settlements] = await Promise.all([
    store.foreseen.ask(readInvoice, store, id),
    settlementsOf(context, 'INVOICE', id),
  ]);
  if (!rows || !isVisible(context, rows)) throw new Refusal('NOT_FOUND');
  return { ...invoiceOf(rows), settlements };
}

/** What the list and the invoice's own page both show. */
export function invoiceRow(
  document: Awaited<ReturnType<typeof listInvoices>>['rows'][number]['document'],
  invoice: { dueDay: string | null; amountCents: number },
): InvoiceRow {
  return {
    id: document.id,
    version: document.version,
    number: document.number,
    revision: document.revision,
    date: document.businessDay,
    dueDate: invoice.dueDay ?? '',
    amount: fromCents(invoice.amountCents),
    totalCost: fromCents(document.totalCents),
    currency: document.currencyCode,
    vendorName: document.vendorName,
    departmentName: document.departmentName,
    description: document.description,
    creator: { id: document.creatorId, name: document.creatorName, username: document.creatorUsername },
    ownerId: document.ownerId,
    status: document.status,
    submissionStatus: document.submissionStatus,
    attachmentCount: document.attachmentCount,
  };
}

function invoiceOf(rows: InvoiceRows): Omit<Invoice, 'settlements'> {
  const { document, invoice, references } = rows;
  const instance = instanceOf(rows);
  const vendorAddress = vendorAddressOf(references?.vendorAddress ?? null);
  return {
    ...invoiceRow(document, invoice),
    showId: document.showId,
    userTotal: invoice.userTotal,
    department: departmentOf(rows),
    category: references?.category ? { id: references.category.id, name: references.category.name } : null,
    projectCompanyCurrencyExternalId: invoice.currencyExternalId,
    projectCompanyExternalId: invoice.projectCompanyExternalId,
    companyExternalId: invoice.companyExternalId,
    company: invoice.companyName,
    vendor: vendorOf(rows, invoice.vendor),
    vendorAddress,
    vendorAddressLineNumber: vendorAddress?.line_number ?? null,
    vendorContact: invoice.vendor.contact,
    vendorEmail: invoice.vendor.email,
    vendorPhoneNumber: invoice.vendor.phoneNumber,
    vendorAttachments: taxFormsOf(rows.taxForms),
    contactName: invoice.contactName,
    contactNumber: invoice.contactNumber,
    billToAddressId: invoice.billToAddressId,
    shipToAddressId: invoice.shipToAddressId,
    billToAddress: resolvedAddress(references?.billTo ?? null),
    shipToAddress: resolvedAddress(references?.shipTo ?? null),
    lineItems: rows.lines.map(invoiceLineOf),
    notes: notesOf(rows.notes),
    attachments: attachmentsOf(rows.attachments),
    historyEvents: historyOf(rows.events),
    sendHistoryResource: sendHistoryOf(rows.sendHistory),
    workflow: instance && workflowView(instance),
    isArchived: document.archivedAt !== null,
  };
}

/** IN-03, IN-04 */
export function invoiceLineOf(line: LineRow): InvoiceLine {
  const amount = fromCents(line.totalCents);
  return {
    id: line.id,
    keyId: line.keyId,
    listKeyId: line.keyId,
    lineNumber: line.lineNumber,
    amount,
    totalCost: amount,
    amountOnLoad: amount,
    description: line.description,
    note: line.note,
    coding: line.coding,
    coaExternalId: line.coaExternalId,
    taxCode: line.taxCode,
    referencePo: line.referencePo,
    referencePoLineNumber: line.referencePoLineNumber,
    relievePoLineItemId: line.relievePoLineId,
    relievePoLineItemUuid: line.relievePoLineId && uuidOf(line.relievePoLineId),
    glTransactionDetailExternalId: line.glTransactionDetailExternalId,
    invoiceLineItemNoteExternalId: null,
  };
}
