import type { Overrun } from './overrun.ts';
import { fromCents, fromHundredths, maximumCents, toCents, toHundredths } from '#domain/values/money';

/** How far over the final budget of an account a document must take it for a step to apply. */
export const overBudgetUnits = ['AMOUNT', 'PERCENT'] as const;

/** The condition of a step: cents over the final budget of an account, or hundredths of a percent of it. */
export interface OverBudget {
  unit: (typeof overBudgetUnits)[number];
  limit: number;
}

/** No percentage of a budget that anybody would wait for. */
export const maxOverBudgetPercent = 1000;

/** The condition on the wire: an amount in the currency of the budget, or a percentage of the final budget. */
export type OverBudgetInput = { unit: OverBudget['unit']; over: number } | null;

/** The condition of a stored step; null for a step that applies to every document. */
export function overBudgetOf(row: {
  overBudgetUnit?: OverBudget['unit'] | null;
  overBudgetLimit?: number | null;
}): OverBudget | null {
  const { overBudgetUnit: unit, overBudgetLimit: limit } = row;
  return unit ? { unit, limit: limit ?? 0 } : null;
}

/** The columns of a condition. */
export function overBudgetColumns(condition: OverBudget | null | undefined) {
  return { overBudgetUnit: condition?.unit ?? null, overBudgetLimit: condition?.limit ?? null };
}

export function overBudgetFromWire(input: OverBudgetInput): OverBudget | null {
  if (!input) return null;
  return {
    unit: input.unit,
    limit: input.unit === 'AMOUNT' ? toCents(input.over) : toHundredths(input.over),
  };
}

export function overBudgetToWire(condition: OverBudget | null | undefined): OverBudgetInput {
  if (!condition) return null;
  const { unit, limit } = condition;
  return { unit, over: unit === 'AMOUNT' ? fromCents(limit) : fromHundredths(limit) };
}

/** Whether the limit is one that can be stored (BUD-28). */
export function isOverBudgetValid({ unit, limit }: OverBudget): boolean {
  const maximum = unit === 'AMOUNT' ? maximumCents : toHundredths(maxOverBudgetPercent);
  return Number.isSafeInteger(limit) && limit >= 0 && limit <= maximum;
}

/** Whether a document that takes accounts over budget like this must pass the step (BUD-28). */
export function appliesOverBudget({ unit, limit }: OverBudget, overruns: readonly Overrun[]): boolean {
  return overruns.some(({ overCents, finalCents }) =>
    unit === 'AMOUNT'
      ? overCents > limit
      : BigInt(overCents) * 10_000n > BigInt(limit) * BigInt(Math.max(0, finalCents)),
  );
}

/**
 * Returns the steps numbered from 1. Those over budget that would come after `last`, the order of the last step that the
 * document takes without them, come directly behind it: the document must not take the steps between (BUD-28).
 */
export function placeOverBudget<Step extends { order: number; overBudget?: OverBudget | null }>(
  steps: readonly Step[],
  last: number | null,
): Step[] {
  const isUntaken = ({ order, overBudget }: Step) => last !== null && order > last && !overBudget;
  const taken = steps.filter((step) => !isUntaken(step));
  return [...taken, ...steps.filter(isUntaken)].map((step, index) => ({ ...step, order: index + 1 }));
}
