import * as v from 'valibot';
import { described } from '#domain/values/described';
import { absences } from './missing-approvers.ts';

/** The sender of a vote that counts as another user's, with the facts of the cover (COV-06). */
export const castBy = v.object({
  userId: v.string(),
  name: v.string(),
  firstDay: v.string(),
  lastDay: v.string(),
  setBy: v.string(),
  approvedBy: v.optional(described('Who approved the cover; absent if it needed no approval.', v.string())),
});
export type CastBy = v.InferOutput<typeof castBy>;

/** An approver of a step, on the wire. */
export const stepApprover = v.object({
  userId: v.string(),
  name: v.string(),
  initials: v.string(),
  hasApproved: v.boolean(),
  approvedAt: v.optional(
    described('The time of the approval. Present if this user has approved.', v.string()),
  ),
  contentVersion: v.optional(described('The content version that this user approved.', v.number())),
  version: v.optional(described('The version of the document that the approval made.', v.number())),
  onBehalfOf: v.optional(
    described(
      'Only for a user who covers an absent approver now: the approver for whom they may decide this step. Such an entry counts for nothing; the vote is that of the approver.',
      v.object({ userId: v.string(), name: v.string() }),
    ),
  ),
  hasUsedVote: v.optional(
    described(
      'True for an approver who decides this step no more, because they or a user who covered them have approved another one (`oneVotePerFlow`).',
      v.boolean(),
    ),
  ),
  isKept: v.optional(
    described(
      'True for an approval that stayed when the document was sent back to a later step, or that has returned since; it counts for its `contentVersion`.',
      v.boolean(),
    ),
  ),
  castBy: v.optional(
    described(
      'Only for an approval that another user gave on behalf of this one: that user, and the cover.',
      castBy,
    ),
  ),
});
export type StepApprover = v.InferOutput<typeof stepApprover>;

export const missingApprover = v.object({
  userId: v.string(),
  name: v.string(),
  initials: v.string(),
  reason: v.picklist(absences),
});
export type MissingApprover = v.InferOutput<typeof missingApprover>;

/** Why a document takes a step (ROUTE-02). */
export const stepReason = v.object({
  rule: described(
    'Why the document takes this step: ALWAYS, AMOUNT (its total is over `overAmount`) or DEPARTMENT; for a change order also CHANGE (the change is over `overAmount`) or CHANGE_PERCENT (the changes since the step last approved are over `overPercent`); OVER_BUDGET if it takes an account over its final budget by more than `overAmount`, in the currency of the budget, or by more than `overPercent` of it.',
    v.picklist(['ALWAYS', 'AMOUNT', 'DEPARTMENT', 'CHANGE', 'CHANGE_PERCENT', 'OVER_BUDGET']),
  ),
  overAmount: v.nullable(v.number()),
  overPercent: v.optional(described('Only for CHANGE_PERCENT and OVER_BUDGET.', v.number())),
});
export type StepReason = v.InferOutput<typeof stepReason>;

/** One chip of the approval track (AP-01, DEC-29). */
export const workflowStep = v.object({
  ...stepReason.entries,
  id: v.string(),
  order: v.number(),
  name: v.string(),
  kind: v.picklist(['STANDARD', 'DEPARTMENT']),
  status: v.picklist(['PENDING', 'APPROVED', 'REVISION', 'VOID', 'DENIED']),
  approvalsNeeded: v.number(),
  approvers: v.array(stepApprover),
  missingApprovers: described(
    'If too few approvers can approve: the listed approvers who cannot, with the reason.',
    v.array(missingApprover),
  ),
  isFinal: v.boolean(),
});
export type WorkflowStep = v.InferOutput<typeof workflowStep>;

/** Who sent the document back, why, and the steps of the sender and where it waits again (BACK-02). */
export const sentBack = v.object({
  by: v.string(),
  at: v.string(),
  reason: v.string(),
  fromStepId: v.string(),
  toStepId: v.string(),
});

/** The required steps of the document, in order; `currentStep` is null when it is not in approval (AP-01). */
export const workflow = v.object({
  id: v.string(),
  steps: v.array(workflowStep),
  approvedVersion: v.optional(
    described(
      'Only for a purchase order with an open change order that was not submitted: the version that these approvals were given for.',
      v.object({
        created: v.string(),
        changeOrderNumber: described('0: the purchase order as it was first approved.', v.number()),
        totalCost: v.number(),
        currency: v.string(),
      }),
    ),
  ),
  sentBack: v.optional(
    described(
      'Only for a document that an approver has sent back to an earlier step and that is not with them again.',
      sentBack,
    ),
  ),
  budgetReason: v.optional(
    described('Why the document goes over budget, if the submitter gave a reason (BUD-30).', v.string()),
  ),
  oneVotePerFlow: v.optional(
    described('True if no user may approve two steps, for themselves or on behalf of others.', v.boolean()),
  ),
  currentStep: v.nullable(v.object({ id: v.string(), approvers: v.array(stepApprover) })),
});
export type Workflow = v.InferOutput<typeof workflow>;
