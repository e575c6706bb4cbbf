import * as v from 'valibot';
import { statuses, submissionStatuses } from '#domain/document';
import { described } from '#domain/values/described';

/** An invoice line that counts against a PO, for users who may see the invoice (DEC-39). */
export const invoicedBy = v.object({
  invoiceId: v.string(),
  number: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  lineNumber: described('The line number on the invoice.', v.number()),
  amount: v.number(),
  poLineItemId: v.string(),
});
export type InvoicedBy = v.InferOutput<typeof invoicedBy>;

/** A PO line that an invoice line can reference (DEC-38). `uuid` identifies it in systems that only take UUIDs. */
export const relievableLine = v.object({
  id: v.string(),
  uuid: v.string(),
  lineNumber: v.number(),
  description: v.string(),
  totalCost: v.number(),
  remainingBalance: v.number(),
  isClosed: described('Nothing more of the line is committed.', v.boolean()),
  coding: v.record(v.string(), v.string()),
  taxCode: v.nullable(v.string()),
  glTransactionDetailExternalId: v.nullable(v.string()),
});
export type RelievableLine = v.InferOutput<typeof relievableLine>;

/** A PO that an invoice of the same vendor, company and currency may relieve (API-14, DEC-38). */
export const relievablePo = v.object({
  id: v.string(),
  poNumber: v.string(),
  prefix: v.string(),
  vendor: v.object({
    id: v.nullable(v.string()),
    externalId: v.nullable(v.string()),
    number: v.string(),
    name: v.string(),
  }),
  department: described(
    'Null if the user is not allowed to see the purchase order.',
    v.nullable(v.object({ id: v.string(), name: v.string() })),
  ),
  projectCompanyExternalId: v.string(),
  currency: v.string(),
  lineItems: v.array(relievableLine),
});
export type RelievablePo = v.InferOutput<typeof relievablePo>;
