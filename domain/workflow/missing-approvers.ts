import type { Absence, Approver, StepKind } from './workflow.ts';
import type { MissingApprover } from './workflow-response.ts';

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

/** Returns why a user who is listed on a step of this kind cannot approve it, or null (DEC-21, DEC-97). */
export function absenceOf(userId: string, kind: StepKind, people: People): Absence | null {
  if (!people.activeUserIds.includes(userId)) return 'INACTIVE';
  if (!people.approverIds.includes(userId)) return 'ROLE';
  if (kind === 'DEPARTMENT' && !people.departmentMemberIds.includes(userId)) return 'DEPARTMENT';
  return people.selfIds.includes(userId) ? 'SELF' : null;
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
