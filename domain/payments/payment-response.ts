import * as v from 'valibot';
import { baseTotalField } from '#domain/currency/base-total-field';
import { periodField } from '#domain/periods/period-response';
import { listFields, listRowFields } from '#domain/lists/list-response';
import { statuses, submissionStatuses } from '#domain/document';
import {
  attachment,
  contentVersion,
  note,
  withdrawnAttachment,
  sendHistory,
} from '#domain/documents/document-response';
import { historyEvent, changeEvent } from '#domain/history/history-response';
import { waitingField } from '#domain/workflow/waiting-response';
import { described } from '#domain/values/described';
import { workflow } from '#domain/workflow/workflow-response';
import { paymentTypes } from './payment.ts';

/** An attachment of a payment, possibly that of an invoice it settles (PA-12). */
export const paymentAttachment = v.object({
  ...attachment.entries,
  invoiceId: v.nullable(v.string()),
});
export type PaymentAttachment = v.InferOutput<typeof paymentAttachment>;

/** A settled invoice that exists in Backlot. */
export const paymentInvoice = v.object({
  id: v.string(),
  number: v.string(),
  amount: v.number(),
  orders: described(
    'The purchase orders that the invoice bills and that the user is allowed to see, with their printed numbers.',
    v.array(v.object({ id: v.string(), number: v.string() })),
  ),
});
export type PaymentInvoice = v.InferOutput<typeof paymentInvoice>;

const summaryFields = {
  id: v.string(),
  showId: v.string(),
  version: v.number(),
  contentVersion,
  number: v.string(),
  created: v.string(),
  vendorName: v.string(),
  payeeName: v.string(),
  paymentType: v.picklist(paymentTypes),
  bankName: v.string(),
  totalCost: v.number(),
  ...baseTotalField,
  currency: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  attachmentCount: v.number(),
  workflowStepId: described('The current step. Send it with an approval.', v.nullable(v.string())),
};

/** A payment in lists and reviews. `created` is accounting's own instant (PA-01, PA-02). */
export type PaymentSummary = v.InferOutput<v.ObjectSchema<typeof summaryFields, undefined>>;

export const paymentSummary = v.object({
  ...summaryFields,
  ...listRowFields,
});

/** A payment on the wire. `bankAccountId` selects its workflow (PA-01, DEC-44). */
export const payment = v.object({
  ...summaryFields,
  ...periodField,
  revision: v.number(),
  bankAccountId: v.nullable(v.string()),
  creator: v.object({ id: v.string(), name: v.string() }),
  ownerId: v.string(),
  revisionAuthorIds: described('The users who saved or submitted the current revision.', v.array(v.string())),
  submitterId: described(
    'The user who submitted the payment last. This user can pull it from approval.',
    v.nullable(v.string()),
  ),
  attachments: v.array(paymentAttachment),
  withdrawnAttachments: v.array(withdrawnAttachment),
  notes: v.array(note),
  invoices: v.array(paymentInvoice),
  historyEvents: v.array(historyEvent),
  changes: described(
    'Other changes of a submitted or approved document, newest first.',
    v.array(changeEvent),
  ),
  sendHistoryResource: v.array(sendHistory),
  ...waitingField,
  workflow: v.nullable(workflow),
  isArchived: v.boolean(),
});
export type Payment = v.InferOutput<typeof payment>;

export const paymentList = v.object({
  payments: v.array(paymentSummary),
  ...listFields,
});
export type PaymentList = v.InferOutput<typeof paymentList>;

/** The values offered by the filters (PA-14, API-95). */
export const paymentFilterSetup = v.object({
  BANK_NAME: v.array(v.string()),
  CURRENCY: v.array(v.string()),
  PAYEE_NAME: v.array(v.string()),
  PAYMENT_TYPE: v.array(v.string()),
  VENDOR_NAME: v.array(v.string()),
});
export type PaymentFilterSetup = v.InferOutput<typeof paymentFilterSetup>;

/** A payment workflow that a submitter may select, or that a bank account selects (API-107, DEC-44). */
export const paymentTemplate = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  templateType: v.literal('PAYMENT'),
  isDefault: v.boolean(),
  paymentBankAccounts: v.array(
    v.object({ id: v.string(), externalId: v.string(), name: v.string(), isoCurrencyCode: v.string() }),
  ),
});
export type PaymentTemplate = v.InferOutput<typeof paymentTemplate>;
