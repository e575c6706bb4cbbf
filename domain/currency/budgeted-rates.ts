import { convertCents } from './exchange-rate.ts';

/** A rate with which the budget was made (BUD-90). */
export interface BudgetedRate {
  currency: string;
  rate: string;
}

/** What lines in one other currency cost: in that currency, and at the rates of their submits. */
interface ForeignCost {
  currency: string;
  originalCents: number;
  cents: number;
}

/** The exchange variance of each code; null without budgeted rates. */
export function variancesByCode(
  costs: readonly (ForeignCost & { code: string })[],
  rates: readonly BudgetedRate[],
  base: string,
): ReadonlyMap<string, number> | null {
  if (rates.length === 0) return null;
  const byCode = Map.groupBy(costs, ({ code }) => code);
  return new Map([...byCode].map(([code, own]) => [code, exchangeVarianceCents(own, rates, base)]));
}

/**
 * Returns what costs would be at the budgeted rates less what they are; below zero, they are higher than budgeted because
 * of the rates. Each currency is converted and rounded once. A currency without a budgeted rate has no variance (BUD-92).
 *
 * 10,000 USD cost 13,760 CAD: 6,000 at 1.36 and 4,000 at 1.40. At a budgeted rate of 1.30 they would cost 13,000, so that
 * the exchange variance is −760.
 */
export function exchangeVarianceCents(
  costs: readonly ForeignCost[],
  rates: readonly BudgetedRate[],
  base: string,
): number {
  return costs.reduce((sum, { currency, originalCents, cents }) => {
    const budgeted = rates.find((one) => one.currency === currency);
    return budgeted
      ? sum + convertCents(originalCents, { rate: budgeted.rate, currency: base }) - cents
      : sum;
  }, 0);
}
