import type { BulkRun } from './bulk.ts';
import type { BulkProgressUpdate } from '#domain/realtime/messages';

/** BK-03: how many items a message approves, and up to how many the call itself waits for. */
export const bulkBatchSize = 10;

type Figures = Pick<BulkProgressUpdate, 'total' | 'numSuccess' | 'numFailure'>;

/** BK-06, DEC-45: whole percent of the items that have ended. */
export function percentDone({ total, numSuccess, numFailure }: Figures): number {
  return total === 0 ? 100 : Math.floor(((numSuccess + numFailure) / total) * 100);
}

/** BK-07, DEC-45: a third of a minute for each batch that is left, in whole minutes. */
export function remainingText(batchesLeft: number): string {
  const minutes = Math.ceil(batchesLeft / 3);
  return minutes <= 1 ? '<1 min' : `${minutes} min`;
}

/** Nothing will happen any more: also not in batches that had begun when the run was canceled. */
export function isSettled(
  run: Pick<BulkProgressUpdate, 'status' | 'batchesComplete' | 'totalBatches'>,
): boolean {
  return run.status !== 'in_progress' && run.batchesComplete >= run.totalBatches;
}

/** A run with what a message told of it. Messages may overtake each other: one that knows less changes nothing. */
export function toldOf(run: BulkRun, told: BulkProgressUpdate): BulkRun {
  const done = run.numSuccess + run.numFailure;
  if (told.runId !== run.runId || told.numSuccess + told.numFailure < done) return run;
  const { numSuccess, numFailure, batchesComplete, totalBatches, success, failed } = told;
  return { ...run, numSuccess, numFailure, batchesComplete, totalBatches, success, failed };
}
