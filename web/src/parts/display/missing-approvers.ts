import type { Workflow, WorkflowStep } from '#domain/workflow/workflow-response';

const reasons = {
  INACTIVE: 'no longer active',
  ROLE: 'has a role that cannot approve',
  DEPARTMENT: 'not in the department',
  SELF: 'cannot approve their own document',
  VOTED: 'has already approved this document',
  RESUBMIT: 'can approve once it is submitted again',
} as const satisfies Record<WorkflowStep['missingApprovers'][number]['reason'], string>;

const maxNames = 5;

/** The first users who are missing from a step, each with the reason, and what follows the last of them. */
export function missingPeople({ missingApprovers }: Pick<WorkflowStep, 'missingApprovers'>) {
  const people = missingApprovers.slice(0, maxNames).map(({ userId, name, reason }) => ({
    userId,
    name,
    reason: `(${reasons[reason]})`,
  }));
  const more = missingApprovers.length - maxNames;
  return { people, end: more > 0 ? ` and ${more} more.` : '.' };
}

/** `Missing: Ada Lang (no longer active).`; empty while enough users can approve the step (DEC-23). */
export function missingText(step: Pick<WorkflowStep, 'missingApprovers'>): string {
  if (step.missingApprovers.length === 0) return '';
  const { people, end } = missingPeople(step);
  return `Missing: ${people.map(({ name, reason }) => `${name} ${reason}`).join(', ')}${end}`;
}

/** The notice after a submit that no one can approve a step; null if every step has enough approvers. */
export function waitingNotice(workflow: Workflow | null): string | null {
  const step = workflow?.steps.find(({ missingApprovers }) => missingApprovers.length > 0);
  if (!step) return null;
  return `Too few people can approve the step ${step.name}, so it will wait there. ${missingText(step)}`;
}
