import * as v from 'valibot';
import { bulkStatuses } from '#domain/bulk-approval/bulk';
import { bulkActions } from '#domain/bulk-approval/bulk-preview';
import { docTypes } from '#domain/document';
import { described } from '#domain/values/described';
import { paymentFilters } from '#domain/payments/payment-filters';

/** Schemas of bulk runs. */
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

export const bulkProgress = v.object(progressFields);
export type BulkProgress = v.InferOutput<typeof bulkProgress>;

export const bulkPayment = v.object({
  id: v.string(),
  number: v.string(),
  payeeName: v.string(),
  totalCost: v.number(),
  currency: v.string(),
});
export type BulkPayment = v.InferOutput<typeof bulkPayment>;

const bulkDocument = v.object({
  id: v.string(),
  number: v.string(),
  name: v.string(),
  totalCost: v.number(),
  currency: v.string(),
});

export const bulkRun = v.object({
  ...progressFields,
  items: v.array(
    v.object({ id: v.string(), workflowStepId: v.string(), contentVersion: v.nullable(v.number()) }),
  ),
  payments: v.array(bulkPayment),
  docType: described('Absent for payments.', v.optional(v.picklist(docTypes))),
  action: described('Absent for `approve`.', v.optional(v.picklist(bulkActions))),
  documents: described(
    'The failed documents, and those with a warning, of purchase orders and invoices.',
    v.optional(v.array(bulkDocument)),
  ),
  undoable: described(
    'How many of its approvals can still be taken back. Absent for none.',
    v.optional(v.number()),
  ),
  allSelected: v.boolean(),
  filters: v.nullable(paymentFilters),
  isRetry: v.boolean(),
});
export type BulkRun = v.InferInput<typeof bulkRun>;
