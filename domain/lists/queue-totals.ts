import type { QueueTotals } from './lists.ts';
import { fromCents } from '#domain/values/money';
import type { ListTotals } from './list-response.ts';

type CurrencyTotals = readonly { currency: string; cents: number }[];

export function toListTotals(totals: CurrencyTotals): ListTotals {
  return { sums: totals.map(({ currency, cents }) => ({ currency, totalCost: fromCents(cents) })) };
}

/** Returns the totals of a queue; empty for any other list. */
export function queueTotals(totals: CurrencyTotals | null): QueueTotals {
  return totals === null ? {} : toListTotals(totals);
}
