import type { Code } from '#domain/codes';
import type { BulkProgressUpdate } from '#domain/realtime/messages';
import type { BulkFailure } from './bulk.ts';
import type { BulkRun } from './bulk-response.ts';

/** Items that one queue message approves, and the largest run that the request itself waits for (BK-03). */
export const bulkBatchSize = 10;

/** The codes of documents that a run skips, because they have changed or no longer wait for the user (BULK-05). */
const skipped: readonly string[] = ['WORKFLOW_CONFLICT', 'FORBIDDEN', 'NOT_FOUND'];

export function isSkipped({ code }: Pick<BulkFailure, 'code'>): boolean {
  return skipped.includes(code);
}

/** The codes of documents that have to change before the action can succeed, so that a retry fails again (BULK-13). */
const permanent: readonly string[] = [
  'TEMP_VENDOR_NOT_ALLOWED',
  'INVALID_TEMP_VENDOR',
  'MISSING_REQUIRED_FIELDS',
  'POS_BAD_REQUEST',
  'ERROR_PO_NOT_EDITABLE',
  'ERROR_INVOICE_NOT_EDITABLE',
  'duplicate_vendor_invoice_id',
  'reduction_unsupported',
  'budget_reason_missing',
] satisfies Code[];

export function isPermanent({ code }: Pick<BulkFailure, 'code'>): boolean {
  return permanent.includes(code);
}

type Totals = Pick<BulkProgressUpdate, 'total' | 'numSuccess' | 'numFailure'>;

/** Returns the whole percent of items that are finished (BK-06, DEC-45). */
export function percentDone({ total, numSuccess, numFailure }: Totals): number {
  return total === 0 ? 100 : Math.floor(((numSuccess + numFailure) / total) * 100);
}

/** Estimates a third of a minute for each remaining batch and returns whole minutes (BK-07, DEC-45). */
export function remainingText(batchesLeft: number): string {
  const minutes = Math.ceil(batchesLeft / 3);
  return minutes <= 1 ? '<1 min' : `${minutes} min`;
}

/** True when nothing more will happen, including in batches that were running when the run was canceled. */
export function isSettled(
  run: Pick<BulkProgressUpdate, 'status' | 'batchesComplete' | 'totalBatches'>,
): boolean {
  return run.status !== 'in_progress' && run.batchesComplete >= run.totalBatches;
}

/** Merges a progress message into a run. Messages can arrive out of order: one with fewer finished items is ignored. */
export function mergeProgress(run: BulkRun, update: BulkProgressUpdate): BulkRun {
  const done = run.numSuccess + run.numFailure;
  if (update.runId !== run.runId || update.numSuccess + update.numFailure < done) return run;
  const { numSuccess, numFailure, batchesComplete, totalBatches, success, failed } = update;
  return { ...run, numSuccess, numFailure, batchesComplete, totalBatches, success, failed };
}
