import type { Code } from '#domain/codes';
import type { Milestone, Status } from '#domain/document';
import type { WorkflowRefusal } from './approval-route-response.ts';
import type { CastBy, MissingApprover } from './workflow-response.ts';

export type StepKind = 'STANDARD' | 'DEPARTMENT';

/** PENDING covers every state that is not listed (AP-02, DEC-29). */
export type StepStatus = 'PENDING' | 'APPROVED' | 'REVISION' | 'VOID' | 'DENIED';

export interface Approver {
  userId: string;
  name: string;
  initials: string;
}

/** Why a listed approver cannot approve (DEC-21, DEC-97). RESUBMIT: they can now, but could not at submit. */
export const absences = ['INACTIVE', 'ROLE', 'DEPARTMENT', 'SELF', 'RESUBMIT'] as const;
export type Absence = (typeof absences)[number];

/** A step of a template. Cents; null is unlimited (DEC-20). */
export interface TemplateStep {
  order: number;
  name: string;
  kind: StepKind;
  amountLimitCents: number | null;
  approvalsNeeded: number;
  approvers: readonly Approver[];
  /** A workflow with such a step may approve invoices that relieve a PO line beyond its balance (DEC-39). */
  mayApproveOverRelief?: boolean;
}

export interface Template {
  id: string;
  /** Increases with every change of the template (DEC-65). */
  version: number;
  steps: readonly TemplateStep[];
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
}

/**
 * A step of a document's own copy. `approvers` could approve at submit; when they were fewer than `approvalsNeeded`,
 * `missing` lists the other listed users (DEC-23).
 */
export interface InstanceStep {
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
}

/** The users who determine which approvers of a document can approve (DEC-21, DEC-97). */
export interface People {
  /** Active members of the show. */
  activeUserIds: readonly string[];
  /** Active members who may approve documents of this type. */
  approverIds: readonly string[];
  /** Active members of the document's department. */
  departmentMemberIds: readonly string[];
  /** Users whose approval would be a forbidden self-approval. */
  selfIds: readonly string[];
}

export interface WorkflowPlanInput extends People {
  /** The id of the new copy; its steps are `{id}-{order}`. */
  id: string;
  totalCents: number;
}

type Level = Pick<InstanceStep, 'order' | 'kind' | 'amountLimitCents'>;

/**
 * Returns the order of the first STANDARD step whose limit is null or at least |total|; with DEPARTMENT steps only, of
 * the last one. Null when no step covers the total (DEC-20).
 */
export function finalOrderFor(steps: readonly Level[], totalCents: number): number | null {
  const standard = steps.filter((step) => step.kind === 'STANDARD');
  if (standard.length === 0) return steps.at(-1)?.order ?? null;
  const amount = Math.abs(totalCents);
  const final = standard.find((step) => step.amountLimitCents === null || step.amountLimitCents >= amount);
  return final?.order ?? null;
}

/** Returns why a user who is listed on a step of this kind cannot approve it, or null (DEC-21, DEC-97). */
export function absenceOf(userId: string, kind: StepKind, people: People): Absence | null {
  if (!people.activeUserIds.includes(userId)) return 'INACTIVE';
  if (!people.approverIds.includes(userId)) return 'ROLE';
  if (kind === 'DEPARTMENT' && !people.departmentMemberIds.includes(userId)) return 'DEPARTMENT';
  return people.selfIds.includes(userId) ? 'SELF' : null;
}

function findAbsent(
  approvers: readonly Approver[],
  kind: StepKind,
  people: People,
): readonly MissingApprover[] {
  return approvers.flatMap((approver) => {
    const reason = absenceOf(approver.userId, kind, people);
    return reason === null ? [] : [{ ...approver, reason }];
  });
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

/** Checks levels before departments. Returns null when every required step has an approver (DEC-24). */
export function missingApprovers(steps: readonly InstanceStep[], finalOrder: number): WorkflowRefusal | null {
  const empty = steps.filter((step) => step.order <= finalOrder && step.approvers.length === 0);
  if (empty.some((step) => step.kind === 'STANDARD')) return 'POS_NO_VALID_WORKFLOW_STEP';
  return empty.length > 0 ? 'POS_NO_DEPARTMENT_MEMBERS' : null;
}

/** The steps of a template in order, each with the listed approvers who could approve now (DEC-21, DEC-23). */
export function copySteps(template: Template, plan: WorkflowPlanInput): InstanceStep[] {
  return template.steps
    .toSorted((a, b) => a.order - b.order)
    .map((step): InstanceStep => {
      const absentApprovers = findAbsent(step.approvers, step.kind, plan);
      const approvers = step.approvers.filter(
        ({ userId }) => !absentApprovers.some((one) => one.userId === userId),
      );
      return {
        id: `${plan.id}-${step.order}`,
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
      };
    });
}

/**
 * Creates the document's own copy of the workflow at its first step, or returns why there is none:
 * `POS_NO_VALID_WORKFLOW_STEP` or `POS_NO_DEPARTMENT_MEMBERS` (DEC-20, DEC-21, DEC-23, DEC-24).
 */
export function planWorkflow(template: Template, plan: WorkflowPlanInput): Instance | Code {
  const steps = copySteps(template, plan);
  const finalOrder = finalOrderFor(steps, plan.totalCents);
  const first = steps[0];
  if (finalOrder === null || !first) return 'POS_NO_VALID_WORKFLOW_STEP';
  const missing = missingApprovers(steps, finalOrder);
  if (missing) return missing;
  const { id: templateId, version: templateVersion } = template;
  return { id: plan.id, templateId, templateVersion, steps, finalOrder, currentOrder: first.order };
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

/** "Current approver": listed on the current step and without a vote on it (Part 2, legend). */
export function currentApprovers(instance: Instance | null): readonly string[] {
  const step = currentStep(instance);
  if (step === null) return [];
  return step.approvers.map(({ userId }) => userId).filter((userId) => !hasApproved(step, userId));
}

/** The steps that a document must pass, in order; the others apply only to a larger total (DEC-29, DEC-40). */
export function requiredSteps(instance: Instance): readonly InstanceStep[] {
  return instance.steps.filter((step) => step.order <= instance.finalOrder);
}

function withStep(instance: Instance, changed: InstanceStep): Instance {
  return {
    ...instance,
    steps: instance.steps.map((step) => (step.order === changed.order ? changed : step)),
  };
}

export interface Vote {
  instance: Instance;
  stepComplete: boolean;
  finalComplete: boolean;
}

/**
 * Counts one approval of the current step and advances when it was the last one needed. Returns null when the user is
 * not a current approver (DEC-23). A vote on behalf of the user is theirs (COV-04).
 */
export function vote(
  instance: Instance,
  userId: string,
  at: string,
  details: Pick<Approval, 'version' | 'castBy'> = {},
): Vote | null {
  const step = currentStep(instance);
  if (step === null || !currentApprovers(instance).includes(userId)) return null;
  const approvals = [...step.approvals, { userId, at, ...details }];
  const stepComplete = approvals.length >= step.approvalsNeeded;
  const updated = withStep(instance, {
    ...step,
    approvals,
    status: stepComplete ? 'APPROVED' : step.status,
  });
  if (!stepComplete) return { instance: updated, stepComplete, finalComplete: false };
  const next = requiredSteps(instance).find((later) => later.order > step.order);
  const currentOrder = next?.order ?? null;
  return { instance: { ...updated, currentOrder }, stepComplete, finalComplete: next === undefined };
}

/** A single revision, void or deny ends the current step and the workflow; the copy stays readable (DEC-23, DEC-29). */
export function closeWorkflow(instance: Instance, status: 'REVISION' | 'VOID' | 'DENIED'): Instance {
  const step = currentStep(instance);
  return { ...(step ? withStep(instance, { ...step, status }) : instance), currentOrder: null };
}

/** Recomputes the final step after an edit; a current step beyond it becomes the final one (DEC-40). */
export function recomputeFinal(instance: Instance, totalCents: number): Instance | Code {
  const order = finalOrderFor(instance.steps, totalCents);
  if (order === null) return 'POS_NO_VALID_WORKFLOW_STEP';
  const finalOrder = Math.max(order, instance.currentOrder ?? order);
  return missingApprovers(instance.steps, finalOrder) ?? { ...instance, finalOrder };
}

/** Drops every approval and restarts at the first step, with the final step of the new total (DEC-40). */
export function restartWorkflow(instance: Instance, totalCents: number): Instance | Code {
  const steps = instance.steps.map((step): InstanceStep => ({ ...step, status: 'PENDING', approvals: [] }));
  return recomputeFinal({ ...instance, steps, currentOrder: steps[0]?.order ?? null }, totalCents);
}

/** Returns the PO's status while in approval, from its previous status and the vote just counted (DEC-22). */
export function statusInApproval(before: Status, after: Vote, bySpecialApprover: boolean): Status {
  if (bySpecialApprover || before === 'APPROVED_BY_SPECIAL_APPROVER') return 'APPROVED_BY_SPECIAL_APPROVER';
  const departmentDone = after.instance.steps.some(
    (step) => step.kind === 'DEPARTMENT' && step.status === 'APPROVED',
  );
  return departmentDone ? 'APPROVED_BY_DEPARTMENT_APPROVER' : 'SUBMITTED_FOR_APPROVAL';
}

/** Returns the milestones that one vote reaches (DEC-22). */
export function milestonesOf(after: Vote, bySpecialApprover: boolean): readonly Milestone[] {
  return [
    ...(after.stepComplete ? (['FIRST_APPROVAL'] as const) : []),
    ...(bySpecialApprover ? (['SPECIAL_APPROVAL'] as const) : []),
    ...(after.finalComplete ? (['FULL_APPROVAL'] as const) : []),
  ];
}
