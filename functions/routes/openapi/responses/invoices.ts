import * as v from 'valibot';
import { invoiceHeaderFields } from '#domain/documents/header-fields';
import { invoiceLineFields } from '#domain/documents/line-fields';
import { responsesOf } from '#domain/documents/text-field-schemas';
import { statuses, submissionStatuses } from '#domain/document';
import type { Invoice, InvoiceList, InvoiceRow } from '#domain/invoices/invoice';
import type { InvoiceLine } from '#domain/invoices/invoice-line';
import type { ListRow } from '#domain/lists/lists';
import { similarities } from '#domain/invoices/similar-invoice';
import type { SimilarInvoice } from '#domain/invoices/similar-invoice';
import { listRowFields, listFields } from './list-row.ts';
import {
  attachment,
  contentVersion,
  departmentSettings,
  changeEvent,
  historyEvent,
  note,
  resolvedAddress,
  sendHistory,
  settlement,
  vendor,
  vendorAddress,
  vendorAttachment,
  vendorChange,
  withdrawnAttachment,
  withdrawnTaxForm,
  workflow,
} from './shared-schemas.ts';
import { described } from './described.ts';

/** Schemas of invoices. */
export const invoiceLine: v.GenericSchema<InvoiceLine> = v.object({
  referencePo: v.string(),
  referencePoLineNumber: v.nullable(v.number()),
  relievePoLineItemId: v.nullable(v.string()),
  relievePoLineItemUuid: v.nullable(v.string()),
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

export const invoiceRow: v.GenericSchema<ListRow<InvoiceRow>> = v.object({ ...rowFields, ...listRowFields });

export const similarInvoice: v.GenericSchema<SimilarInvoice> = v.object({
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

export const invoice: v.GenericSchema<Invoice> = v.object({
  ...rowFields,
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
  similarInvoices: described('Other invoices that this invoice may duplicate.', v.array(similarInvoice)),
});

export const invoiceList: v.GenericSchema<InvoiceList> = v.object({
  invoices: v.array(invoiceRow),
  ...listFields,
});
