import { invoiceHeaderFields } from '#domain/documents/header-fields';
import { invoiceLineFields } from '#domain/documents/line-fields';
import { textsOf } from '#domain/documents/text-fields';
import { Refusal } from '#domain/codes';
import { uuidOf } from '#domain/values/ids';
import { noReasonGiven } from '#domain/invoices/invoice';
import { fromCents } from '#domain/values/money';
import { revisionAuthors } from '#domain/workflow/self-approval';
import type { People } from '#domain/workflow/missing-approvers';
import { workflowView } from '#domain/workflow/workflow-view';
import type { invoicePageQuery } from '#store/show/invoices/list-invoices';
import type { LineRow } from '#store/show/documents/read-document';
import type { PlanRows, RowOf } from '#store/d1/query';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { invoiceQuery } from '#store/show/invoices/read-invoice';
import { similarInvoicesQuery } from '#store/show/invoices/read-similar-invoices';
import { paymentsOfInvoiceQuery } from '#store/show/payments/read-settlements';
import type { InvoiceRows } from '#store/show/invoices/read-invoice';
import { isVisible, requireModule } from '#verbs/lifecycle/reachable-document';
import { budgetOnDecision } from '#verbs/lifecycle/budget-decision';
import { approvalPeople, approvalPeoplePlan } from '#verbs/approval/approval-people';
import { visibilitiesOf } from '#verbs/request/context';
import type { PlanContext, RequestContext } from '#verbs/request/context';
import { similarInvoicesOf } from './similar-invoices.ts';
import { instanceOf, standInsOfRows } from '#verbs/lifecycle/subject';
import { baseTotalOf } from '#verbs/lifecycle/base-total';
import { periodOf } from '#verbs/lifecycle/period-entry';
import {
  attachmentsOf,
  changesOf,
  departmentOf,
  historyOf,
  notesOf,
  ownAddressOf,
  resolvedAddress,
  sendHistoryOf,
  taxFormsOf,
  vendorChangeOfRows,
  vendorOf,
  withdrawnOf,
  withdrawnTaxFormsOf,
} from '#verbs/documents/view-parts';
import { waitingOfWorkflow } from '#verbs/documents/waiting-view';
import { settlementsOf } from '#verbs/payments/view-settlements';
import type { Invoice, InvoiceRow, InvoiceLine, PrintedInvoice } from '#domain/invoices/invoice-response';

/**
 * An invoice as this user may see it. Throws `FORBIDDEN` without the invoices permission (DEC-12), `NOT_FOUND` for one
 * that is not of this show or not visible (API-80).
 */
export function viewInvoice(
  context: RequestContext,
  { payments, similar, affected, ...printed }: PlanRows<typeof invoiceViewPlan>,
): Invoice {
  const rows = requireVisibleInvoice(context, printed);
  return {
    ...viewPrintedInvoice(context, printed),
    settlements: settlementsOf(context, payments),
    similarInvoices: similarInvoicesOf(similar),
    ...budgetOnDecision(context, rows, affected),
  };
}

/** An invoice as this user may print it. Throws as `viewInvoice` does. */
export function viewPrintedInvoice(
  context: RequestContext,
  printed: PlanRows<typeof printedInvoicePlan>,
): PrintedInvoice {
  const rows = requireVisibleInvoice(context, printed);
  return invoiceOf(context, rows, approvalPeople(context, rows, printed));
}

function requireVisibleInvoice(
  context: RequestContext,
  { invoice }: PlanRows<typeof printedInvoicePlan>,
): InvoiceRows {
  requireModule(context, 'INVOICE');
  if (!invoice || !isVisible(context, invoice)) throw new Refusal('NOT_FOUND');
  return invoice;
}

/** The data of a printed invoice. */
export const printedInvoicePlan = (context: PlanContext, id: string) => ({
  ...approvalPeoplePlan(context, id),
  invoice: invoiceQuery(context.store, id),
});

/** Everything that the page of an invoice shows. */
export const invoiceViewPlan = (context: PlanContext, id: string) => ({
  ...printedInvoicePlan(context, id),
  payments: paymentsOfInvoiceQuery(context.store, id),
  similar: similarInvoicesQuery(context.store, id, visibilitiesOf(context, 'INVOICE')),
  affected: affectedAccountsQuery(context.store, id),
});

/** The fields that the list and the page of an invoice share. */
export function invoiceRow(
  document: RowOf<ReturnType<typeof invoicePageQuery>>['rows'][number]['document'],
  invoice: { dueDay: string | null; amountCents: number },
): InvoiceRow {
  return {
    id: document.id,
    version: document.version,
    contentVersion: document.contentVersion,
    number: document.number,
    revision: document.revision,
    date: document.businessDay,
    dueDate: invoice.dueDay ?? '',
    amount: fromCents(invoice.amountCents),
    totalCost: fromCents(document.totalCents),
    currency: document.currencyCode,
    ...baseTotalOf(document),
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

function invoiceOf(context: RequestContext, rows: InvoiceRows, people: People | null): PrintedInvoice {
  const { document, invoice, references } = rows;
  const instance = instanceOf(rows, rows.document);
  const workflow = instance && workflowView(instance, people, standInsOfRows(context, rows, instance));
  const vendorAddress = ownAddressOf(references?.vendorAddress ?? null, invoice.vendor);
  return {
    ...invoiceRow(document, invoice),
    ...periodOf(document),
    showId: document.showId,
    revisionAuthorIds: [...revisionAuthors(rows.authorEvents)],
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
    vendorChange: vendorChangeOfRows(rows, invoice),
    vendorAttachments: taxFormsOf(rows.taxForms),
    withdrawnTaxForms: withdrawnTaxFormsOf(rows.withdrawnTaxForms),
    ...textsOf(invoiceHeaderFields, invoice),
    billToAddressId: invoice.billToAddressId,
    shipToAddressId: invoice.shipToAddressId,
    billToAddress: resolvedAddress(references?.billTo ?? null),
    shipToAddress: resolvedAddress(references?.shipTo ?? null),
    lineItems: rows.lines.map(invoiceLineOf),
    notes: notesOf(rows.notes),
    attachments: attachmentsOf(rows.attachments),
    withdrawnAttachments: withdrawnOf(rows.withdrawn),
    historyEvents: historyOf(rows.events),
    changes: changesOf(rows.events),
    sendHistoryResource: sendHistoryOf(rows.sendHistory),
    workflow,
    waiting: waitingOfWorkflow(context, rows, workflow),
    isArchived: document.archivedAt !== null,
    duplicateReason: invoice.duplicateOverride ? invoice.duplicateReason || noReasonGiven : null,
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
    coding: line.coding,
    coaExternalId: line.coaExternalId,
    ...textsOf(invoiceLineFields, line),
    referencePo: line.referencePo,
    referencePoLineNumber: line.referencePoLineNumber,
    relievePoLineItemId: line.relievePoLineId,
    relievePoLineItemUuid: line.relievePoLineId && uuidOf(line.relievePoLineId),
    closesPoLine: line.closesPoLine === true,
    glTransactionDetailExternalId: line.glTransactionDetailExternalId,
    invoiceLineItemNoteExternalId: null,
  };
}
