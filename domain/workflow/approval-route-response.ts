import * as v from 'valibot';
import type { Code } from '#domain/codes';
import { baseTotalField } from '#domain/currency/base-total-field';
import { described } from '#domain/values/described';
import { missingApprover, stepApprover, stepReason } from './workflow-response.ts';

/** Why a document has no workflow (DEC-24). */
const workflowRefusals = [
  'POS_NO_DEFAULT_WORKFLOW',
  'POS_NO_VALID_WORKFLOW_STEP',
  'POS_NO_DEPARTMENT_MEMBERS',
] as const satisfies readonly Code[];
export type WorkflowRefusal = (typeof workflowRefusals)[number];

const routeStep = v.object({
  ...stepReason.entries,
  order: v.number(),
  name: v.string(),
  kind: v.picklist(['STANDARD', 'DEPARTMENT']),
  approvalsNeeded: v.number(),
  approvers: described(
    'Who could approve now; after the approvers, who covers them today.',
    v.array(v.pick(stepApprover, ['userId', 'name', 'initials', 'onBehalfOf'])),
  ),
  missingApprovers: described(
    'If too few approvers can approve: the listed approvers who cannot, with the reason.',
    v.array(missingApprover),
  ),
  usualDays: described(
    'The working days that the step usually takes. Null for fewer than five cases in the last 30 days.',
    v.nullable(v.number()),
  ),
  isFinal: v.boolean(),
  needsPermanentVendor: described('The step cannot be approved with a temporary vendor.', v.boolean()),
});

/** What a document will pass if it is submitted now (ROUTE-01, ROUTE-03). */
export const approvalRoute = v.object({
  ...baseTotalField,
  workflow: v.nullable(v.object({ slug: v.string(), name: v.string() })),
  steps: v.array(routeStep),
  departmentName: v.nullable(v.string()),
  missing: described(
    'What a submit needs and the document lacks.',
    v.array(v.picklist(['ATTACHMENT', 'DEPARTMENT', 'EXCHANGE_RATE', 'BUDGET_REASON'])),
  ),
  repeatedApprovers: described(
    'Only in a show with one vote per person: who is an approver of several steps and can approve one of them.',
    v.array(v.object({ name: v.string(), steps: v.array(v.string()) })),
  ),
  refusal: described(
    'The code with which the approval flow would refuse the submit.',
    v.nullable(v.picklist(workflowRefusals)),
  ),
});
export type ApprovalRoute = v.InferOutput<typeof approvalRoute>;
