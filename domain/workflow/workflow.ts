import type { Code } from '#domain/codes';
import type { Milestone, Status } from '#domain/document';

export type StepKind = 'STANDARD' | 'DEPARTMENT';

/** AP-02, DEC-29: PENDING is the "otherwise". */
export type StepStatus = 'PENDING' | 'APPROVED' | 'REVISION' | 'VOID' | 'DENIED';

export interface Approver {
  userId: string;
  name: string;
  initials: string;
}

/** Why a listed approver cannot approve (DEC-21, DEC-97). RESUBMIT: they could now, but could not at submit. */
export const absences = ['INACTIVE', 'ROLE', 'DEPARTMENT', 'SELF', 'RESUBMIT'] as const;
export type Absence = (typeof absences)[number];

export interface MissingApprover extends Approver {
  reason: Absence;
}

/** DEC-20: a step of a flow as administrators keep it. Cents; null is unlimited. */
export interface TemplateStep {
  order: number;
  name: string;
  kind: StepKind;
  amountLimitCents: number | null;
  approvalsNeeded: number;
  approvers: readonly Approver[];
  /** DEC-39: a flow with such a step may approve invoices that relieve a PO line beyond its balance. */
  mayApproveOverRelief?: boolean;
}

export interface Template {
  id: string;
  /** Goes up with every change of the template (DEC-65). */
  version: number;
  steps: readonly TemplateStep[];
}

export interface Approval {
  userId: string;
  at: string;
  /** The content that it was given for (DEC-30). */
  contentVersion?: number;
}

/**
 * A step of a document's own copy: `approvers` are those who could approve at submit. Where they were fewer than
 * `approvalsNeeded`, `missing` names the others who are listed (DEC-23).
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

/** DEC-24: the copy taken at submit. It holds the steps beyond the final one too: an edit may raise the final step. */
export interface Instance {
  id: string;
  templateId: string;
  /** The version of the template that it was copied from. */
  templateVersion: number;
  steps: readonly InstanceStep[];
  finalOrder: number;
  /** Null: complete, closed by revision, void or deny, or stopped. */
  currentOrder: number | null;
}

/** The people by whom it is decided who may approve a document (DEC-21, DEC-97). */
export interface People {
  /** Active members of the show. */
  activeUserIds: readonly string[];
  /** Those of them who may approve documents of this type. */
  approverIds: readonly string[];
  /** Active members of the document's department. */
  departmentMemberIds: readonly string[];
  /** Whose approval would be a forbidden self-approval. */
  selfIds: readonly string[];
}

export interface Plan extends People {
  /** The id the new copy gets; its steps are `{id}-{order}`. */
  id: string;
  totalCents: number;
}

type Level = Pick<InstanceStep, 'order' | 'kind' | 'amountLimitCents'>;

/**
 * DEC-20: the order of the first STANDARD step whose limit is null or at least |total|; of DEPARTMENT steps only, the
 * last. Null when no step accommodates the total.
 */
export function finalOrderFor(steps: readonly Level[], totalCents: number): number | null {
  const standard = steps.filter((step) => step.kind === 'STANDARD');
  if (standard.length === 0) return steps.at(-1)?.order ?? null;
  const amount = Math.abs(totalCents);
  const final = standard.find((step) => step.amountLimitCents === null || step.amountLimitCents >= amount);
  return final?.order ?? null;
}

/** DEC-21, DEC-97: why somebody who is listed on a step of this kind cannot approve it, or null. */
function absenceOf(userId: string, kind: StepKind, people: People): Absence | null {
  if (!people.activeUserIds.includes(userId)) return 'INACTIVE';
  if (!people.approverIds.includes(userId)) return 'ROLE';
  if (kind === 'DEPARTMENT' && !people.departmentMemberIds.includes(userId)) return 'DEPARTMENT';
  return people.selfIds.includes(userId) ? 'SELF' : null;
}

function absent(approvers: readonly Approver[], kind: StepKind, people: People): readonly MissingApprover[] {
  return approvers.flatMap((approver) => {
    const reason = absenceOf(approver.userId, kind, people);
    return reason === null ? [] : [{ ...approver, reason }];
  });
}

/** DEC-23: who is missing on a step that too few people can complete now; empty when enough of them can. */
export function missingOn(step: InstanceStep, people: People): readonly MissingApprover[] {
  if (step.status !== 'PENDING') return [];
  const open = step.approvers.filter(({ userId }) => !hasApproved(step, userId));
  const gone = absent(open, step.kind, people);
  if (step.approvals.length + open.length - gone.length >= step.approvalsNeeded) return [];
  const leftOut = step.missing.map(({ userId, name, initials }): MissingApprover => ({
    userId,
    name,
    initials,
    reason: absenceOf(userId, step.kind, people) ?? 'RESUBMIT',
  }));
  return [...gone, ...leftOut];
}

/** DEC-24: levels are checked before departments. Null when every needed step has somebody. */
function missingApprovers(steps: readonly InstanceStep[], finalOrder: number): Code | null {
  const empty = steps.filter((step) => step.order <= finalOrder && step.approvers.length === 0);
  if (empty.some((step) => step.kind === 'STANDARD')) return 'POS_NO_VALID_WORKFLOW_STEP';
  return empty.length > 0 ? 'POS_NO_DEPARTMENT_MEMBERS' : null;
}

/**
 * DEC-20, 21, 23, 24: the document's own copy of the flow, at its first step; or why there can be none
 * (`POS_NO_VALID_WORKFLOW_STEP`, `POS_NO_DEPARTMENT_MEMBERS`).
 */
export function planWorkflow(template: Template, plan: Plan): Instance | Code {
  const steps = template.steps
    .toSorted((a, b) => a.order - b.order)
    .map((step): InstanceStep => {
      const gone = absent(step.approvers, step.kind, plan);
      const approvers = step.approvers.filter(({ userId }) => !gone.some((one) => one.userId === userId));
      return {
        id: `${plan.id}-${step.order}`,
        order: step.order,
        name: step.name,
        kind: step.kind,
        amountLimitCents: step.amountLimitCents,
        approvalsNeeded: step.approvalsNeeded,
        approvers,
        missing: approvers.length < step.approvalsNeeded ? gone : [],
        status: 'PENDING',
        approvals: [],
        mayApproveOverRelief: step.mayApproveOverRelief ?? false,
      };
    });
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

/** DEC-33: "final" is about the step, whatever approvals it still needs. */
export function atFinalStep(instance: Instance | null): boolean {
  return instance !== null && instance.currentOrder === instance.finalOrder;
}

export function hasApproved(step: InstanceStep, userId: string): boolean {
  return step.approvals.some((approval) => approval.userId === userId);
}

export function listedOn(step: InstanceStep, userId: string): boolean {
  return step.approvers.some((approver) => approver.userId === userId);
}

/** Part 2, legend "current approver": listed on the current step and not yet counted on it. */
export function currentApprovers(instance: Instance | null): readonly string[] {
  const step = currentStep(instance);
  if (step === null) return [];
  return step.approvers.map(({ userId }) => userId).filter((userId) => !hasApproved(step, userId));
}

/** Steps a document must pass, in order; the others wait for a larger total (DEC-29, DEC-40). */
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
 * DEC-23: counts one approval of the current step and moves on when it was the last one needed. Null when the user is
 * not a current approver.
 */
export function vote(instance: Instance, userId: string, at: string): Vote | null {
  const step = currentStep(instance);
  if (step === null || !currentApprovers(instance).includes(userId)) return null;
  const approvals = [...step.approvals, { userId, at }];
  const stepComplete = approvals.length >= step.approvalsNeeded;
  const counted = withStep(instance, {
    ...step,
    approvals,
    status: stepComplete ? 'APPROVED' : step.status,
  });
  if (!stepComplete) return { instance: counted, stepComplete, finalComplete: false };
  const next = requiredSteps(instance).find((later) => later.order > step.order);
  return {
    instance: { ...counted, currentOrder: next?.order ?? null },
    stepComplete,
    finalComplete: next === undefined,
  };
}

/** DEC-23: a single revision, void or deny ends the current step and the workflow. The copy stays readable (DEC-29). */
export function closeWorkflow(instance: Instance, status: 'REVISION' | 'VOID' | 'DENIED'): Instance {
  const step = currentStep(instance);
  return { ...(step ? withStep(instance, { ...step, status }) : instance), currentOrder: null };
}

/** DEC-40: the final step after an edit; a current step beyond it becomes the final one. */
export function recomputeFinal(instance: Instance, totalCents: number): Instance | Code {
  const order = finalOrderFor(instance.steps, totalCents);
  if (order === null) return 'POS_NO_VALID_WORKFLOW_STEP';
  const finalOrder = Math.max(order, instance.currentOrder ?? order);
  return missingApprovers(instance.steps, finalOrder) ?? { ...instance, finalOrder };
}

/** DEC-40: every approval is dropped and the first step waits again, with the final step of the new total. */
export function restartWorkflow(instance: Instance, totalCents: number): Instance | Code {
  const steps = instance.steps.map((step): InstanceStep => ({ ...step, status: 'PENDING', approvals: [] }));
  return recomputeFinal({ ...instance, steps, currentOrder: steps[0]?.order ?? null }, totalCents);
}

/** DEC-22: the PO's status while in approval, from its status before and the vote just counted. */
export function statusInApproval(before: Status, after: Vote, bySpecialApprover: boolean): Status {
  if (bySpecialApprover || before === 'APPROVED_BY_SPECIAL_APPROVER') return 'APPROVED_BY_SPECIAL_APPROVER';
  const departmentDone = after.instance.steps.some(
    (step) => step.kind === 'DEPARTMENT' && step.status === 'APPROVED',
  );
  return departmentDone ? 'APPROVED_BY_DEPARTMENT_APPROVER' : 'SUBMITTED_FOR_APPROVAL';
}

/** DEC-22: the milestones one vote reaches. */
export function milestonesOf(after: Vote, bySpecialApprover: boolean): readonly Milestone[] {
  const reached: Milestone[] = [];
  if (after.stepComplete) reached.push('FIRST_APPROVAL');
  if (bySpecialApprover) reached.push('SPECIAL_APPROVAL');
  if (after.finalComplete) reached.push('FULL_APPROVAL');
  return reached;
}
