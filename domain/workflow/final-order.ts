import type { InstanceStep } from './workflow.ts';

export type Level = Pick<InstanceStep, 'order' | 'kind' | 'amountLimitCents' | 'overBudget'>;

/** The steps that amounts decide about: those without a condition on the budget (BUD-28). */
export function levelsOf<Step extends Pick<Level, 'overBudget'>>(steps: readonly Step[]): Step[] {
  return steps.filter(({ overBudget }) => !overBudget);
}

/**
 * Returns the order of the first STANDARD step whose limit is null or at least |amount|; with DEPARTMENT steps only, of
 * the last one. Null when no step covers the amount (DEC-20).
 */
export function finalOrderForAmount(steps: readonly Level[], amountCents: number): number | null {
  const standard = steps.filter((step) => step.kind === 'STANDARD');
  if (standard.length === 0) return steps.at(-1)?.order ?? null;
  const amount = Math.abs(amountCents);
  const final = standard.find((step) => step.amountLimitCents === null || step.amountLimitCents >= amount);
  return final?.order ?? null;
}
