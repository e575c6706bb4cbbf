import * as v from 'valibot';
import { budgetField } from '#domain/budget/decision-response';
import { baseTotalField } from '#domain/currency/base-total-field';
import { periodField } from '#domain/periods/period-response';
import { responsesOf } from '#domain/documents/text-field-schemas';
import { listFields, listRowFields } from '#domain/lists/list-response';
import { statuses, submissionStatuses } from '#domain/document';
import {
  contentVersion,
  resolvedAddress,
  note,
  attachment,
  withdrawnAttachment,
  settlement,
  sendHistory,
} from '#domain/documents/document-response';
import { invoiceHeaderFields } from '#domain/documents/header-fields';
import { invoiceLineFields } from '#domain/documents/line-fields';
import { historyEvent, changeEvent } from '#domain/history/history-response';
import {
  departmentSettings,
  vendorAttachment,
  vendor,
  vendorChange,
  vendorAddress,
  withdrawnTaxForm,
} from '#domain/reference-data/vendor-response';
import { waitingField } from '#domain/workflow/waiting-response';
import { described } from '#domain/values/described';
import { workflow } from '#domain/workflow/workflow-response';
import { similarities } from './similar-invoice.ts';

/**
 * An invoice line on the wire. `totalCost` repeats `amount` under the name that all lines have (DEC-91, IN-03, IN-04).
 */
export const invoiceLine = v.object({
  referencePo: v.string(),
  referencePoLineNumber: v.nullable(v.number()),
  relievePoLineItemId: v.nullable(v.string()),
  relievePoLineItemUuid: v.nullable(v.string()),
  closesPoLine: described(
    'Whether the final approval of the invoice closes the line of the purchase order.',
    v.boolean(),
  ),
  id: v.string(),
  keyId: described('A key of the client, returned unchanged.', v.string()),
  listKeyId: v.string(),
  lineNumber: v.number(),
  amount: v.number(),
  totalCost: v.number(),
  amountOnLoad: described('The amount that was stored when the invoice was read.', v.number()),
  description: v.string(),
  coding: v.record(v.string(), v.string()),
  coaExternalId: v.nullable(v.string()),
  ...responsesOf(invoiceLineFields),
  glTransactionDetailExternalId: v.nullable(v.string()),
  invoiceLineItemNoteExternalId: described(
    'Always null. Accounting has no id for the note of a line.',
    v.nullable(v.string()),
  ),
});
export type InvoiceLine = v.InferOutput<typeof invoiceLine>;

const rowFields = {
  id: v.string(),
  version: v.number(),
  contentVersion,
  number: v.string(),
  revision: v.number(),
  date: described('A business day. `dueDate` may be before `date`.', v.string()),
  dueDate: v.string(),
  amount: v.number(),
  totalCost: v.number(),
  ...baseTotalField,
  currency: described('The ISO 4217 code.', v.string()),
  vendorName: v.string(),
  departmentName: v.string(),
  description: v.string(),
  creator: v.object({ id: v.string(), name: v.string(), username: v.string() }),
  ownerId: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  attachmentCount: v.number(),
};

/** An invoice in lists and reviews. Money is a number with at most two decimals (IN-01). */
export type InvoiceRow = v.InferOutput<v.ObjectSchema<typeof rowFields, undefined>>;

export const invoiceRow = v.object({ ...rowFields, ...listRowFields });

/** Another invoice that this one may repeat; `invoice` is null for users who may not see it (IN-31). */
export const similarInvoice = v.object({
  matches: described(
    'NUMBER: the same vendor and number. AMOUNT: the same vendor and amount, and a date within 30 days. FILE: the same file.',
    v.array(v.picklist(similarities)),
  ),
  invoice: described(
    'Null if the user is not allowed to see the invoice.',
    v.nullable(
      v.object({
        id: v.string(),
        number: v.string(),
        vendorName: v.string(),
        date: v.string(),
        totalCost: v.number(),
        currency: v.string(),
      }),
    ),
  ),
});
export type SimilarInvoice = v.InferOutput<typeof similarInvoice>;

/** An invoice on the wire (IN-01, IN-02). */
export const invoice = v.object({
  ...rowFields,
  ...periodField,
  showId: v.string(),
  revisionAuthorIds: described('The users who saved or submitted the current revision.', v.array(v.string())),
  userTotal: described('The amount as the user typed it, returned unchanged.', v.string()),
  department: v.nullable(v.object({ id: v.string(), name: v.string(), settings: departmentSettings })),
  category: v.nullable(v.object({ id: v.string(), name: v.string() })),
  projectCompanyCurrencyExternalId: v.string(),
  projectCompanyExternalId: v.string(),
  companyExternalId: v.string(),
  company: v.string(),
  vendor,
  vendorAddress: v.nullable(vendorAddress),
  vendorAddressLineNumber: v.nullable(v.number()),
  vendorContact: v.string(),
  vendorEmail: v.string(),
  vendorPhoneNumber: v.string(),
  vendorChange: vendorChange,
  vendorAttachments: v.array(vendorAttachment),
  /** Tax forms that were removed from the temporary vendor after a submission; they can still be opened. */
  withdrawnTaxForms: v.array(withdrawnTaxForm),
  ...responsesOf(invoiceHeaderFields),
  billToAddressId: v.nullable(v.string()),
  shipToAddressId: v.nullable(v.string()),
  billToAddress: v.nullable(resolvedAddress),
  shipToAddress: v.nullable(resolvedAddress),
  lineItems: v.array(invoiceLine),
  settlements: described(
    'The payments that settle the invoice. Empty if the user is not allowed to see payments.',
    v.array(settlement),
  ),
  notes: v.array(note),
  attachments: v.array(attachment),
  withdrawnAttachments: v.array(withdrawnAttachment),
  historyEvents: described('Newest first.', v.array(historyEvent)),
  changes: described(
    'Other changes of a submitted or approved document, newest first.',
    v.array(changeEvent),
  ),
  sendHistoryResource: described('Newest first.', v.array(sendHistory)),
  workflow: v.nullable(workflow),
  isArchived: v.boolean(),
  duplicateReason: described(
    'The reason for saving the invoice with the number of another invoice of the vendor. Otherwise null.',
    v.nullable(v.string()),
  ),
  ...waitingField,
  ...budgetField,
  similarInvoices: described('Other invoices that this invoice may duplicate.', v.array(similarInvoice)),
});
export type Invoice = v.InferOutput<typeof invoice>;

/** What a PDF prints of an invoice: not what other documents and the budget add to its page. */
export type PrintedInvoice = Omit<Invoice, 'settlements' | 'similarInvoices' | 'budget'>;

/** LS-45 */
export const invoiceList = v.object({
  invoices: v.array(invoiceRow),
  ...listFields,
});
export type InvoiceList = v.InferOutput<typeof invoiceList>;
