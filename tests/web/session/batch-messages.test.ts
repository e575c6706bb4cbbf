import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inBursts } from '../../../web/src/session/batch-messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('DEC-100: a single change is handed over soon, a burst together and at a pace', () => {
  const seen: number[][] = [];
  const bursts = inBursts<number>({ soonMs: 250, restMs: 1000 }, (items) => seen.push(items));
  bursts.add(1);
  vi.advanceTimersByTime(249);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([[1]]);
  bursts.add(2);
  bursts.add(3);
  vi.advanceTimersByTime(999);
  expect(seen).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([[1], [2, 3]]);
  // After a rest the next one is soon again.
  vi.advanceTimersByTime(5000);
  bursts.add(4);
  vi.advanceTimersByTime(250);
  expect(seen).toEqual([[1], [2, 3], [4]]);
});

test('DEC-100: what waits when nobody listens any more is forgotten', () => {
  const seen: number[][] = [];
  const bursts = inBursts<number>({ soonMs: 0, restMs: 1000 }, (items) => seen.push(items));
  bursts.add(1);
  bursts.stop();
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([]);
  bursts.add(2);
  vi.advanceTimersByTime(0);
  expect(seen).toEqual([[2]]);
});
