import { expect, test } from 'vitest';
import { markDecided, withoutDecided } from '../../../web/src/screens/documents/list/decided-rows.ts';

const row = (id: string, totalCost: number, currency = 'USD') => ({ id, totalCost, currency });
const rows = [row('a', 10), row('b', 0.1), row('c', 7, 'EUR')];
const sums = [
  { currency: 'USD', totalCost: 10.1 },
  { currency: 'EUR', totalCost: 7 },
];

test('SH-18: a queue fetched before a decision loses the row, and its count and sum change', () => {
  markDecided('b', 20);
  const queue = { rows, total: 7, sums, requestedAt: 10 };
  expect(withoutDecided([queue])).toEqual([
    { ...queue, rows: [rows[0], rows[2]], total: 6, sums: [{ currency: 'USD', totalCost: 10 }, sums[1]] },
  ]);
});

test('SH-18: a queue fetched after the decision is unchanged', () => {
  markDecided('b', 20);
  const queue = { rows, total: 7, sums, requestedAt: 21 };
  expect(withoutDecided([queue])).toEqual([queue]);
});

test('SH-18: a list other than a queue keeps its rows', () => {
  markDecided('b', 20);
  const list = { rows, total: 7, requestedAt: 10 };
  expect(withoutDecided([list])).toEqual([list]);
});
