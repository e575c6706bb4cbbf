import * as v from 'valibot';
import { bulkStatuses } from '#domain/bulk-approval/bulk';
import { paymentFilters } from '#domain/payments/payment-filters';

/** Schemas of the bulk approval of payments. */
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

export const bulkRun = v.object({
  ...progressFields,
  items: v.array(
    v.object({ id: v.string(), workflowStepId: v.string(), contentVersion: v.nullable(v.number()) }),
  ),
  payments: v.array(bulkPayment),
  allSelected: v.boolean(),
  filters: v.nullable(paymentFilters),
  isRetry: v.boolean(),
});
export type BulkRun = v.InferInput<typeof bulkRun>;
