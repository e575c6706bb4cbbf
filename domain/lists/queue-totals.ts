import type { ListSums, QueueTotals } from './lists.ts';
import { fromCents } from '#domain/values/money';

type Sums = readonly { currency: string; cents: number }[];

export function wireSums(sums: Sums): ListSums {
  return { sums: sums.map(({ currency, cents }) => ({ currency, totalCost: fromCents(cents) })) };
}

/** What a queue comes to; nothing of any other list. */
export function queueTotals(sums: Sums | null): QueueTotals {
  return sums === null ? {} : wireSums(sums);
}
