import * as v from 'valibot';
import { flag, id, list, text, trimmed } from '#domain/values/schema-fields';
import { templateTypes, type TemplateType } from '#domain/document';
import { fromCents, maximumCents, toCents } from '#domain/values/money';
import { slugOf } from '#domain/values/names';
import {
  isApprover,
  type Level,
  type Modules,
  type Permissions,
  type Role,
} from '#domain/identity/permissions';
import type { Toggles } from '#domain/settings';
import type { StepKind } from './workflow.ts';

export const templateBounds = { name: 100, stepName: 60, steps: 20, approvers: 200 } as const;

/** A step on the wire (DEC-20); `amountLimit` is an amount, null without a limit. */
export interface TemplateStepView {
  id: string;
  order: number;
  name: string;
  kind: StepKind;
  amountLimit: number | null;
  approvalsNeeded: number;
  /** DEC-39 */
  mayApproveOverRelief: boolean;
  /** `isActive` false: still listed, but approves nothing any more (DEC-21). */
  approvers: { userId: string; name: string; initials: string; isActive: boolean }[];
}

export interface TemplateBankAccount {
  id: string;
  externalId: string;
  name: string;
  isoCurrencyCode: string;
}

/** MG-25, DEC-65: an approval flow on the wire; `itemsInProgress` counts the documents that are in approval on it. */
export interface WorkflowTemplate {
  id: string;
  showId: string;
  slug: string;
  name: string;
  templateType: TemplateType;
  isDefault: boolean;
  version: number;
  steps: TemplateStepView[];
  paymentBankAccounts: TemplateBankAccount[];
  itemsInProgress: number;
}

const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents)));

const stepInput = v.object({
  name: text(templateBounds.stepName),
  kind: v.optional(v.picklist(['STANDARD', 'DEPARTMENT']), 'STANDARD'),
  amountLimit: v.nullish(amount, null),
  approvalsNeeded: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  approvers: list(v.object({ userId: id }), templateBounds.approvers),
  mayApproveOverRelief: flag,
});

/** API-109: the body of every POST and PUT. `version` is the one that was edited; without it nobody is overtaken. */
export const templateInput = v.object({
  showId: v.nullish(id, null),
  name: v.pipe(v.string(), v.maxLength(templateBounds.name), trimmed),
  templateType: v.nullish(v.picklist(templateTypes), null),
  makeDefaultType: flag,
  resetItemsInProgress: flag,
  version: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), null),
  steps: v.pipe(v.array(stepInput), v.maxLength(templateBounds.steps)),
  paymentBankAccounts: list(v.object({ id }), 100),
});
export type TemplateInput = v.InferOutput<typeof templateInput>;
/** What a client sends. */
export type TemplateBody = v.InferInput<typeof templateInput>;

export interface DraftStep {
  name: string;
  kind: StepKind;
  /** Cents; null without a limit. */
  amountLimitCents: number | null;
  approvalsNeeded: number;
  approverIds: readonly string[];
  mayApproveOverRelief?: boolean;
}

/** What a step without a name of its own is called; `index` counts from 0. */
export function stepName(step: Pick<DraftStep, 'name' | 'kind'>, index: number): string {
  return step.name.trim() || (step.kind === 'DEPARTMENT' ? 'Department' : `Step ${index + 1}`);
}

/** The steps as they are kept: named, nobody twice, a limit on STANDARD steps only. */
export function draftSteps(input: Pick<TemplateInput, 'steps'>): DraftStep[] {
  return input.steps.map((step, index) => ({
    name: stepName(step, index),
    kind: step.kind,
    amountLimitCents:
      step.kind === 'DEPARTMENT' || step.amountLimit === null ? null : toCents(step.amountLimit),
    approvalsNeeded: step.approvalsNeeded,
    approverIds: [...new Set((step.approvers ?? []).map(({ userId }) => userId))],
    mayApproveOverRelief: step.mayApproveOverRelief ?? false,
  }));
}

/** API-69, DEC-63: active, with the approver flag, and for invoices and payments with the toggle of the module. */
export function ableToApprove(
  person: { role: Role; isActive: boolean } & Pick<Toggles, 'invoiceModuleVisible' | 'paymentModuleVisible'>,
  type: TemplateType,
): boolean {
  if (!person.isActive || !isApprover(person.role)) return false;
  if (type === 'INVOICE') return person.invoiceModuleVisible;
  return type === 'PURCHASE_ORDER' || person.paymentModuleVisible;
}

/** PE-10 to PE-12, DEC-65: what a member may do with the templates of a type. */
export function templateLevel(
  member: { permissions: Permissions; modules: Modules },
  type: TemplateType,
): Level {
  const { permissions, modules } = member;
  if (type === 'PAYMENT') return modules.payments ? permissions.ApprovalFlowsPayments : 'NONE';
  return type === 'INVOICE' && !modules.invoices ? 'NONE' : permissions.ApprovalFlows;
}

/** The types whose templates a member may see, in the order of SH-67. */
export function readableTypes(member: { permissions: Permissions; modules: Modules }): TemplateType[] {
  return templateTypes.filter((type) => templateLevel(member, type) !== 'NONE');
}

/** What may be wrong with a template; `step` counts from 0, null for the template as a whole. */
export interface TemplateProblem {
  rule: 'NAME' | 'STEPS' | 'APPROVERS' | 'UNABLE' | 'NEEDED' | 'LIMIT_MISSING' | 'LIMIT_RISES';
  step: number | null;
}

interface Candidates {
  /** Who may approve documents of the type now. */
  ableIds: ReadonlySet<string>;
  /** Who was on the template before: such a name may stay although he approves nothing any more. */
  listedIds: ReadonlySet<string>;
}

/**
 * DEC-20, DEC-23: every rule of a template that its draft breaks. At least one step, on each of them somebody who may
 * approve now, as many approvals as are listed at most, and limits of STANDARD steps that rise strictly and end with
 * none, if they end at all.
 */
export function templateProblems(
  draft: { name: string; steps: readonly DraftStep[] },
  { ableIds, listedIds }: Candidates,
): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  if (draft.name.trim() === '') problems.push({ rule: 'NAME', step: null });
  if (draft.steps.length === 0) problems.push({ rule: 'STEPS', step: null });
  for (const [step, { approverIds, approvalsNeeded }] of draft.steps.entries()) {
    const strangers = approverIds.some((userId) => !ableIds.has(userId) && !listedIds.has(userId));
    if (strangers) problems.push({ rule: 'UNABLE', step });
    if (!approverIds.some((userId) => ableIds.has(userId))) problems.push({ rule: 'APPROVERS', step });
    else if (approvalsNeeded > approverIds.length) problems.push({ rule: 'NEEDED', step });
  }
  return [...problems, ...limitProblems(draft.steps)];
}

function limitProblems(steps: readonly DraftStep[]): TemplateProblem[] {
  const levels = [...steps.entries()].filter(([, { kind }]) => kind === 'STANDARD');
  return levels.flatMap(([step, { amountLimitCents: limit }], index): TemplateProblem[] => {
    if (limit === null) return index < levels.length - 1 ? [{ rule: 'LIMIT_MISSING', step }] : [];
    const before = levels[index - 1]?.[1].amountLimitCents ?? null;
    return before !== null && limit <= before ? [{ rule: 'LIMIT_RISES', step }] : [];
  });
}

/** DEC-02: a problem as one entry of `errors`, e.g. `steps.0.approvers`. */
export function problemPath({ rule, step }: TemplateProblem): string {
  const field = {
    NAME: 'name',
    STEPS: 'steps',
    APPROVERS: 'approvers',
    UNABLE: 'approvers',
    NEEDED: 'approvalsNeeded',
    LIMIT_MISSING: 'amountLimit',
    LIMIT_RISES: 'amountLimit',
  }[rule];
  return step === null ? field : `steps.${step}.${field}`;
}

/** DEC-44: a kebab name of its own in the show, made from the template's name and kept for ever. */
export function slugFor(name: string, taken: readonly string[]): string {
  const base = slugOf(name) || 'flow';
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!taken.includes(slug)) return slug;
  }
}
