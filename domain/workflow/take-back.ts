import { withoutEnd } from './send-back.ts';
import type { Approval, Instance, InstanceStep } from './workflow.ts';

/** The user who gave an approval, for themselves or on behalf of another. */
function senderOf({ userId, castBy }: Approval): string {
  return castBy?.userId ?? userId;
}

/** Returns the step with the vote of this user that made this version of the document, or null (RUN-06). */
export function stepApprovedLast(
  instance: Instance | null,
  version: number,
  userId: string,
): InstanceStep | null {
  const isLast = (step: InstanceStep) =>
    step.approvals.some((approval) => senderOf(approval) === userId && approval.version === version);
  return instance?.steps.find(isLast) ?? null;
}

/**
 * Removes the vote that made this version from a step, which is open and current again. Votes of later steps that
 * returned with it go again (BACK-03).
 */
export function withoutVote(instance: Instance, { id, order }: InstanceStep, version: number): Instance {
  const steps = instance.steps.map((step): InstanceStep => {
    if (step.order > order) return { ...step, status: 'PENDING', approvals: [] };
    if (step.id !== id) return step;
    const approvals = step.approvals.filter((approval) => approval.version !== version);
    return { ...step, status: 'PENDING', approvals };
  });
  return { ...instance, steps, currentOrder: order, ...withoutEnd(instance, version) };
}
