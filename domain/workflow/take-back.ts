import type { Instance, InstanceStep } from './workflow.ts';

/** Returns the step with the vote of this user that made this version of the document, or null (RUN-06). */
export function stepApprovedLast(
  instance: Instance | null,
  version: number,
  userId: string,
): InstanceStep | null {
  const isLast = (step: InstanceStep) =>
    step.approvals.some((approval) => approval.userId === userId && approval.version === version);
  return instance?.steps.find(isLast) ?? null;
}

/** Removes a user's vote from a step, which is open and current again. */
export function withoutVote(instance: Instance, { id, order }: InstanceStep, userId: string): Instance {
  const steps = instance.steps.map((step): InstanceStep => {
    if (step.id !== id) return step;
    const approvals = step.approvals.filter((approval) => approval.userId !== userId);
    return { ...step, status: 'PENDING', approvals };
  });
  return { ...instance, steps, currentOrder: order };
}
