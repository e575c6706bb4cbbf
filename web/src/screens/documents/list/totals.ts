import { toCents } from '#domain/values/money';
import type { ListRow } from './list-definition.ts';

export interface CurrencySum {
  currency: string;
  cents: number;
}

/** The totals of the rows shown, in cents per currency, the currency with the most rows first. */
export function sums(rows: readonly Pick<ListRow, 'currency' | 'totalCost'>[]): CurrencySum[] {
  const totals = new Map<string, { cents: number; count: number }>();
  for (const { currency, totalCost } of rows) {
    const before = totals.get(currency) ?? { cents: 0, count: 0 };
    totals.set(currency, { cents: before.cents + toCents(totalCost), count: before.count + 1 });
  }
  return [...totals]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([currency, { cents }]) => ({ currency, cents }));
}

/** Converts a total of the server to cents. */
export function sumInCents({ currency, totalCost }: { currency: string; totalCost: number }): CurrencySum {
  return { currency, cents: toCents(totalCost) };
}

/** The totals that remain without those of some rows. */
export function subtractSums(all: readonly CurrencySum[], without: readonly CurrencySum[]): CurrencySum[] {
  const centsByCurrency = new Map(without.map(({ currency, cents }) => [currency, cents]));
  return all.map(({ currency, cents }) => ({
    currency,
    cents: cents - (centsByCurrency.get(currency) ?? 0),
  }));
}
