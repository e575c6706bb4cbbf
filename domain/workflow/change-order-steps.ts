import type { InstanceStep, TemplateStep } from './workflow.ts';
import { finalOrderForAmount } from './final-order.ts';
import type { Level } from './final-order.ts';

/**
 * Which amount decides for a change order: the new total, the change, or the change if it exceeds a percentage of the
 * approved total (CHANGE-01).
 */
export const changeRules = ['NEW_TOTAL', 'CHANGE', 'CHANGE_OVER_PERCENT'] as const;
export type ChangeRuleName = (typeof changeRules)[number];

/** The rule of a workflow; hundredths of a percent, null without a percentage. */
export interface ChangeRule {
  rule: ChangeRuleName;
  percentHundredths: number | null;
}

/** A step as earlier workflows of the document name it. Ids and positions change with the template. */
type StepName = Pick<TemplateStep, 'name' | 'kind'>;

/** An approved version of a purchase order, with the steps that approved it in their order. */
export interface ApprovedSteps {
  totalCents: number;
  /** The total in the base currency that the show then had (CURR-30). */
  base?: { currency: string; cents: number };
  steps: readonly StepName[];
}

/** What a change order's copy of the workflow is planned by. It is stored with the copy, so that an edit plans alike. */
export interface ChangeBasis {
  rule: Exclude<ChangeRuleName, 'NEW_TOTAL'>;
  /** 0 without a percentage. */
  percentHundredths: number;
  /** The total that the plan is for. */
  totalCents: number;
  /** The total of the newest approved version. */
  approvedCents: number;
  /** The total of the first approved version. */
  firstCents: number;
  /** By a step's order, the total at which it last approved; a step that never approved is missing. */
  lastApproved: Readonly<Record<string, number>>;
}

/** Tells steps of one name apart by their position among each other. */
function keysOf(steps: readonly StepName[]): string[] {
  const seen = new Map<string, number>();
  return steps.map(({ kind, name }) => {
    const key = `${kind} ${name.trim().toLowerCase()}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${count} ${key}`;
  });
}

/**
 * Returns what the plan of a change order is decided by, or null if its new total decides, as for every other document.
 * `versions` are the approved versions, oldest first; a step is recognized by its name.
 */
export function changeBasis(
  change: ChangeRule | null | undefined,
  steps: readonly Pick<TemplateStep, 'order' | 'name' | 'kind'>[],
  versions: readonly ApprovedSteps[],
  totalCents: number,
): ChangeBasis | null {
  const [first, newest] = [versions[0], versions.at(-1)];
  if (!change || change.rule === 'NEW_TOTAL' || !first || !newest) return null;
  const approved = versions.map((version) => ({ ...version, keys: keysOf(version.steps) }));
  const keys = keysOf(steps);
  const lastApproved = steps.flatMap(({ order }, index) => {
    const version = approved.findLast((one) => one.keys.includes(keys[index] ?? ''));
    return version ? [[String(order), version.totalCents] as const] : [];
  });
  return {
    rule: change.rule,
    percentHundredths: change.percentHundredths ?? 0,
    totalCents,
    approvedCents: newest.totalCents,
    firstCents: first.totalCents,
    lastApproved: Object.fromEntries(lastApproved),
  };
}

/** The limit of the STANDARD steps before this one, over which an amount needs it; null if there is none. */
export function overCents(step: Pick<Level, 'order' | 'kind'>, steps: readonly Level[]): number | null {
  if (step.kind === 'DEPARTMENT') return null;
  const before = steps.filter(({ kind, order }) => kind === 'STANDARD' && order < step.order);
  const limit = Math.max(-1, ...before.map(({ amountLimitCents }) => amountLimitCents ?? -1));
  return limit < 0 ? null : limit;
}

/**
 * True if the new total is over the limit of the steps before, and the approved total was not or this step has not
 * approved such a total yet.
 */
function isCrossed(step: Level, steps: readonly Level[], change: ChangeBasis): boolean {
  const limit = overCents(step, steps);
  if (limit === null || Math.abs(change.totalCents) <= limit) return false;
  const last = change.lastApproved[step.order];
  return Math.abs(change.approvedCents) <= limit || last === undefined || Math.abs(last) <= limit;
}

/** True if the changes since this step last approved add up to more than the percentage of what it approved. */
function exceedsPercent({ order }: Pick<Level, 'order'>, change: ChangeBasis): boolean {
  if (change.rule !== 'CHANGE_OVER_PERCENT') return false;
  const base = change.lastApproved[order] ?? change.firstCents;
  const sum = BigInt(Math.abs(change.totalCents - base));
  return sum * 10_000n > BigInt(change.percentHundredths) * BigInt(Math.abs(base));
}

/** Why a change order takes a step in addition to the steps that every change order takes. */
export interface ChangeReason {
  rule: 'AMOUNT' | 'CHANGE' | 'CHANGE_PERCENT';
  overCents: number | null;
}

/** Why the change itself needs this step, or null. `steps` are all steps of the workflow. */
function ownReason(step: Level, steps: readonly Level[], change: ChangeBasis): ChangeReason | null {
  const limit = overCents(step, steps);
  if (isCrossed(step, steps, change)) return { rule: 'AMOUNT', overCents: limit };
  const byTotal = finalOrderForAmount(steps, change.totalCents) ?? 0;
  const mayBeNeeded = step.order <= byTotal || step.order === steps[1]?.order;
  if (step.order !== steps[0]?.order && mayBeNeeded && exceedsPercent(step, change))
    return { rule: 'CHANGE_PERCENT', overCents: null };
  const changeCents = Math.abs(change.totalCents - change.approvedCents);
  const isByChange = change.rule === 'CHANGE' && limit !== null && changeCents > limit;
  return isByChange ? { rule: 'CHANGE', overCents: limit } : null;
}

/**
 * Returns the order of the last step that a change order takes, or null when no step covers the new total. It takes the
 * first step, each step whose limit the new total crosses, and all steps before those. In addition: under CHANGE the
 * steps that the amount of the change needs; under CHANGE_OVER_PERCENT those steps of the new total, and the second
 * step, since whose last approval the changes exceed the percentage.
 */
export function finalOrderOfChange(steps: readonly Level[], change: ChangeBasis): number | null {
  const [first] = steps;
  if (!first || finalOrderForAmount(steps, change.totalCents) === null) return null;
  const needed = steps.filter((step) => ownReason(step, steps, change) !== null);
  const highest = Math.max(first.order, ...needed.map(({ order }) => order));
  if (change.rule === 'CHANGE_OVER_PERCENT') return highest;
  const changeCents = change.totalCents - change.approvedCents;
  return Math.max(highest, finalOrderForAmount(steps, changeCents) ?? highest);
}

/** Why a change order takes a step: the step's own reason, or that of the next step that needs it before itself. */
export function changeReason(step: Level, steps: readonly Level[], change: ChangeBasis): ChangeReason | null {
  if (step.order === steps[0]?.order) return null;
  const reasons = steps
    .filter(({ order }) => order >= step.order)
    .map((one) => ownReason(one, steps, change));
  return reasons.find((reason) => reason !== null) ?? null;
}

/**
 * Returns the amount that the rule of the workflow uses for a decision about this step, which limits of covers compare
 * with (COV-03): the total; for a change order the change, or the changes since the step last approved. A step that has
 * never approved the order decides about the whole of it.
 */
export function decidingCents(
  change: ChangeBasis | null | undefined,
  { order }: Pick<InstanceStep, 'order'>,
  totalCents: number,
): number {
  const last = change?.lastApproved[order];
  if (!change || last === undefined) return totalCents;
  return totalCents - (change.rule === 'CHANGE' ? change.approvedCents : last);
}
