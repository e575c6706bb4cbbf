import type { QueueTotals } from './lists.ts';
import { fromCents } from '#domain/values/money';
import type { ListTotals } from './list-response.ts';

/** The documents of a sum that have a total in the base currency: in their own currency, and in the base currency. */
export interface SumsInBase {
  ratedCents: number;
  baseCents: number;
}

export interface CurrencySum extends SumsInBase {
  currency: string;
  cents: number;
}

/**
 * Returns the sums by currency, and in a show with a base currency one total. Documents that were never submitted have no
 * rate yet: those in other currencies are listed beside the total (CURR-32).
 */
export function toListTotals(totals: readonly CurrencySum[], baseCurrency: string | null): ListTotals {
  const sums = totals.map(({ currency, cents }) => ({ currency, totalCost: fromCents(cents) }));
  if (baseCurrency === null) return { sums };
  const isBase = ({ currency }: CurrencySum) => currency.toUpperCase() === baseCurrency;
  const unrated = (sum: CurrencySum) => sum.cents - sum.ratedCents;
  const cents = totals.reduce((all, sum) => all + sum.baseCents + (isBase(sum) ? unrated(sum) : 0), 0);
  const unconverted = totals
    .filter((sum) => !isBase(sum) && unrated(sum) !== 0)
    .map((sum) => ({ currency: sum.currency, totalCost: fromCents(unrated(sum)) }));
  return { sums, base: { currency: baseCurrency, totalCost: fromCents(cents), unconverted } };
}

/** Returns the totals of a queue; empty for any other list. */
export function queueTotals(totals: readonly CurrencySum[] | null, baseCurrency: string | null): QueueTotals {
  return totals === null ? {} : toListTotals(totals, baseCurrency);
}
