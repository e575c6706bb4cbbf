import { toCents } from '#domain/values/money';
import type { ListRow } from './list-definition.ts';

export interface CurrencySum {
  currency: string;
  cents: number;
}

/** What the rows shown come to, in each of their currencies; the largest number of rows first. Cents. */
export function sums(rows: readonly Pick<ListRow, 'currency' | 'totalCost'>[]): CurrencySum[] {
  const found = new Map<string, { cents: number; count: number }>();
  for (const { currency, totalCost } of rows) {
    const before = found.get(currency) ?? { cents: 0, count: 0 };
    found.set(currency, { cents: before.cents + toCents(totalCost), count: before.count + 1 });
  }
  return [...found]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([currency, { cents }]) => ({ currency, cents }));
}

/** A sum as the server says it. */
export function inCents({ currency, totalCost }: { currency: string; totalCost: number }): CurrencySum {
  return { currency, cents: toCents(totalCost) };
}

/** What is left of sums without some of what they sum up. */
export function sumsWithout(all: readonly CurrencySum[], without: readonly CurrencySum[]): CurrencySum[] {
  const taken = new Map(without.map(({ currency, cents }) => [currency, cents]));
  return all.map(({ currency, cents }) => ({ currency, cents: cents - (taken.get(currency) ?? 0) }));
}
