import { expect, test } from 'vitest';
import { readersField, refetchSpreadMs } from '#domain/realtime/messages';

test('DEC-153: windows spread their refetch over up to two seconds, the longer the more users receive a change', () => {
  expect([undefined, 99, 100, 1_500, 2_000, 5_000].map(refetchSpreadMs)).toEqual([
    0, 0, 100, 1_500, 2_000, 2_000,
  ]);
});

test('DEC-153: a change names the number of its readers only when they are many', () => {
  const readers = (count: number) => Array.from({ length: count }, (_, n) => `user${n}`);
  expect([0, 99, 100].map((count) => readersField(readers(count)))).toEqual([{}, {}, { readers: 100 }]);
});
