import type { WorkflowRefusal } from './approval-route-response.ts';
import { stepsWithoutVoter, usedVoteUserIds } from './one-vote.ts';
import type { Approver, Instance, InstanceStep, StepKind } from './workflow.ts';
import type { MissingApprover } from './workflow-response.ts';

/**
 * Why a listed approver cannot approve (DEC-21, DEC-97). RESUBMIT: they can now, but could not at submit.
 * VOTED: their vote of the flow is used up (COV-20).
 */
export const absences = ['INACTIVE', 'ROLE', 'DEPARTMENT', 'SELF', 'VOTED', 'RESUBMIT'] as const;
export type Absence = (typeof absences)[number];

/** The users who determine which approvers of a document can approve (DEC-21, DEC-97, COV-20). */
export interface People {
  /** Active members of the show. */
  activeUserIds: readonly string[];
  /** Active members who may approve documents of this type. */
  approverIds: readonly string[];
  /** Active members of the document's department. */
  departmentMemberIds: readonly string[];
  /** Users whose approval would be a forbidden self-approval. */
  selfIds: readonly string[];
  /** Users whose vote of the flow is used up; absent: nobody. */
  usedVoteIds?: readonly string[];
}

/** Returns why a user who is listed on a step of this kind cannot approve it, or null (DEC-21, DEC-97). */
export function absenceOf(userId: string, kind: StepKind, people: People): Absence | null {
  if (!people.activeUserIds.includes(userId)) return 'INACTIVE';
  if (!people.approverIds.includes(userId)) return 'ROLE';
  if (kind === 'DEPARTMENT' && !people.departmentMemberIds.includes(userId)) return 'DEPARTMENT';
  if (people.selfIds.includes(userId)) return 'SELF';
  return people.usedVoteIds?.includes(userId) ? 'VOTED' : null;
}

/** The approvers who cannot approve a step of this kind, with the reason. */
export function findAbsent(
  approvers: readonly Approver[],
  kind: StepKind,
  people: People,
): readonly MissingApprover[] {
  return approvers.flatMap((approver) => {
    const reason = absenceOf(approver.userId, kind, people);
    return reason === null ? [] : [{ ...approver, reason }];
  });
}

/**
 * Checks levels before departments. Returns null when every required step has an approver (DEC-24), with one vote per
 * flow another one than each other step (COV-21).
 */
export function missingApprovers(
  steps: readonly InstanceStep[],
  finalOrder: number,
  oneVotePerFlow = false,
): WorkflowRefusal | null {
  const required = steps.filter((step) => step.order <= finalOrder);
  const empty = required.filter((step) => step.approvers.length === 0);
  if (empty.some((step) => step.kind === 'STANDARD')) return 'POS_NO_VALID_WORKFLOW_STEP';
  const [lacking] = [...empty, ...(oneVotePerFlow ? stepsWithoutVoter(required) : [])];
  return lacking ? refusalOf(lacking) : null;
}

/**
 * Checks the steps that a higher final step adds to a workflow with votes. With one vote per flow each has an approver who
 * has not voted and whom no other open step needs (COV-21). Steps that were required before are not refused again: they
 * escalate (COV-22).
 */
export function missingOnAddedSteps(instance: Instance, finalOrder: number): WorkflowRefusal | null {
  const refusal = missingApprovers(instance.steps, finalOrder);
  if (refusal !== null || !instance.oneVotePerFlow) return refusal;
  const usedVoteIds = usedVoteUserIds(instance);
  const open = instance.steps
    .filter(({ order, status }) => order <= finalOrder && status === 'PENDING')
    .map((step) => ({
      ...step,
      approvers: step.approvers.filter(({ userId }) => !usedVoteIds.includes(userId)),
    }));
  const lacking = stepsWithoutVoter(open).find(({ order }) => order > instance.finalOrder);
  return lacking ? refusalOf(lacking) : null;
}

function refusalOf({ kind }: InstanceStep): WorkflowRefusal {
  return kind === 'STANDARD' ? 'POS_NO_VALID_WORKFLOW_STEP' : 'POS_NO_DEPARTMENT_MEMBERS';
}
