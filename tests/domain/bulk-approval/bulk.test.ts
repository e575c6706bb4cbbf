import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignBatches, progressOf } from '#domain/bulk-approval/bulk';
import { bulkBatchSize } from '#domain/bulk-approval/bulk-progress';
import type { BulkEntry } from '#domain/bulk-approval/bulk';

const run = { runId: 'r', status: 'in_progress' as const, total: 3 };
const entry = (id: string, batch: number, changes: Partial<BulkEntry> = {}): BulkEntry => ({
  id,
  batch,
  result: null,
  code: null,
  message: null,
  ...changes,
});

test('BK-03: items go into batches of ten in their order, each document once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 60 }).map((n) => ({ id: `p${n}` }))), (picks) => {
      const items = assignBatches(picks, 4);
      expect(items.map(({ id }) => id)).toEqual([...new Set(picks.map(({ id }) => id))]);
      for (const batch of Map.groupBy(items, (item) => item.batch).values())
        expect(batch.length).toBeLessThanOrEqual(bulkBatchSize);
      expect(items.at(-1)?.batch ?? 3).toBe(3 + Math.ceil(items.length / bulkBatchSize));
    }),
  );
});

test('DEC-45: an item that accounting rejected is approved with a warning, and a refused item has failed', () => {
  const done = entry('a', 1, { result: 'success' });
  const warned = entry('b', 1, { result: 'success', code: 'accounting_interface_error', message: 'Closed.' });
  const failed = entry('c', 2, { result: 'failed', code: 'FORBIDDEN' });
  const all = progressOf(run, [done, warned, failed]);
  expect(all).toEqual({
    ...run,
    numSuccess: 2,
    numFailure: 1,
    batchesComplete: 2,
    totalBatches: 2,
    success: ['a', 'b'],
    failed: [{ id: 'c', code: 'FORBIDDEN', message: '' }],
    warnings: [{ id: 'b', code: 'accounting_interface_error', message: 'Closed.' }],
  });
});

test('DEC-45: a canceled item delays nothing and is neither success nor failure', () => {
  const progress = progressOf(run, [entry('a', 1, { result: 'success' }), entry('b', 0), entry('c', 0)]);
  expect([progress.totalBatches, progress.batchesComplete, progress.numSuccess, progress.numFailure]).toEqual(
    [1, 1, 1, 0],
  );
});
