import { expect, test } from 'vitest';
import { isSettled, percentDone, remainingText, mergeProgress } from '#domain/bulk-approval/bulk-progress';
import type { BulkRun } from '#domain/bulk-approval/bulk-response';

test.each([
  [0, 0, 12, 0],
  [1, 0, 12, 8],
  [11, 0, 12, 91],
  [6, 5, 12, 91],
  [199, 0, 200, 99],
  [12, 0, 12, 100],
  [0, 12, 12, 100],
  [0, 0, 0, 100],
] as const)(
  'BK-06: %i approved and %i failed of %i are %i percent',
  (numSuccess, numFailure, total, percent) => {
    expect(percentDone({ numSuccess, numFailure, total })).toBe(percent);
  },
);

test.each([
  [0, '<1 min'],
  [1, '<1 min'],
  [3, '<1 min'],
  [4, '2 min'],
  [6, '2 min'],
  [7, '3 min'],
  [100, '34 min'],
] as const)('BK-07: with %i batches left it takes %s', (left, text) => {
  expect(remainingText(left)).toBe(text);
});

test.each([
  ['in_progress', 4, 4, false],
  ['success', 4, 4, true],
  ['error', 4, 4, true],
  ['canceled', 3, 4, false],
  ['canceled', 3, 3, true],
] as const)(
  'DEC-45: a run that is %s with %i of %i batches',
  (status, batchesComplete, totalBatches, settled) => {
    expect(isSettled({ status, batchesComplete, totalBatches })).toBe(settled);
  },
);

test('DEC-45: a late message, or one about another run, changes nothing', () => {
  const run: BulkRun = {
    runId: 'r',
    status: 'in_progress',
    total: 30,
    numSuccess: 20,
    numFailure: 0,
    batchesComplete: 2,
    totalBatches: 3,
    success: [],
    failed: [],
    warnings: [],
    payments: [],
    items: [],
    allSelected: true,
    filters: null,
    isRetry: false,
  };
  const update = { ...run, numSuccess: 10, batchesComplete: 1 };
  expect(mergeProgress(run, update)).toBe(run);
  expect(mergeProgress(run, { ...update, runId: 's', numSuccess: 30 })).toBe(run);
  const failed = [{ id: 'p', code: 'FORBIDDEN', message: '' }];
  const next = { ...update, numSuccess: 28, numFailure: 1, failed };
  expect(mergeProgress(run, next)).toEqual({
    ...run,
    numSuccess: 28,
    numFailure: 1,
    batchesComplete: 1,
    failed,
  });
});
