import type { Milestone, Status } from '#domain/document';
import type { Vote } from './workflow.ts';

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
