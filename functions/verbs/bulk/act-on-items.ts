import type { BudgetAnswer } from '#domain/budget/budget-answers';
import { Refusal } from '#domain/codes';
import { combineQueries, readPlan } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { stateBeforeVersionQuery } from '#store/show/documents/read-changes';
import { subjectsQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { BulkRunRow } from '#store/show/bulk/bulk-runs';
import { votesOfRunQuery } from '#store/show/bulk/undo-run';
import { reliefDrawsQuery } from '#store/show/relief/relief-draws';
import { sha256 } from '#store/d1/sha256';
import { changeOnce } from '#verbs/approval/idempotent-change';
import { performActionBatch } from '#verbs/approval/perform-action-batch';
import type { ActionRequest } from '#verbs/approval/perform-workflow-action';
import { submissionPlan } from '#verbs/approval/plan-workflow';
import { invoiceSubmissionPlan, submitInvoice } from '#verbs/invoices/submit-invoice';
import { resendToAccounting } from '#verbs/documents/resend-to-accounting';
import { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { paymentSubmissionPlan, submitPayment } from '#verbs/payments/submit-payment';
import { pushToAccounting } from '#verbs/purchase-orders/push-to-accounting';
import { submitPurchaseOrder } from '#verbs/purchase-orders/submit-purchase-order';
import type { RequestContext } from '#verbs/request/context';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import type { IdempotencyKey } from '#verbs/request/context';

export interface OpenItem {
  position: number;
  id: string;
  stepId: string;
  contentVersion: number | null;
  budgetAnswer: BudgetAnswer | null;
}

/** What the run is about. */
export type Run = Pick<BulkRunRow, 'id' | 'docType' | 'action' | 'undoOf' | 'total'> & { batch: number };

type ItemPlan = ReturnType<typeof itemsPlan>;

/** What the action on these documents is decided by, in one round trip. */
export function itemsPlan(store: RequestContext['store'], run: Run, ids: readonly string[]) {
  const ofEach = <Row>(query: (id: string) => Query<Row>): Query<Readonly<Record<string, Row>>> | null =>
    ids.length === 0 ? null : combineQueries(Object.fromEntries(ids.map((id) => [id, query(id)] as const)));
  const { action, docType, undoOf } = run;
  const votes = action === 'approve' || action === 'take-back';
  return {
    subjects: votes ? subjectsQuery(store, ids) : null,
    draws:
      action === 'approve' && docType === 'INVOICE'
        ? ofEach((id) => reliefDrawsQuery(store, id, 'APPROVED'))
        : null,
    beforeVote: action === 'take-back' ? ofEach((id) => stateBeforeVersionQuery(store, id)) : null,
    votes: action === 'take-back' && undoOf ? votesOfRunQuery(store, { runId: run.id, undoOf }, ids) : null,
  };
}

type Outcomes = PromiseSettledResult<string | null>[];
export type Reads = {
  readonly [Name in keyof ItemPlan]: ItemPlan[Name] extends Query<infer Row> | null ? Row | null : never;
};

/**
 * Performs the run's action on some of its documents, each as its single action does. Settles each in order, with the
 * id of its push to accounting, which is left to the caller; null without one.
 */
export async function actOnItems(
  context: RequestContext,
  run: Run,
  items: readonly OpenItem[],
  reads: Reads,
): Promise<Outcomes> {
  switch (run.action) {
    case 'approve':
      return vote(context, run, items, reads);
    case 'take-back':
      return takeBack(context, run, items, reads);
    case 'submit':
      return inTurn(items, (item) => submit(context, run, item));
    case 'push':
      return inTurn(items, (item) => push(context, run, item));
  }
}

const noSubjects: ReadonlyMap<string, SubjectRows> = new Map();

function vote(
  context: RequestContext,
  run: Run,
  items: readonly OpenItem[],
  { subjects, draws, beforeVote }: Reads,
): Promise<Outcomes> {
  const action = run.action === 'take-back' ? 'take-back' : 'approve';
  return performActionBatch(
    context,
    action,
    items.map((item) => requestOf(run, item)),
    {
      subjects: subjects ?? noSubjects,
      ...(draws && { draws }),
      ...(beforeVote && { beforeVote }),
    },
  );
}

function requestOf(run: Run, item: OpenItem): ActionRequest {
  const { id, stepId, contentVersion, budgetAnswer, position } = item;
  return {
    docType: run.docType,
    docId: id,
    budgetAnswer,
    contentVersion,
    // A vote is taken back by its run, which `takeBack` compares.
    input: { workflowStepId: stepId || null },
    getNext: false,
    nextOrder: 'NUMBER',
    bulk: { runId: run.id, position: position + 1, total: run.total },
  };
}

/** Takes back the votes that this run's predecessor gave and nobody has acted on since (RUN-06, BULK-08). */
async function takeBack(
  context: RequestContext,
  run: Run,
  items: readonly OpenItem[],
  reads: Reads,
): Promise<Outcomes> {
  const isOpen = ({ id }: OpenItem) => reads.votes?.get(id)?.isVote ?? false;
  const outcomes = await vote(context, run, items.filter(isOpen), reads);
  return items.map((item) => {
    if (isOpen(item)) return outcomes.shift() ?? conflict();
    return reads.votes?.get(item.id)?.isTakenBack ? { status: 'fulfilled', value: null } : conflict();
  });
}

const conflict = (): PromiseRejectedResult => ({
  status: 'rejected',
  reason: new Refusal('WORKFLOW_CONFLICT'),
});

/** One after the other, so that a run of these leaves the database to other requests. */
async function inTurn(
  items: readonly OpenItem[],
  act: (item: OpenItem) => Promise<unknown>,
): Promise<Outcomes> {
  const outcomes: Outcomes = [];
  for (const item of items) {
    const [outcome] = await Promise.allSettled([act(item)]);
    outcomes.push(outcome.status === 'fulfilled' ? { status: 'fulfilled', value: null } : outcome);
  }
  return outcomes;
}

/**
 * A repeated message of a batch, or the retry of a submission whose answer was lost, gets the stored answer of the item
 * instead of an error for a document that the run has submitted. A retry of a push has another batch, and pushes again.
 */
function keyOf({ id, action, batch }: Run, item: OpenItem): IdempotencyKey {
  const attempt = action === 'submit' ? 0 : batch;
  return { key: `bulk:${id}:${attempt}:${item.position}`, requestHash: sha256(`${action} ${item.id}`) };
}

const nothing = {};

async function submit(runContext: RequestContext, run: Run, item: OpenItem): Promise<void> {
  const { id, contentVersion } = item;
  const context = { ...runContext, idempotencyKey: keyOf(run, item) };
  const answered = storedAnswerPlan(context);
  if (run.docType === 'INVOICE') {
    const reading = await readPlan({ ...answered, ...invoiceSubmissionPlan(context, id) });
    await changeOnce(context, { id, stored: reading.rows.stored, after: nothing }, (terms) =>
      submitInvoice(context, id, { budgetReason: null }, reading, { contentVersion, ...terms }),
    );
    return;
  }
  if (run.docType === 'PAYMENT') {
    // With the flow of its bank account, else the default (DEC-44).
    const reading = await readPlan({ ...answered, ...paymentSubmissionPlan(context, id, null) });
    await changeOnce(context, { id, stored: reading.rows.stored, after: nothing }, (terms) =>
      submitPayment(context, id, null, reading, { contentVersion, ...terms }),
    );
    return;
  }
  const reading = await readPlan({ ...answered, ...submissionPlan(context, 'PO', id) });
  await changeOnce(context, { id, stored: reading.rows.stored, after: nothing }, (terms) =>
    submitPurchaseOrder(context, id, { wantsNumber: true, budgetReason: null }, reading, {
      contentVersion,
      ...terms,
    }),
  );
}

async function push(context: RequestContext, run: Run, item: OpenItem): Promise<void> {
  if (run.docType !== 'PO') return resendToAccounting(context, run.docType, item.id);
  const itemContext = { ...context, idempotencyKey: keyOf(run, item) };
  const reading = await readPlan(documentChangePlan(itemContext, item.id));
  await pushToAccounting(itemContext, item.id, reading);
}
