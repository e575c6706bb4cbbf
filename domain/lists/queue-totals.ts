import type { ListSums, QueueSums } from './lists.ts';
import { fromCents } from '#domain/values/money';

type Sums = readonly { currency: string; cents: number }[];

export function wireSums(sums: Sums): ListSums {
  return { sums: sums.map(({ currency, cents }) => ({ currency, totalCost: fromCents(cents) })) };
}

/** What a queue comes to; nothing of any other list. */
export function queueSums(sums: Sums | null): QueueSums {
  return sums === null ? {} : wireSums(sums);
}
