import type { Action } from '#domain/lifecycle/transition';
import type { NoPlan, Rows } from '#store/d1/query';
import { readPlan } from '#store/d1/query';
import { commitAll } from '#store/show/documents/commit';
import type { SubjectRows } from '#store/show/documents/read-document';
import { toCommittedChange } from '#verbs/lifecycle/prepare-change';
import { publishAndDispatch } from '#verbs/lifecycle/run-after-commit';
import { guardSameAnswer } from '#verbs/lifecycle/budget-decision';
import { prepareAction } from '#verbs/lifecycle/perform-action';
import { pushJobOf } from '#verbs/accounting/push-document';
import type { RequestContext } from '#verbs/request/context';
import { actionDetails, actionPlan, performWorkflowAction } from './perform-workflow-action.ts';
import type { ActionPlan, ActionRequest } from './perform-workflow-action.ts';

/** What the actions are decided by, by document id: the draws of invoices, and the states before votes to take back. */
export interface BatchReads {
  subjects: ReadonlyMap<string, SubjectRows>;
  draws?: Readonly<Record<string, Rows<ActionPlan>['draws']>>;
  beforeVote?: Readonly<Record<string, Rows<ActionPlan>['beforeVote']>>;
}

/**
 * Runs the same action on several documents. Each is decided by itself, their changes are written in one batch, and
 * what follows is sent together. Settles each request, in order, with the errors of `performWorkflowAction`, or with the
 * id of its push to accounting, which is left to the caller; null without one.
 */
export async function performActionBatch(
  context: RequestContext,
  action: Action,
  requests: readonly ActionRequest[],
  reads: BatchReads,
): Promise<PromiseSettledResult<string | null>[]> {
  const outcomes: PromiseSettledResult<string | null>[] = [];
  const settle = (n: number | undefined, outcome: PromiseSettledResult<string | null>) => {
    if (n !== undefined) outcomes[n] = outcome;
  };
  const prepared = await Promise.allSettled(
    requests.map((request) => prepare(context, action, request, reads)),
  );
  const ready = prepared.flatMap((outcome, n) => {
    settle(n, outcome.status === 'fulfilled' ? done(null) : outcome);
    if (outcome.status === 'rejected' || !outcome.value.change) return [];
    const { subjectRows, change } = outcome.value;
    return [{ n, subjectRows, change: { ...change, plan: { ...change.plan, push: null } } }];
  });
  const written = await commitAll(
    context.store,
    ready.map(({ change }) => change),
  );
  const conflicts: number[] = [];
  const committed = ready.flatMap(({ n, subjectRows, change }, at) => {
    const result = written[at];
    if (result?.status === 'rejected') settle(n, result);
    const applied = result?.status === 'fulfilled' ? toCommittedChange(change, result.value) : null;
    if (result?.status === 'fulfilled' && !applied) conflicts.push(n);
    if (applied) settle(n, done(pushJobOf(applied.outbox)?.id ?? null));
    return applied ? [{ rows: subjectRows, committed: applied }] : [];
  });
  void publishAndDispatch(context, committed);
  // Conflicting requests run again as single actions, which read and decide again.
  const retried = await Promise.allSettled(conflicts.map((n) => runSingle(context, action, requests[n])));
  for (const [at, outcome] of retried.entries()) settle(conflicts[at], outcome);
  return outcomes;
}

const done = (value: string | null): PromiseSettledResult<string | null> => ({ status: 'fulfilled', value });

function prepare(
  context: RequestContext,
  action: Action,
  request: ActionRequest,
  { subjects, draws, beforeVote }: BatchReads,
) {
  const { docType, docId, contentVersion = null, budgetAnswer = null } = request;
  const rows = {
    stored: null,
    subject: subjects.get(docId) ?? null,
    next: null,
    beforeVote: beforeVote?.[docId] ?? null,
    draws: draws?.[docId] ?? null,
    affected: null,
  };
  const target = { docType, id: docId, contentVersion };
  return prepareAction<ActionPlan, NoPlan>(context, target, action, rows, {
    ...actionDetails(context, request),
    // A batch that fails is repeated as single actions, of which one then reads why (DEC-252).
    writes: (_change, subject) => guardSameAnswer(context, subject, budgetAnswer),
  });
}

/** Its push to accounting runs at once. */
async function runSingle(
  context: RequestContext,
  action: Action,
  request: ActionRequest | undefined,
): Promise<null> {
  if (!request) return null;
  const reading = await readPlan(actionPlan(context, action, request));
  await performWorkflowAction(context, action, request, reading);
  return null;
}
