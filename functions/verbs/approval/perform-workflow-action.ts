import type { BulkMark } from '#domain/bulk-approval/bulk-mark';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import type { DocType } from '#domain/document';
import type { DecideInput } from '#domain/lifecycle/change';
import type { Action } from '#domain/lifecycle/transition';
import type { Write } from '#store/d1/open';
import type { NoPlan, Reading } from '#store/d1/query';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { stateBeforeVersionQuery } from '#store/show/documents/read-changes';
import { nextInQueueQuery } from '#store/show/lists/read-approval-queue';
import type { QueueOrder } from '#store/show/lists/read-approval-queue';
import { requireSameAnswer } from '#verbs/lifecycle/budget-decision';
import { performAction, documentChangePlan } from '#verbs/lifecycle/perform-action';
import type { ActionDetails } from '#verbs/lifecycle/perform-action';
import { reliefPlan } from '#verbs/lifecycle/relief-writes';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { withIdempotency, writeAnswer } from '#verbs/request/idempotency';
import { runAfterCommit } from '#verbs/lifecycle/run-after-commit';
import type { ActionResult } from '#domain/lifecycle/action-response';

export interface ActionRequest {
  docType: DocType;
  docId: string;
  contentVersion?: number | null;
  input: Omit<DecideInput, 'at' | 'contentVersion'>;
  /** What the budget said when the approver saw the document; null when the client does not name it (BUD-25). */
  budgetAnswer?: BudgetAnswer | null;
  getNext: boolean;
  /** The order of the queue from which `getNext` chooses. */
  nextOrder: QueueOrder;
  /** The run of which the action is a part. */
  bulk?: BulkMark;
}

/** Reads what decides a workflow action, and the next document of the queue if requested. */
export function actionPlan(
  context: MembershipContext,
  action: Action,
  {
    docType,
    docId,
    getNext,
    nextOrder,
    budgetAnswer = null,
  }: Pick<ActionRequest, 'docType' | 'docId' | 'getNext' | 'nextOrder' | 'budgetAnswer'>,
) {
  const { store, user } = context;
  const isMeasured = action === 'approve' && docType === 'INVOICE';
  return {
    ...documentChangePlan(context, docId),
    next: getNext
      ? nextInQueueQuery(store, { userId: user.id, type: docType, afterId: docId, order: nextOrder })
      : null,
    beforeVote: action === 'take-back' ? stateBeforeVersionQuery(store, docId) : null,
    draws: isMeasured ? reliefPlan(context, docId, 'APPROVED').draws : null,
    affected: action === 'approve' && budgetAnswer !== null ? affectedAccountsQuery(store, docId) : null,
  };
}
export type ActionPlan = ReturnType<typeof actionPlan>;

/**
 * Performs an action of the approval on a document, then runs what follows: the outbox, accounting at the final step,
 * realtime events, and the next document of the queue (DEC-30). When the approval is stored but accounting refused,
 * throws `accounting_interface_error` with `approved` and `nextId` (DEC-03). `writes` go into the batch of the change.
 */
export function performWorkflowAction(
  context: RequestContext,
  action: Action,
  request: ActionRequest,
  reading: Reading<ActionPlan>,
  writes: readonly Write[] = [],
): Promise<ActionResult> {
  return withIdempotency(context, reading.rows.stored, (answerRow) =>
    performAndPublish(context, action, request, reading, answerRow, writes),
  );
}

async function performAndPublish(
  context: RequestContext,
  action: Action,
  request: ActionRequest,
  reading: Reading<ActionPlan>,
  answerRow: (answer: ActionResult) => Write[],
  writes: readonly Write[],
): Promise<ActionResult> {
  const { docType, docId, contentVersion = null } = request;
  let nextId: string | null = null;
  let answer: ActionResult | null = null;
  const details = actionDetails(context, request);
  const outcome = await performAction(context, { docType, id: docId, contentVersion }, action, reading, {
    ...details,
    input: (subject, rows) => {
      answer = null;
      nextId = rows.next;
      return details.input(subject, rows);
    },
    writes: ({ to, onBehalfOf }, subject, { affected }) => {
      // After the decision: a user who may not vote, or has voted, learns nothing about the budget.
      const guards = requireSameAnswer(context, subject, affected, request.budgetAnswer ?? null);
      const named = onBehalfOf && { onBehalfOf: { userId: onBehalfOf.userId, name: onBehalfOf.name } };
      answer = { docId, docType, ...to, nextId, ...named };
      return [...writes, ...guards, ...answerRow(answer)];
    },
  });
  await runAfterCommit(context, outcome, { approved: true, nextId });
  if (answer) return answer;
  const { status, submissionStatus } = outcome.rows.document;
  const current = { docId, docType, status, submissionStatus, nextId };
  // A concurrent duplicate may already have stored its answer under this key (DEC-99).
  await writeAnswer(context, answerRow(current));
  return current;
}

/** The details of an action for the lifecycle, whether it comes from a single or a bulk request. */
export function actionDetails(
  { now }: Pick<RequestContext, 'now'>,
  { input, bulk }: ActionRequest,
): ActionDetails<ActionPlan, NoPlan> {
  return {
    input: (_subject, { beforeVote }) => ({ ...input, at: now, beforeVote }),
    relief: ({ draws }) => ({ draws }),
    ...(bulk && { payload: { bulk: { ...bulk } } }),
  };
}
