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

/** `Missing: Ada Lang (no longer active).`; empty while enough users can approve the step (DEC-23). */
export function missingText({ missingApprovers }: Pick<WorkflowStep, 'missingApprovers'>): string {
  if (missingApprovers.length === 0) return '';
  const named = missingApprovers
    .slice(0, maxNames)
    .map(({ name, reason }) => `${name} (${reasons[reason]})`)
    .join(', ');
  const more = missingApprovers.length - maxNames;
  return `Missing: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The notice after a submit that no one can approve a step; null if every step has enough approvers. */
export function waitingNotice(workflow: Workflow | null): string | null {
  const step = workflow?.steps.find(({ missingApprovers }) => missingApprovers.length > 0);
  if (!step) return null;
  return `Too few people can approve the step ${step.name}, so it will wait there. ${missingText(step)}`;
}
