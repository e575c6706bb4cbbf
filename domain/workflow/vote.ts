import type { Milestone, Status } from '#domain/document';
import { advance } from './send-back.ts';
import { currentApprovers, currentStep, withStep } from './workflow.ts';
import type { Approval, Instance } from './workflow.ts';

export interface Vote {
  instance: Instance;
  stepComplete: boolean;
  finalComplete: boolean;
}

/**
 * Counts one approval of the current step. When it was the last one needed, `advance` finds the step where the document
 * then waits. Returns null when the user is not a current approver (DEC-23). A vote on behalf of the user is theirs
 * (COV-04).
 */
export function castVote(
  instance: Instance,
  userId: string,
  at: string,
  details: Pick<Approval, 'version' | 'castBy' | 'contentVersion'> = {},
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
  const moved = advance(updated, step.order, details);
  return { instance: moved, stepComplete, finalComplete: moved.currentOrder === null };
}

/** True when one vote per flow leaves the current step too few approvers: it can never be completed (COV-22). */
export function lacksVoters(instance: Instance): boolean {
  const step = currentStep(instance);
  if (step === null || !instance.oneVotePerFlow) return false;
  return step.approvals.length + currentApprovers(instance).length < step.approvalsNeeded;
}

/** Whether the approval of a department step counts now. */
export function isDepartmentDone({ steps }: Instance): boolean {
  return steps.some((step) => step.kind === 'DEPARTMENT' && step.status === 'APPROVED');
}

/** Returns the PO's status while in approval, from its previous status and the vote just counted (DEC-22). */
export function statusInApproval(before: Status, after: Vote, bySpecialApprover: boolean): Status {
  if (bySpecialApprover || before === 'APPROVED_BY_SPECIAL_APPROVER') return 'APPROVED_BY_SPECIAL_APPROVER';
  return isDepartmentDone(after.instance) ? 'APPROVED_BY_DEPARTMENT_APPROVER' : 'SUBMITTED_FOR_APPROVAL';
}

/** Returns the milestones that one vote reaches (DEC-22). */
export function milestonesOf(after: Vote, bySpecialApprover: boolean): readonly Milestone[] {
  return [
    ...(after.stepComplete ? (['FIRST_APPROVAL'] as const) : []),
    ...(bySpecialApprover ? (['SPECIAL_APPROVAL'] as const) : []),
    ...(after.finalComplete ? (['FULL_APPROVAL'] as const) : []),
  ];
}
