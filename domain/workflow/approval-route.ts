import { standInsOf } from '#domain/cover/cover';
import type { CoveredDocument, RunningCover, StandIn } from '#domain/cover/cover';
import type { DocType } from '#domain/document';
import { formatMoney, fromCents, fromHundredths, toCents } from '#domain/values/money';
import type { WorkflowRefusal } from './approval-route-response.ts';
import { overBudgetToWire } from '#domain/budget/over-budget';
import { changeReason, overCents } from './change-order-steps.ts';
import type { ChangeBasis } from './change-order-steps.ts';
import { levelsOf } from './final-order.ts';
import type { Level } from './final-order.ts';
import type { StepReason } from './workflow-response.ts';
import { missingApprovers } from './missing-approvers.ts';
import { planSteps } from './workflow.ts';
import type { InstanceStep, Template, WorkflowPlanInput } from './workflow.ts';

/** The steps that a document will take if it is submitted now, in order (ROUTE-01). */
export interface Forecast {
  steps: readonly InstanceStep[];
  /** Why the document takes each of the steps. */
  reasons: readonly StepReason[];
  /** Null if no step covers the total: then `steps` are all of the template. */
  finalOrder: number | null;
  /** The code with which the workflow would refuse the submit, or null (DEC-24). */
  refusal: WorkflowRefusal | null;
  /** What a change order is planned by; null if its total decides. */
  change: ChangeBasis | null;
}

export function forecastRoute(template: Template | null, input: WorkflowPlanInput): Forecast {
  if (template === null)
    return { steps: [], reasons: [], finalOrder: null, refusal: 'POS_NO_DEFAULT_WORKFLOW', change: null };
  const { steps, change, finalOrder } = planSteps(template, input);
  const taken = steps.filter(({ order }) => finalOrder === null || order <= finalOrder);
  return {
    steps: taken,
    reasons: taken.map((step) => stepReason(step, steps, change)),
    finalOrder,
    change,
    refusal:
      finalOrder === null
        ? 'POS_NO_VALID_WORKFLOW_STEP'
        : missingApprovers(steps, finalOrder, input.oneVotePerFlow),
  };
}

/**
 * Returns why a document takes this step of its workflow (ROUTE-02, CHANGE-04): the department, an amount over the
 * limit of the amount step before it, the change of a change order, or the budget (BUD-29). `overAmount` is an amount;
 * null for a step that every document takes.
 */
export function stepReason(
  step: Level,
  all: readonly Level[],
  change: ChangeBasis | null = null,
): StepReason {
  const overBudget = overBudgetToWire(step.overBudget);
  if (overBudget)
    return overBudget.unit === 'AMOUNT'
      ? { rule: 'OVER_BUDGET', overAmount: overBudget.over }
      : { rule: 'OVER_BUDGET', overAmount: null, overPercent: overBudget.over };
  const steps = levelsOf(all);
  if (step.kind === 'DEPARTMENT') return { rule: 'DEPARTMENT', overAmount: null };
  const reason = change && changeReason(step, steps, change);
  if (change && reason?.rule === 'CHANGE_PERCENT')
    return { rule: reason.rule, overAmount: null, overPercent: fromHundredths(change.percentHundredths) };
  const limit = reason ? reason.overCents : overCents(step, steps);
  if (limit === null) return { rule: 'ALWAYS', overAmount: null };
  return { rule: reason?.rule === 'CHANGE' ? 'CHANGE' : 'AMOUNT', overAmount: fromCents(limit) };
}

const every = { PO: 'Every purchase order', INVOICE: 'Every invoice', PAYMENT: 'Every payment' } as const;

/**
 * Returns why a document takes a step as a text: `Over $25,000.00`, `Department Set Decoration`, `Every invoice`,
 * `Change over 15 %`, `Over budget by more than 10 %` (ROUTE-02, CHANGE-04, BUD-29).
 */
export function stepReasonText(
  { rule, overAmount, overPercent = 0 }: StepReason,
  document: { docType: DocType; currency: string; departmentName: string | null },
): string {
  if (rule === 'ALWAYS') return every[document.docType];
  if (rule === 'OVER_BUDGET') {
    if (!overAmount && overPercent === 0) return 'Over budget';
    const by = overAmount === null ? `${overPercent} %` : formatMoney(toCents(overAmount), document.currency);
    return `Over budget by more than ${by}`;
  }
  if (rule === 'CHANGE_PERCENT') return `Change over ${overPercent} %`;
  if (rule === 'AMOUNT' || rule === 'CHANGE') {
    const limit = formatMoney(toCents(overAmount ?? 0), document.currency);
    return rule === 'AMOUNT' ? `Over ${limit}` : `Change over ${limit}`;
  }
  const { departmentName } = document;
  if (!departmentName) return 'The department';
  return /\bdepartment\b/i.test(departmentName) ? departmentName : `Department ${departmentName}`;
}

/**
 * Returns for each step of a forecast who could decide it today on behalf of absent approvers, as if the document were
 * at that step now (ROUTE-07).
 */
export function forecastStandIns(
  { steps, finalOrder, change }: Forecast,
  document: CoveredDocument,
  covers: readonly RunningCover[],
): readonly (readonly StandIn[])[] {
  const instance = { id: '', templateId: '', templateVersion: 0, steps, finalOrder: finalOrder ?? 0, change };
  return steps.map(({ order }) => standInsOf(document, { ...instance, currentOrder: order }, covers));
}

interface ComparedStep {
  name: string;
  approvers: readonly { userId: string; onBehalfOf?: object | undefined }[];
}

/**
 * Returns the names of the steps that differ from those of a forecast, in order (ROUTE-04). Who covers an approver is no
 * part of a step (ROUTE-07).
 */
export function changedSteps(shown: readonly ComparedStep[], taken: readonly ComparedStep[]): string[] {
  const idsOf = ({ approvers }: ComparedStep) =>
    approvers.flatMap(({ userId, onBehalfOf }) => (onBehalfOf ? [] : [userId])).toSorted();
  const keyOf = (step?: ComparedStep) => step && JSON.stringify([step.name, idsOf(step)]);
  const longer = taken.length >= shown.length ? taken : shown;
  return longer.filter((_, at) => keyOf(shown[at]) !== keyOf(taken[at])).map(({ name }) => name);
}
