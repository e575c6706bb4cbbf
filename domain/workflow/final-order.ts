import type { InstanceStep } from './workflow.ts';

export type Level = Pick<InstanceStep, 'order' | 'kind' | 'amountLimitCents'>;

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
