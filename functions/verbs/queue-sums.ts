import type { QueueSums } from '#domain/lists';
import { fromCents } from '#domain/money';

/** Says what a queue comes to, and of any other list nothing. */
export function queueSums(sums: readonly { currency: string; cents: number }[] | null): QueueSums {
  if (sums === null) return {};
  return { sums: sums.map(({ currency, cents }) => ({ currency, totalCost: fromCents(cents) })) };
}
