import type { DocType } from '#domain/document';
import { formatMoney, fromCents, toCents } from '#domain/values/money';
import type { WorkflowRefusal } from './approval-route-response.ts';
import type { StepReason } from './workflow-response.ts';
import { copySteps, finalOrderFor, missingApprovers } from './workflow.ts';
import type { InstanceStep, Template, WorkflowPlanInput } from './workflow.ts';

/** The steps that a document will take if it is submitted now, in order (ROUTE-01). */
export interface Forecast {
  steps: readonly InstanceStep[];
  /** Null if no step covers the total: then `steps` are all of the template. */
  finalOrder: number | null;
  /** The code with which the workflow would refuse the submit, or null (DEC-24). */
  refusal: WorkflowRefusal | null;
}

export function forecastRoute(template: Template | null, plan: WorkflowPlanInput): Forecast {
  if (template === null) return { steps: [], finalOrder: null, refusal: 'POS_NO_DEFAULT_WORKFLOW' };
  const steps = copySteps(template, plan);
  const finalOrder = finalOrderFor(steps, plan.totalCents);
  if (finalOrder === null) return { steps, finalOrder, refusal: 'POS_NO_VALID_WORKFLOW_STEP' };
  return {
    steps: steps.filter(({ order }) => order <= finalOrder),
    finalOrder,
    refusal: missingApprovers(steps, finalOrder),
  };
}

/**
 * Returns why a document takes this step of its workflow (ROUTE-02): the department, or an amount over the limit of the
 * amount step before it. `overAmount` is an amount; null for a step that every document takes.
 */
export function stepReason(
  step: Pick<InstanceStep, 'order' | 'kind'>,
  steps: readonly Pick<InstanceStep, 'order' | 'kind' | 'amountLimitCents'>[],
): StepReason {
  if (step.kind === 'DEPARTMENT') return { rule: 'DEPARTMENT', overAmount: null };
  const before = steps.filter(({ kind, order }) => kind === 'STANDARD' && order < step.order);
  const limit = Math.max(-1, ...before.map(({ amountLimitCents }) => amountLimitCents ?? -1));
  return limit < 0 ? { rule: 'ALWAYS', overAmount: null } : { rule: 'AMOUNT', overAmount: fromCents(limit) };
}

const every = { PO: 'Every purchase order', INVOICE: 'Every invoice', PAYMENT: 'Every payment' } as const;

/** Returns why a document takes a step as a text: `Over $25,000.00`, `Department Set Decoration`, `Every invoice` (ROUTE-02). */
export function stepReasonText(
  { rule, overAmount }: StepReason,
  document: { docType: DocType; currency: string; departmentName: string | null },
): string {
  if (rule === 'ALWAYS') return every[document.docType];
  if (rule === 'AMOUNT') return `Over ${formatMoney(toCents(overAmount ?? 0), document.currency)}`;
  const { departmentName } = document;
  if (!departmentName) return 'The department';
  return /\bdepartment\b/i.test(departmentName) ? departmentName : `Department ${departmentName}`;
}

type ComparedStep = Pick<InstanceStep, 'name'> & { approvers: readonly { userId: string }[] };

/** Returns the names of the steps that differ from those of a forecast, in order (ROUTE-04). */
export function changedSteps(shown: readonly ComparedStep[], taken: readonly ComparedStep[]): string[] {
  const keyOf = (step?: ComparedStep) =>
    step && JSON.stringify([step.name, step.approvers.map(({ userId }) => userId).toSorted()]);
  const longer = taken.length >= shown.length ? taken : shown;
  return longer.filter((_, at) => keyOf(shown[at]) !== keyOf(taken[at])).map(({ name }) => name);
}
