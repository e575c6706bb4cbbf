import { expect, test } from 'vitest';
import { EventLimit } from '../../durable-objects/event-limit.ts';

test('RT-11: each key may send a limited number of events in ten seconds', () => {
  const limit = new EventLimit(3);
  const burst = (key: string, now: number) => [1, 2, 3, 4].map(() => limit.allows(key, now));
  expect(burst('a', 100_000)).toEqual([true, true, true, false]);
  expect(burst('b', 104_000)).toEqual([true, true, true, false]);
  expect(limit.allows('a', 109_999)).toBe(false);
  expect(burst('a', 110_000)).toEqual([true, true, true, false]);
});
