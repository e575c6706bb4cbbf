import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchMessages } from '../../../web/src/session/batch-messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('DEC-100: a single change is delivered soon, a burst in one batch per interval', () => {
  const delivered: number[][] = [];
  const batches = batchMessages<number>({ delayMs: 250, intervalMs: 1000 }, (items) => delivered.push(items));
  batches.add(1);
  vi.advanceTimersByTime(249);
  expect(delivered).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(delivered).toEqual([[1]]);
  batches.add(2);
  batches.add(3);
  vi.advanceTimersByTime(999);
  expect(delivered).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  expect(delivered).toEqual([[1], [2, 3]]);
  // After a pause the next item is delivered soon again.
  vi.advanceTimersByTime(5000);
  batches.add(4);
  vi.advanceTimersByTime(250);
  expect(delivered).toEqual([[1], [2, 3], [4]]);
});

test('DEC-100: stop drops undelivered items', () => {
  const delivered: number[][] = [];
  const batches = batchMessages<number>({ delayMs: 0, intervalMs: 1000 }, (items) => delivered.push(items));
  batches.add(1);
  batches.stop();
  vi.advanceTimersByTime(5000);
  expect(delivered).toEqual([]);
  batches.add(2);
  vi.advanceTimersByTime(0);
  expect(delivered).toEqual([[2]]);
});
