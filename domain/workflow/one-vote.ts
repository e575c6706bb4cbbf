import type { Approval, Instance, InstanceStep } from './workflow.ts';

/** The users whose vote an approval uses up: the approver, and the user who gave it on behalf of them (COV-20). */
export function votersOf({ userId, castBy }: Approval): readonly string[] {
  return castBy ? [userId, castBy.userId] : [userId];
}

/**
 * Returns the users who have used up their vote, whatever the step: with one vote per flow they decide no further step
 * (COV-20). Empty for a document that was submitted without this rule.
 */
export function usedVoteUserIds({ oneVotePerFlow, steps }: Instance): readonly string[] {
  if (!oneVotePerFlow) return [];
  return steps.flatMap(({ approvals }) => approvals.flatMap(votersOf));
}

/** `reason` in the body of a rejected submit: the approvers of the steps are too few for one vote each (COV-21). */
export const tooFewVoters = 'one_vote_per_flow';

type Step = Pick<InstanceStep, 'order' | 'approvers'>;

/**
 * Returns the steps for which nobody remains if each user approves at most one step; earlier steps come first (COV-21).
 * Moves a user to a step only if the step that loses them finds another one.
 */
export function stepsWithoutVoter<Of extends Step>(steps: readonly Of[]): readonly Of[] {
  const stepOf = new Map<string, Of>();
  const assign = (step: Of, tried: Set<string>): boolean =>
    step.approvers.some(({ userId }) => {
      if (tried.has(userId)) return false;
      tried.add(userId);
      const other = stepOf.get(userId);
      if (other && !assign(other, tried)) return false;
      stepOf.set(userId, step);
      return true;
    });
  return steps.filter((step) => !assign(step, new Set()));
}

/** An approver of several steps, with the names of the steps. */
export interface RepeatedApprover {
  name: string;
  steps: string[];
}

/** Returns the approvers who are listed on more than one of these steps, in order (COV-21). */
export function repeatedApprovers(
  steps: readonly (Step & Pick<InstanceStep, 'name'>)[],
): readonly RepeatedApprover[] {
  const byId = new Map<string, RepeatedApprover>();
  for (const { name, approvers } of steps)
    for (const { userId, name: approver } of approvers)
      byId.set(userId, { name: approver, steps: [...(byId.get(userId)?.steps ?? []), name] });
  return [...byId.values()].filter((one) => one.steps.length > 1);
}
