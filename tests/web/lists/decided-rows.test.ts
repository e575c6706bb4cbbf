import { expect, test } from 'vitest';
import { markDecided, withoutDecided } from '../../../web/src/screens/documents/list/decided-rows.ts';

const row = (id: string, totalCost: number, currency = 'USD') => ({ id, totalCost, currency });
const rows = [row('a', 10), row('b', 0.1), row('c', 7, 'EUR')];
const sums = [
  { currency: 'USD', totalCost: 10.1 },
  { currency: 'EUR', totalCost: 7 },
];

test('SH-18: a queue read before a decision is without its row, and count and sum follow', () => {
  markDecided('b', 20);
  const queue = { rows, total: 7, sums, askedAt: 10 };
  expect(withoutDecided([queue])).toEqual([
    { ...queue, rows: [rows[0], rows[2]], total: 6, sums: [{ currency: 'USD', totalCost: 10 }, sums[1]] },
  ]);
});

test('SH-18: what was read after the decision is shown as it was read', () => {
  markDecided('b', 20);
  const queue = { rows, total: 7, sums, askedAt: 21 };
  expect(withoutDecided([queue])).toEqual([queue]);
});

test('SH-18: a list that is no queue keeps its rows', () => {
  markDecided('b', 20);
  const list = { rows, total: 7, askedAt: 10 };
  expect(withoutDecided([list])).toEqual([list]);
});
