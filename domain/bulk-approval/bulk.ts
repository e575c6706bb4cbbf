import * as v from 'valibot';
import { budgetAnswers } from '#domain/budget/budget-answers';
import { docTypes } from '#domain/document';
import { booleanFlag, id, namedContent, text } from '#domain/values/schema-fields';
import { bulkBatchSize } from './bulk-progress.ts';
import { paymentFilters } from '#domain/payments/payment-filters';
import type { BulkProgress } from './bulk-response.ts';

/** Larger requests are rejected; `allSelected` takes at most this many payments. */
export const bulkLimit = 5000;

/**
 * `contentVersion` is the content that the user saw, `budgetAnswer` what the preview said of the budget; without them, the
 * present ones apply (DEC-30, BUD-52).
 */
const item = v.object({
  id,
  workflowStepId: id,
  contentVersion: namedContent,
  budgetAnswer: v.nullish(v.picklist(budgetAnswers)),
});
export type BulkItem = v.InferOutput<typeof item>;

/**
 * The type of a run's documents. Only payments can be selected by `allSelected`: for the others the preview names the
 * documents (BULK-02).
 */
const docType = v.optional(v.picklist(docTypes), 'PAYMENT');

/** Explicit items, or everything in the user's queue that matches the list's filters (API-21, DEC-45). */
export const bulkRequest = v.object({
  docType,
  items: v.nullish(v.pipe(v.array(item), v.maxLength(bulkLimit)), []),
  allSelected: booleanFlag,
  filters: v.nullish(paymentFilters, null),
  excludedIds: v.nullish(v.pipe(v.array(id), v.maxLength(bulkLimit)), []),
  total: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
  showId: v.nullish(v.pipe(v.string(), v.maxLength(12)), null),
  timeZone: text(64),
  isRetry: booleanFlag,
});
export type BulkRequest = v.InferOutput<typeof bulkRequest>;

/** The documents of a bulk submit or a bulk push, with the content that the user saw (BULK-06, BULK-07). */
export const bulkItemsRequest = v.object({
  docType: v.picklist(docTypes),
  items: v.pipe(
    v.array(v.object({ id, contentVersion: namedContent })),
    v.minLength(1),
    v.maxLength(bulkLimit),
  ),
  showId: v.nullish(v.pipe(v.string(), v.maxLength(12)), null),
});
export type BulkItemsRequest = v.InferOutput<typeof bulkItemsRequest>;

export const bulkStatuses = ['in_progress', 'success', 'error', 'canceled'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

export interface BulkFailure {
  id: string;
  code: string;
  message: string;
}

/** A stored item of a run. `result` is null until it was tried; `batch` is 0 when it was canceled before its turn. */
export interface BulkEntry {
  id: string;
  batch: number;
  result: 'success' | 'failed' | null;
  code: string | null;
  message: string | null;
}

export interface BulkResult {
  result: 'success' | 'failed';
  code: string | null;
  message: string | null;
}

function failure({ id: documentId, code, message }: BulkEntry): BulkFailure {
  return { id: documentId, code: code ?? 'INTERNAL_ERROR', message: message ?? '' };
}

/** Derives a run's progress from its items, so a repeated message cannot count an item twice. */
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

/** Assigns batch numbers from `first` on. Keeps the order and drops repeated documents. */
export function assignBatches<Item extends { id: string }>(
  picks: readonly Item[],
  first = 1,
): (Item & { batch: number })[] {
  const unique = [...new Map(picks.map((pick) => [pick.id, pick])).values()];
  return unique.map((pick, position) => ({ ...pick, batch: first + Math.floor(position / bulkBatchSize) }));
}
