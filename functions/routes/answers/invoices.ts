import * as v from 'valibot';
import { statuses, submissionStatuses } from '#domain/document';
import type { Invoice, InvoiceList, InvoiceRow } from '#domain/invoice';
import type { InvoiceLine } from '#domain/invoice-line';
import type { Listed } from '#domain/lists';
import { listedFields, listFields } from './listed.ts';
import {
  attachment,
  departmentSettings,
  historyEvent,
  note,
  resolvedAddress,
  sendHistory,
  settlement,
  vendor,
  vendorAddress,
  vendorAttachment,
  workflow,
} from './parts.ts';
import { said } from './said.ts';

/** Invoices on the wire. */
export const invoiceLine: v.GenericSchema<InvoiceLine> = v.object({
  referencePo: v.string(),
  referencePoLineNumber: v.nullable(v.number()),
  relievePoLineItemId: v.nullable(v.string()),
  relievePoLineItemUuid: v.nullable(v.string()),
  id: v.string(),
  keyId: said('The client’s own keys, echoed.', v.string()),
  listKeyId: v.string(),
  lineNumber: v.number(),
  amount: v.number(),
  totalCost: v.number(),
  amountOnLoad: said('The stored amount when the invoice was read.', v.number()),
  description: v.string(),
  note: said('At most 100 characters.', v.string()),
  coding: v.record(v.string(), v.string()),
  coaExternalId: v.nullable(v.string()),
  taxCode: v.nullable(v.string()),
  glTransactionDetailExternalId: v.nullable(v.string()),
  invoiceLineItemNoteExternalId: said(
    'Accounting has no id of its own for the note of a line: always null.',
    v.nullable(v.string()),
  ),
});

const rowFields = {
  id: v.string(),
  version: v.number(),
  number: v.string(),
  revision: v.number(),
  date: said('Business days; `dueDate` may precede `date`.', v.string()),
  dueDate: v.string(),
  amount: v.number(),
  totalCost: v.number(),
  currency: said('ISO code.', v.string()),
  vendorName: v.string(),
  departmentName: v.string(),
  description: v.string(),
  creator: v.object({ id: v.string(), name: v.string(), username: v.string() }),
  ownerId: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  attachmentCount: v.number(),
};

export const invoiceRow: v.GenericSchema<Listed<InvoiceRow>> = v.object({ ...rowFields, ...listedFields });

export const invoice: v.GenericSchema<Invoice> = v.object({
  ...rowFields,
  showId: v.string(),
  userTotal: said('The amount as it was typed, echoed.', v.string()),
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
  vendorAttachments: v.array(vendorAttachment),
  contactName: v.string(),
  contactNumber: v.string(),
  billToAddressId: v.nullable(v.string()),
  shipToAddressId: v.nullable(v.string()),
  billToAddress: v.nullable(resolvedAddress),
  shipToAddress: v.nullable(resolvedAddress),
  lineItems: v.array(invoiceLine),
  settlements: said('The payments that settle it; none for who may not see payments.', v.array(settlement)),
  notes: v.array(note),
  attachments: v.array(attachment),
  historyEvents: said('Newest first.', v.array(historyEvent)),
  sendHistoryResource: said('Newest first.', v.array(sendHistory)),
  workflow: v.nullable(workflow),
  isArchived: v.boolean(),
});

export const invoiceList: v.GenericSchema<InvoiceList> = v.object({
  invoices: v.array(invoiceRow),
  ...listFields,
});
