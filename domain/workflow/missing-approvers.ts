import type { WorkflowRefusal } from './approval-route-response.ts';
import { stepWithoutVoter } from './one-vote.ts';
import type { Approver, InstanceStep, StepKind } from './workflow.ts';
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
  usedUpIds?: readonly string[];
}

/** Returns why a user who is listed on a step of this kind cannot approve it, or null (DEC-21, DEC-97). */
export function absenceOf(userId: string, kind: StepKind, people: People): Absence | null {
  if (!people.activeUserIds.includes(userId)) return 'INACTIVE';
  if (!people.approverIds.includes(userId)) return 'ROLE';
  if (kind === 'DEPARTMENT' && !people.departmentMemberIds.includes(userId)) return 'DEPARTMENT';
  if (people.selfIds.includes(userId)) return 'SELF';
  return people.usedUpIds?.includes(userId) ? 'VOTED' : null;
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
  const lacking = empty[0] ?? (oneVotePerFlow ? stepWithoutVoter(required) : null);
  if (lacking === null) return null;
  return lacking.kind === 'STANDARD' ? 'POS_NO_VALID_WORKFLOW_STEP' : 'POS_NO_DEPARTMENT_MEMBERS';
}
