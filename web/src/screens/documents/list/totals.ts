import { toCents } from '#domain/money';
import type { ListRow } from './list-kind.ts';

/** What the rows shown come to, in each of their currencies; the largest number of rows first. Cents. */
export function sums(
  rows: readonly Pick<ListRow, 'currency' | 'totalCost'>[],
): { currency: string; cents: number }[] {
  const found = new Map<string, { cents: number; count: number }>();
  for (const { currency, totalCost } of rows) {
    const before = found.get(currency) ?? { cents: 0, count: 0 };
    found.set(currency, { cents: before.cents + toCents(totalCost), count: before.count + 1 });
  }
  return [...found]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([currency, { cents }]) => ({ currency, cents }));
}
