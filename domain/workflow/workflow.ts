import type { Code } from '#domain/codes';
import { changeBasis, finalOrderOfChange } from './change-order-steps.ts';
import type { ApprovedSteps, ChangeBasis, ChangeRule } from './change-order-steps.ts';
import type { Overrun } from '#domain/budget/overrun';
import { finalOrderForAmount, levelsOf } from './final-order.ts';
import type { Level } from './final-order.ts';
import { absenceOf, findAbsent, missingApprovers, missingOnAddedSteps } from './missing-approvers.ts';
import type { People } from './missing-approvers.ts';
import type { SendBack } from './send-back.ts';
import { usedVoteUserIds } from './one-vote.ts';
import { appliesOverBudget, placeOverBudget } from '#domain/budget/over-budget';
import type { OverBudget } from '#domain/budget/over-budget';
import { remindersOf, type StepReminders } from './step-reminders.ts';
import type { CastBy, MissingApprover } from './workflow-response.ts';

export type StepKind = 'STANDARD' | 'DEPARTMENT';

/** PENDING covers every state that is not listed (AP-02, DEC-29). */
export type StepStatus = 'PENDING' | 'APPROVED' | 'REVISION' | 'VOID' | 'DENIED';

export interface Approver {
  userId: string;
  name: string;
  initials: string;
}

/** A step of a template. Cents; null is unlimited (DEC-20). */
export interface TemplateStep extends Partial<StepReminders> {
  order: number;
  name: string;
  kind: StepKind;
  amountLimitCents: number | null;
  approvalsNeeded: number;
  approvers: readonly Approver[];
  /** A workflow with such a step may approve invoices that relieve a PO line beyond its balance (DEC-39). */
  mayApproveOverRelief?: boolean;
  /** The step applies only to documents that take an account over budget (BUD-28). */
  overBudget?: OverBudget | null;
}

export interface Template {
  id: string;
  /** Increases with every change of the template (DEC-65). */
  version: number;
  steps: readonly TemplateStep[];
  /** Which amount decides for a change order; absent: the new total (CHANGE-01). */
  change?: ChangeRule | null;
  /** A document that takes an account over budget needs a reason (BUD-30). */
  requiresBudgetReason?: boolean;
}

export interface Approval {
  userId: string;
  at: string;
  /** The approved content (DEC-30). */
  contentVersion?: number;
  /** The version of the document that it made. */
  version?: number;
  /** The user who gave it on behalf of `userId`, under a cover (COV-06). */
  castBy?: CastBy;
  /** True for a vote that a send back kept or that has returned after it (BACK-02, BACK-03). */
  isKept?: boolean;
}

/**
 * A step of a document's own copy. `approvers` could approve at submit; when they were fewer than `approvalsNeeded`,
 * `missing` lists the other listed users (DEC-23).
 */
export interface InstanceStep extends Partial<StepReminders> {
  id: string;
  order: number;
  name: string;
  kind: StepKind;
  amountLimitCents: number | null;
  approvalsNeeded: number;
  approvers: readonly Approver[];
  missing: readonly MissingApprover[];
  status: StepStatus;
  approvals: readonly Approval[];
  mayApproveOverRelief?: boolean;
  /** Why the copy has the step: the document takes an account this far over budget (BUD-28). */
  overBudget?: OverBudget | null;
}

/** The copy taken at submit. It includes steps beyond the final one, as an edit may raise the final step (DEC-24). */
export interface Instance {
  id: string;
  templateId: string;
  /** The version of the template that it was copied from. */
  templateVersion: number;
  steps: readonly InstanceStep[];
  finalOrder: number;
  /** Null when complete, stopped, or closed by revision, void or deny. */
  currentOrder: number | null;
  /** The newest last; absent before the first (BACK-01). */
  sendBacks?: readonly SendBack[];
  /** What decides the steps of a change order; absent: the total (CHANGE-01). */
  change?: ChangeBasis | null;
  /** Why the document goes over budget, in the words of the submitter (BUD-30). */
  budgetReason?: string | null;
  /** Nobody has two votes in the whole flow (COV-20). */
  oneVotePerFlow?: boolean;
}

export interface WorkflowPlanInput extends People {
  /** The id of the new copy; its steps are `{id}-{order}`. */
  id: string;
  totalCents: number;
  /** Only for an open change order: the versions that were approved before, oldest first (CHANGE-02). */
  approvedVersions?: readonly ApprovedSteps[];
  /** The accounts that the document takes over budget (BUD-28). */
  overruns?: readonly Overrun[];
  /** The show counts one vote of each user in the whole flow (COV-20). */
  oneVotePerFlow?: boolean;
}

/**
 * Returns the order of the last step that the document takes; null when no step covers the total (DEC-20, CHANGE-01). It
 * takes every step over budget of its copy (BUD-28).
 */
export function finalOrderFor(
  steps: readonly Level[],
  totalCents: number,
  change: ChangeBasis | null = null,
): number | null {
  const levels = levelsOf(steps);
  const order = change ? finalOrderOfChange(levels, change) : finalOrderForAmount(levels, totalCents);
  if (order === null) return null;
  return Math.max(order, ...steps.filter(({ overBudget }) => overBudget).map((step) => step.order));
}

/** Returns who is missing on a step that too few users can complete now; empty when enough of them can (DEC-23). */
export function missingOn(step: InstanceStep, people: People): readonly MissingApprover[] {
  if (step.status !== 'PENDING') return [];
  const open = step.approvers.filter(({ userId }) => !hasApproved(step, userId));
  const absentApprovers = findAbsent(open, step.kind, people);
  if (step.approvals.length + open.length - absentApprovers.length >= step.approvalsNeeded) return [];
  const excluded = step.missing.map(({ userId, name, initials }): MissingApprover => ({
    userId,
    name,
    initials,
    reason: absenceOf(userId, step.kind, people) ?? 'RESUBMIT',
  }));
  return [...absentApprovers, ...excluded];
}

/** Copies a step of a template, with the listed approvers who could approve now (DEC-21, DEC-23). */
function copyStep(step: TemplateStep, input: WorkflowPlanInput): InstanceStep {
  const absentApprovers = findAbsent(step.approvers, step.kind, input);
  const approvers = step.approvers.filter(
    ({ userId }) => !absentApprovers.some((one) => one.userId === userId),
  );
  return {
    id: `${input.id}-${step.order}`,
    order: step.order,
    name: step.name,
    kind: step.kind,
    amountLimitCents: step.amountLimitCents,
    approvalsNeeded: step.approvalsNeeded,
    approvers,
    missing: approvers.length < step.approvalsNeeded ? absentApprovers : [],
    status: 'PENDING',
    approvals: [],
    mayApproveOverRelief: step.mayApproveOverRelief ?? false,
    overBudget: step.overBudget ?? null,
    ...remindersOf(step),
  };
}

interface PlannedSteps {
  steps: InstanceStep[];
  change: ChangeBasis | null;
  /** Null when no step covers the total. */
  finalOrder: number | null;
}

/** Plans the steps of a document's copy: those of the template that apply to it, in order (BUD-28). */
export function planSteps(template: Template, input: WorkflowPlanInput): PlannedSteps {
  const { totalCents, approvedVersions = [], overruns = [] } = input;
  const basisOf = (steps: readonly TemplateStep[]) =>
    changeBasis(template.change, steps, approvedVersions, totalCents);
  const applicable = template.steps
    .filter(({ overBudget }) => !overBudget || appliesOverBudget(overBudget, overruns))
    .toSorted((a, b) => a.order - b.order);
  const last = finalOrderFor(levelsOf(applicable), totalCents, basisOf(applicable));
  const steps = placeOverBudget(applicable, last).map((step) => copyStep(step, input));
  const change = basisOf(steps);
  return { steps, change, finalOrder: finalOrderFor(steps, totalCents, change) };
}

/**
 * Creates the document's own copy of the workflow at its first step, or returns why there is none:
 * `POS_NO_VALID_WORKFLOW_STEP` or `POS_NO_DEPARTMENT_MEMBERS` (DEC-20, DEC-21, DEC-23, DEC-24).
 */
export function planWorkflow(template: Template, input: WorkflowPlanInput): Instance | Code {
  const { steps, change, finalOrder } = planSteps(template, input);
  const first = steps[0];
  if (finalOrder === null || !first) return 'POS_NO_VALID_WORKFLOW_STEP';
  const missing = missingApprovers(steps, finalOrder, input.oneVotePerFlow);
  if (missing) return missing;
  const { id: templateId, version: templateVersion } = template;
  return {
    id: input.id,
    templateId,
    templateVersion,
    steps,
    finalOrder,
    currentOrder: first.order,
    ...(change && { change }),
    ...(input.oneVotePerFlow && { oneVotePerFlow: true }),
  };
}

export function currentStep(instance: Instance | null): InstanceStep | null {
  if (instance === null || instance.currentOrder === null) return null;
  return instance.steps.find((step) => step.order === instance.currentOrder) ?? null;
}

/** "Final" refers to the step, however many approvals it still needs (DEC-33). */
export function atFinalStep(instance: Instance | null): boolean {
  return instance !== null && instance.currentOrder === instance.finalOrder;
}

export function hasApproved(step: InstanceStep, userId: string): boolean {
  return step.approvals.some((approval) => approval.userId === userId);
}

export function listedOn(step: InstanceStep, userId: string): boolean {
  return step.approvers.some((approver) => approver.userId === userId);
}

/** "Current approver": listed on the current step, without a vote on it (Part 2, legend) and with one left (COV-20). */
export function currentApprovers(instance: Instance | null): readonly string[] {
  const step = currentStep(instance);
  if (instance === null || step === null) return [];
  const usedVoteIds = usedVoteUserIds(instance);
  const ids = step.approvers.map(({ userId }) => userId);
  return ids.filter((userId) => !hasApproved(step, userId) && !usedVoteIds.includes(userId));
}

/** The steps that a document must pass, in order; the others apply only to a larger total (DEC-29, DEC-40). */
export function requiredSteps(instance: Instance): readonly InstanceStep[] {
  return instance.steps.filter((step) => step.order <= instance.finalOrder);
}

/** The same workflow with one step changed. */
export function withStep(instance: Instance, changed: InstanceStep): Instance {
  return {
    ...instance,
    steps: instance.steps.map((step) => (step.order === changed.order ? changed : step)),
  };
}

/** Ends every send back of a workflow that restarts or closes. */
function withoutSendBacks({ sendBacks }: Instance): Pick<Instance, 'sendBacks'> {
  return sendBacks ? { sendBacks: [] } : {};
}

/** A single revision, void or deny ends the current step and the workflow; the copy stays readable (DEC-23, DEC-29). */
export function closeWorkflow(instance: Instance, status: 'REVISION' | 'VOID' | 'DENIED'): Instance {
  const step = currentStep(instance);
  const closed = step ? withStep(instance, { ...step, status }) : instance;
  return { ...closed, currentOrder: null, ...withoutSendBacks(instance) };
}

/** The instance with the final step of a total, unless `refusalOf` refuses it. */
function withFinal(
  instance: Instance,
  totalCents: number,
  refusalOf: (finalOrder: number) => Code | null,
): Instance | Code {
  const change = instance.change ? { ...instance.change, totalCents } : null;
  const order = finalOrderFor(instance.steps, totalCents, change);
  if (order === null) return 'POS_NO_VALID_WORKFLOW_STEP';
  const finalOrder = Math.max(order, instance.currentOrder ?? order);
  return refusalOf(finalOrder) ?? { ...instance, finalOrder, ...(change && { change }) };
}

/** Recomputes the final step after an edit; a current step beyond it becomes the final one (DEC-40). */
export function recomputeFinal(instance: Instance, totalCents: number): Instance | Code {
  return withFinal(instance, totalCents, (finalOrder) => missingOnAddedSteps(instance, finalOrder));
}

/** Drops every approval and restarts at the first step, with the final step of the new total (DEC-40). */
export function restartWorkflow(instance: Instance, totalCents: number): Instance | Code {
  const steps = instance.steps.map((step): InstanceStep => ({ ...step, status: 'PENDING', approvals: [] }));
  const currentOrder = steps[0]?.order ?? null;
  const restarted = { ...instance, steps, currentOrder, ...withoutSendBacks(instance) };
  return withFinal(restarted, totalCents, (finalOrder) =>
    missingApprovers(steps, finalOrder, instance.oneVotePerFlow),
  );
}
