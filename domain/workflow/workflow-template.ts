import * as v from 'valibot';
import { booleanFlag, id, list, text, trimmedText } from '#domain/values/schema-fields';
import { templateTypes, type TemplateType } from '#domain/document';
import { fromCents, maximumCents, toCents, toHundredths } from '#domain/values/money';
import { slugOf } from '#domain/values/names';
import {
  isApprover,
  type Level,
  type Modules,
  type Permissions,
  type Role,
} from '#domain/identity/permissions';
import type { Toggles } from '#domain/settings';
import { described } from '#domain/values/described';
import { overBudgetField } from '#domain/budget/over-budget-field';
import { isOverBudgetValid, overBudgetFromWire } from '#domain/budget/over-budget';
import type { OverBudget } from '#domain/budget/over-budget';
import { changeRules } from './change-order-steps.ts';
import type { ChangeRule } from './change-order-steps.ts';
import { remindersOf, type StepReminders } from './step-reminders.ts';
import type { StepKind } from './workflow.ts';

/** Of the approved total; a larger change is no matter of percent. */
export const maxChangePercent = 100;

export const templateBounds = { name: 100, stepName: 60, steps: 20, approvers: 200, days: 250 } as const;

const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents)));

const workingDays = v.nullish(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(templateBounds.days)),
  null,
);

const stepInput = v.object({
  name: text(templateBounds.stepName),
  kind: v.optional(v.picklist(['STANDARD', 'DEPARTMENT']), 'STANDARD'),
  amountLimit: v.nullish(amount, null),
  approvalsNeeded: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  approvers: list(v.object({ userId: id }), templateBounds.approvers),
  mayApproveOverRelief: booleanFlag,
  remindAfterDays: described('Working days after which the approvers are reminded.', workingDays),
  escalateAfterDays: described('Working days after which the backup approver is added.', workingDays),
  backup: v.nullish(v.object({ userId: id }), null),
  overBudget: v.optional(overBudgetField, null),
});

/** The body of every POST and PUT. `version` is the edited one; without it, conflicts are not detected (API-109). */
export const templateInput = v.object({
  showId: v.nullish(id, null),
  name: v.pipe(v.string(), v.maxLength(templateBounds.name), trimmedText),
  templateType: v.nullish(v.picklist(templateTypes), null),
  makeDefaultType: booleanFlag,
  resetItemsInProgress: booleanFlag,
  version: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), null),
  steps: v.pipe(v.array(stepInput), v.maxLength(templateBounds.steps)),
  paymentBankAccounts: list(v.object({ id }), 100),
  // Absent: a PUT keeps the stored rule (CHANGE-01).
  changeOrderRule: v.nullish(v.picklist(changeRules), null),
  changeOrderPercent: v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(maxChangePercent)), null),
  // Absent: a PUT keeps what is stored (BUD-30).
  requiresBudgetReason: v.nullish(v.boolean(), null),
});
export type TemplateInput = v.InferOutput<typeof templateInput>;
/** The body as a client sends it. */
export type TemplateBody = v.InferInput<typeof templateInput>;

export interface DraftStep extends Partial<StepReminders> {
  name: string;
  kind: StepKind;
  /** Cents; null without a limit. */
  amountLimitCents: number | null;
  approvalsNeeded: number;
  approverIds: readonly string[];
  mayApproveOverRelief?: boolean;
  overBudget?: OverBudget | null;
}

/** Returns a step's name or its default name; `index` counts from 0. */
export function stepName(step: Pick<DraftStep, 'name' | 'kind'>, index: number): string {
  return step.name.trim() || (step.kind === 'DEPARTMENT' ? 'Department' : `Step ${index + 1}`);
}

/** Amounts decide about STANDARD steps without a condition on the budget (DEC-20, BUD-28). */
export function mayHaveLimit({ kind, overBudget }: { kind: StepKind; overBudget?: object | null }): boolean {
  return kind === 'STANDARD' && !overBudget;
}

/** Returns the steps as stored: named, without repeated approvers, with limits only where they may be. */
export function draftSteps(input: Pick<TemplateInput, 'steps'>): DraftStep[] {
  return input.steps.map((step, index) => ({
    name: stepName(step, index),
    kind: step.kind,
    amountLimitCents: mayHaveLimit(step) && step.amountLimit !== null ? toCents(step.amountLimit) : null,
    approvalsNeeded: step.approvalsNeeded,
    approverIds: [...new Set((step.approvers ?? []).map(({ userId }) => userId))],
    mayApproveOverRelief: step.mayApproveOverRelief ?? false,
    overBudget: overBudgetFromWire(step.overBudget),
    remindAfterDays: step.remindAfterDays,
    escalateAfterDays: step.escalateAfterDays,
    backupId: step.backup?.userId ?? null,
  }));
}

/**
 * True for an active user with the approver flag, and for invoices and payments with the module's toggle (API-69,
 * DEC-63).
 */
export function isEligibleApprover(
  person: { role: Role; isActive: boolean } & Pick<Toggles, 'invoiceModuleVisible' | 'paymentModuleVisible'>,
  type: TemplateType,
): boolean {
  if (!person.isActive || !isApprover(person.role)) return false;
  if (type === 'INVOICE') return person.invoiceModuleVisible;
  return type === 'PURCHASE_ORDER' || person.paymentModuleVisible;
}

/** Returns what a member may do with the templates of a type (PE-10 to PE-12, DEC-65). */
export function templateLevel(
  member: { permissions: Permissions; modules: Modules },
  type: TemplateType,
): Level {
  const { permissions, modules } = member;
  if (type === 'PAYMENT') return modules.payments ? permissions.ApprovalFlowsPayments : 'NONE';
  return type === 'INVOICE' && !modules.invoices ? 'NONE' : permissions.ApprovalFlows;
}

/** Returns the types whose templates a member may see, in the order of SH-67. */
export function readableTypes(member: { permissions: Permissions; modules: Modules }): TemplateType[] {
  return templateTypes.filter((type) => templateLevel(member, type) !== 'NONE');
}

type ReminderProblem = 'ESCALATION_EARLY' | 'ESCALATION_MISSING' | 'BACKUP_LISTED' | 'BACKUP_UNABLE';

/** A rule that a template breaks; `step` counts from 0, null for the whole template. */
export interface TemplateProblem {
  rule:
    | 'NAME'
    | 'STEPS'
    | 'APPROVERS'
    | 'UNABLE'
    | 'NEEDED'
    | 'LIMIT_MISSING'
    | 'LIMIT_RISES'
    | 'CHANGE_RULE'
    | 'CHANGE_PERCENT'
    | 'OVER_BUDGET'
    | 'OVER_BUDGET_ONLY'
    | 'BUDGET_REASON'
    | ReminderProblem;
  step: number | null;
}

interface Candidates {
  /** Users who may approve documents of the type now. */
  eligibleIds: ReadonlySet<string>;
  /** Users already listed on the template: they may stay listed even when they can no longer approve. */
  listedIds: ReadonlySet<string>;
}

/**
 * Checks a template: at least one step, in each at least one user who may approve now and no more required approvals
 * than listed approvers, and limits of STANDARD steps that rise strictly, with only the last one unlimited (DEC-20,
 * DEC-23).
 */
export function templateProblems(
  draft: { name: string; steps: readonly DraftStep[] },
  candidates: Candidates,
): TemplateProblem[] {
  const { eligibleIds, listedIds } = candidates;
  const problems: TemplateProblem[] = [];
  if (draft.name.trim() === '') problems.push({ rule: 'NAME', step: null });
  if (draft.steps.length === 0) problems.push({ rule: 'STEPS', step: null });
  for (const [step, { approverIds, approvalsNeeded }] of draft.steps.entries()) {
    const hasIneligible = approverIds.some((userId) => !eligibleIds.has(userId) && !listedIds.has(userId));
    if (hasIneligible) problems.push({ rule: 'UNABLE', step });
    if (!approverIds.some((userId) => eligibleIds.has(userId))) problems.push({ rule: 'APPROVERS', step });
    else if (approvalsNeeded > approverIds.length) problems.push({ rule: 'NEEDED', step });
  }
  return [...problems, ...limitProblems(draft.steps), ...reminderProblems(draft.steps, candidates)];
}

/**
 * The escalation does not precede the reminder, and the backup approver may approve and is not listed already
 * (NUDGE-09). One who could not approve any more would otherwise stop every later change of the flow, so the one that
 * is stored may stay.
 */
function reminderProblems(
  steps: readonly DraftStep[],
  { eligibleIds, listedIds }: Candidates,
): TemplateProblem[] {
  return [...steps.entries()].flatMap(([step, draft]) => {
    const { remindAfterDays, escalateAfterDays, backupId } = remindersOf(draft);
    const rules: ReminderProblem[] = [];
    if (remindAfterDays !== null && escalateAfterDays !== null && escalateAfterDays < remindAfterDays)
      rules.push('ESCALATION_EARLY');
    if (backupId === null) return rules.map((rule) => ({ rule, step }));
    if (escalateAfterDays === null) rules.push('ESCALATION_MISSING');
    if (draft.approverIds.includes(backupId)) rules.push('BACKUP_LISTED');
    else if (!eligibleIds.has(backupId) && !listedIds.has(backupId)) rules.push('BACKUP_UNABLE');
    return rules.map((rule) => ({ rule, step }));
  });
}

/** Returns the rule to store; without one in the input that of `before`, which is null for a new template (CHANGE-01). */
export function draftChangeRule(
  {
    changeOrderRule: rule,
    changeOrderPercent,
  }: Pick<TemplateInput, 'changeOrderRule' | 'changeOrderPercent'>,
  before: ChangeRule | null,
): ChangeRule {
  if (rule === null) return before ?? { rule: 'NEW_TOTAL', percentHundredths: null };
  const isPercent = rule === 'CHANGE_OVER_PERCENT' && changeOrderPercent !== null;
  return { rule, percentHundredths: isPercent ? toHundredths(changeOrderPercent) : null };
}

/** Only purchase orders have change orders; a percentage is more than 0 (CHANGE-01). */
export function changeRuleProblems(
  { rule, percentHundredths }: ChangeRule,
  type: TemplateType,
): TemplateProblem[] {
  if (rule !== 'NEW_TOTAL' && type !== 'PURCHASE_ORDER') return [{ rule: 'CHANGE_RULE', step: null }];
  const percent = percentHundredths ?? 0;
  const isInvalid =
    rule === 'CHANGE_OVER_PERCENT' && (percent <= 0 || percent > toHundredths(maxChangePercent));
  return isInvalid ? [{ rule: 'CHANGE_PERCENT', step: null }] : [];
}

/** Payments have no lines that count against a budget, and a flow needs a step that every document takes (BUD-28). */
export function overBudgetProblems(
  draft: { steps: readonly DraftStep[]; requiresBudgetReason: boolean },
  type: TemplateType,
): TemplateProblem[] {
  const conditional = [...draft.steps.entries()].filter(([, { overBudget }]) => overBudget);
  const invalid = conditional.filter(
    ([, { overBudget }]) => type === 'PAYMENT' || (overBudget && !isOverBudgetValid(overBudget)),
  );
  const isOnly = conditional.length > 0 && conditional.length === draft.steps.length;
  return [
    ...invalid.map(([step]): TemplateProblem => ({ rule: 'OVER_BUDGET', step })),
    ...(isOnly ? [{ rule: 'OVER_BUDGET_ONLY' as const, step: null }] : []),
    ...(draft.requiresBudgetReason && type === 'PAYMENT'
      ? [{ rule: 'BUDGET_REASON' as const, step: null }]
      : []),
  ];
}

function limitProblems(steps: readonly DraftStep[]): TemplateProblem[] {
  const levels = [...steps.entries()].filter(([, step]) => mayHaveLimit(step));
  return levels.flatMap(([step, { amountLimitCents: limit }], index): TemplateProblem[] => {
    if (limit === null) return index < levels.length - 1 ? [{ rule: 'LIMIT_MISSING', step }] : [];
    const previousLimit = levels[index - 1]?.[1].amountLimitCents ?? null;
    return previousLimit !== null && limit <= previousLimit ? [{ rule: 'LIMIT_RISES', step }] : [];
  });
}

/** Returns a problem as an entry of `errors`, such as `steps.0.approvers` (DEC-02). */
export function problemPath({ rule, step }: TemplateProblem): string {
  const field = {
    NAME: 'name',
    STEPS: 'steps',
    APPROVERS: 'approvers',
    UNABLE: 'approvers',
    NEEDED: 'approvalsNeeded',
    LIMIT_MISSING: 'amountLimit',
    LIMIT_RISES: 'amountLimit',
    CHANGE_RULE: 'changeOrderRule',
    CHANGE_PERCENT: 'changeOrderPercent',
    OVER_BUDGET: 'overBudget',
    OVER_BUDGET_ONLY: 'steps',
    BUDGET_REASON: 'requiresBudgetReason',
    ESCALATION_EARLY: 'escalateAfterDays',
    ESCALATION_MISSING: 'escalateAfterDays',
    BACKUP_LISTED: 'backup',
    BACKUP_UNABLE: 'backup',
  }[rule];
  return step === null ? field : `steps.${step}.${field}`;
}

/**
 * Returns a kebab-case name that is unique in the show, derived from the template's name. It never changes (DEC-44).
 */
export function slugFor(name: string, taken: readonly string[]): string {
  const base = slugOf(name) || 'flow';
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!taken.includes(slug)) return slug;
  }
}
