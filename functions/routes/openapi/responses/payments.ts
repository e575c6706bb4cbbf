import * as v from 'valibot';
import { bulkStatuses } from '#domain/bulk-approval/bulk';
import type { BulkPayment, BulkProgress, BulkRun } from '#domain/bulk-approval/bulk';
import { statuses, submissionStatuses } from '#domain/document';
import { paymentTypes } from '#domain/payments/payment';
import type { ListRow } from '#domain/lists/lists';
import { paymentFilters } from '#domain/payments/payment-filters';
import type {
  Payment,
  PaymentAttachment,
  PaymentFilterSetup,
  PaymentInvoice,
  PaymentList,
  PaymentSummary,
  PaymentTemplate,
} from '#domain/payments/payment';
import { listRowFields, listFields } from './list-row.ts';
import { attachmentFlags } from './attachment-flags.ts';
import {
  changeEvent,
  contentVersion,
  historyEvent,
  note,
  sendHistory,
  withdrawnAttachment,
  workflow,
} from './shared-schemas.ts';
import { described } from './described.ts';

/** Schemas of payments and their bulk approval. */
export const paymentAttachment: v.GenericSchema<PaymentAttachment> = v.object({
  attachmentId: v.string(),
  label: v.string(),
  created: v.string(),
  isTopSheet: v.boolean(),
  invoiceId: v.nullable(v.string()),
  ...attachmentFlags,
});

export const paymentInvoice: v.GenericSchema<PaymentInvoice> = v.object({
  id: v.string(),
  number: v.string(),
  amount: v.number(),
  orders: described(
    'The purchase orders that the invoice bills and that the user is allowed to see, with their printed numbers.',
    v.array(v.object({ id: v.string(), number: v.string() })),
  ),
});

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
  currency: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  attachmentCount: v.number(),
  workflowStepId: described('The current step. Send it with an approval.', v.nullable(v.string())),
};

export const paymentSummary: v.GenericSchema<ListRow<PaymentSummary>> = v.object({
  ...summaryFields,
  ...listRowFields,
});

export const payment: v.GenericSchema<Payment> = v.object({
  ...summaryFields,
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
  workflow: v.nullable(workflow),
  isArchived: v.boolean(),
});

export const paymentList: v.GenericSchema<PaymentList> = v.object({
  payments: v.array(paymentSummary),
  ...listFields,
});

const progressFields = {
  runId: v.string(),
  status: v.picklist(bulkStatuses),
  total: v.number(),
  numSuccess: v.number(),
  numFailure: v.number(),
  batchesComplete: v.number(),
  totalBatches: v.number(),
  success: v.array(v.string()),
  failed: v.array(v.object({ id: v.string(), code: v.string(), message: v.string() })),
  warnings: v.array(v.object({ id: v.string(), code: v.string(), message: v.string() })),
};

export const bulkProgress: v.GenericSchema<BulkProgress> = v.object(progressFields);

export const bulkPayment: v.GenericSchema<BulkPayment> = v.object({
  id: v.string(),
  number: v.string(),
  payeeName: v.string(),
  totalCost: v.number(),
  currency: v.string(),
});

export const bulkRun: v.GenericSchema<BulkRun> = v.object({
  ...progressFields,
  items: v.array(
    v.object({ id: v.string(), workflowStepId: v.string(), contentVersion: v.nullable(v.number()) }),
  ),
  payments: v.array(bulkPayment),
  allSelected: v.boolean(),
  filters: v.nullable(paymentFilters),
  isRetry: v.boolean(),
});

export const paymentFilterSetup: v.GenericSchema<PaymentFilterSetup> = v.object({
  BANK_NAME: v.array(v.string()),
  CURRENCY: v.array(v.string()),
  PAYEE_NAME: v.array(v.string()),
  PAYMENT_TYPE: v.array(v.string()),
  VENDOR_NAME: v.array(v.string()),
});

export const paymentTemplate: v.GenericSchema<PaymentTemplate> = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  templateType: v.literal('PAYMENT'),
  isDefault: v.boolean(),
  paymentBankAccounts: v.array(
    v.object({ id: v.string(), externalId: v.string(), name: v.string(), isoCurrencyCode: v.string() }),
  ),
});
