import * as v from 'valibot';
import { flag, id, namedContent, text } from '#domain/values/schema-fields';
import { bulkBatchSize } from './bulk-progress.ts';
import type { BulkProgressUpdate } from '#domain/realtime/messages';
import { paymentFilters, type PaymentFilterBody } from '#domain/payments/payment-filters';

/** A request for more than this is refused; `allSelected` takes as many at most. */
export const bulkLimit = 5000;

/** `contentVersion` is the content that the user saw; without it the current one is meant (DEC-30). */
const item = v.object({ id, workflowStepId: id, contentVersion: namedContent });
export type BulkItem = v.InferOutput<typeof item>;

/** API-21, DEC-45: explicit picks, or everything in the user's queue that the list's filters show. */
export const bulkRequest = v.object({
  items: v.nullish(v.pipe(v.array(item), v.maxLength(bulkLimit)), []),
  allSelected: flag,
  filters: v.nullish(paymentFilters, null),
  excludedIds: v.nullish(v.pipe(v.array(id), v.maxLength(bulkLimit)), []),
  total: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
  showId: v.nullish(v.pipe(v.string(), v.maxLength(12)), null),
  timeZone: text(64),
  isRetry: flag,
});
export type BulkRequest = v.InferOutput<typeof bulkRequest>;

export const bulkStatuses = ['in_progress', 'success', 'error', 'canceled'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

interface BulkFailure {
  id: string;
  code: string;
  message: string;
}

/**
 * DEC-45: where a run stands. `warnings` are items of `success` that accounting refused after they were approved
 * (DEC-03). An item that was canceled before its turn is in neither list.
 */
export interface BulkProgress extends BulkProgressUpdate {
  status: BulkStatus;
  warnings: BulkFailure[];
}

/** A payment as a run names it. */
export interface BulkPayment {
  id: string;
  number: string;
  payeeName: string;
  totalCost: number;
  currency: string;
}

/** BK-01: a whole run. `payments` are those that failed or were warned about. */
export interface BulkRun extends BulkProgress {
  items: BulkItem[];
  payments: BulkPayment[];
  allSelected: boolean;
  filters: PaymentFilterBody | null;
  isRetry: boolean;
}

/** An item as it is kept; `result` null: not yet tried. `batch` 0: canceled before its turn. */
export interface BulkEntry {
  id: string;
  batch: number;
  result: 'success' | 'failed' | null;
  code: string | null;
  message: string | null;
}

/** What came of one item. */
export interface BulkResult {
  result: 'success' | 'failed';
  code: string | null;
  message: string | null;
}

function failure({ id: documentId, code, message }: BulkEntry): BulkFailure {
  return { id: documentId, code: code ?? 'INTERNAL_ERROR', message: message ?? '' };
}

/** The figures of a run from its items: nothing is counted twice, however often a message came. */
export function progressOf(
  run: { runId: string; status: BulkStatus; total: number },
  entries: readonly BulkEntry[],
): BulkProgress {
  const batches = Map.groupBy(
    entries.filter(({ batch }) => batch > 0),
    ({ batch }) => batch,
  );
  const open = [...batches.values()].filter((batch) => batch.some(({ result }) => result === null));
  const approved = entries.filter(({ result }) => result === 'success');
  const failed = entries.filter(({ result }) => result === 'failed');
  return {
    ...run,
    numSuccess: approved.length,
    numFailure: failed.length,
    batchesComplete: batches.size - open.length,
    totalBatches: batches.size,
    success: approved.map((entry) => entry.id),
    failed: failed.map(failure),
    warnings: approved.filter(({ code }) => code !== null).map(failure),
  };
}

/** Picks in their order, each document once, in batches from `first` on. */
export function inBatches<Picked extends { id: string }>(
  picks: readonly Picked[],
  first = 1,
): (Picked & { batch: number })[] {
  const unique = [...new Map(picks.map((pick) => [pick.id, pick])).values()];
  return unique.map((pick, position) => ({ ...pick, batch: first + Math.floor(position / bulkBatchSize) }));
}
