import type { DocType, Status, SubmissionStatus } from '#domain/document';
import type { DecideInput } from '#domain/lifecycle/decision';
import type { Action } from '#domain/lifecycle/transition';
import type { Write } from '#store/d1/open';
import type { NoPlan, Reading } from '#store/d1/query';
import { nextInQueueQuery } from '#store/show/lists/read-approval-queue';
import { act, documentChangePlan } from '#verbs/lifecycle/perform-action';
import type { ActionDetails } from '#verbs/lifecycle/perform-action';
import { reliefPlan } from '#verbs/lifecycle/relief-limit';
import type { RequestContext } from '#verbs/request/context';
import { once, writeKept } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { finish } from '#verbs/lifecycle/finish-change';

/** API-16 to API-19. */
export interface ActionResult {
  docId: string;
  docType: DocType;
  status: Status;
  submissionStatus: SubmissionStatus;
  nextId: string | null;
}

export interface ActionRequest extends Omit<DecideInput, 'at' | 'contentVersion'> {
  docType: DocType;
  docId: string;
  contentVersion?: number | null;
  getNext: boolean;
}

/** What decides about a workflow action, and the next document of the queue where it is wanted. */
export function actionPlan(
  context: Pick<RequestContext, 'store' | 'user'>,
  action: Action,
  { docType, docId, getNext }: Pick<ActionRequest, 'docType' | 'docId' | 'getNext'>,
  repeat: Repeat | null,
) {
  const { store, user } = context;
  const isMeasured = action === 'approve' && docType === 'INVOICE';
  return {
    ...documentChangePlan(context, docId, repeat),
    next: getNext ? nextInQueueQuery(store, user.id, docType, docId) : null,
    draws: isMeasured ? reliefPlan(context, docId, 'APPROVED').draws : null,
  };
}
export type ActionPlan = ReturnType<typeof actionPlan>;

/**
 * Approve, revise, void or deny, with everything that follows: the outbox, accounting at the final step, everyone's
 * screens, and the next document of the queue (DEC-30). When the approval stands but accounting refused, throws
 * `accounting_interface_error` with `approved` and `nextId` (DEC-03).
 */
export function workflowAction(
  context: RequestContext,
  action: Action,
  request: ActionRequest,
  reading: Reading<ActionPlan>,
  repeat: Repeat | null,
): Promise<ActionResult> {
  return once(context, repeat, reading.rows.stored, (keep) => run(context, action, request, reading, keep));
}

async function run(
  context: RequestContext,
  action: Action,
  request: ActionRequest,
  reading: Reading<ActionPlan>,
  keep: (answer: ActionResult) => Write[],
): Promise<ActionResult> {
  const { docType, docId, contentVersion = null } = request;
  let nextId: string | null = null;
  let answer: ActionResult | null = null;
  const details = actionDetails(context, request);
  const acted = await act(context, { docType, id: docId, contentVersion }, action, reading, {
    ...details,
    input: (subject, rows) => {
      answer = null;
      nextId = rows.next;
      return details.input(subject, rows);
    },
    writes: ({ to }) => {
      answer = { docId, docType, ...to, nextId };
      return keep(answer);
    },
  });
  await finish(context, acted, { approved: true, nextId });
  if (answer) return answer;
  const { status, submissionStatus } = acted.rows.document;
  const stands = { docId, docType, status, submissionStatus, nextId };
  // A concurrent duplicate may already have stored its answer under this key (DEC-99).
  await writeKept(context, keep(stands));
  return stands;
}

/** What an action brings to the lifecycle, of a single request or of one of many. */
export function actionDetails(
  { now }: Pick<RequestContext, 'now'>,
  { docType: _type, docId: _id, contentVersion: _content, getNext: _next, ...input }: ActionRequest,
): ActionDetails<ActionPlan, NoPlan> {
  return {
    input: () => ({ ...input, at: now }),
    relief: ({ draws }) => ({ draws }),
  };
}
