import type { Action } from '#domain/lifecycle/transition';
import type { NoPlan } from '#store/d1/query';
import { readPlan } from '#store/d1/query';
import { commitAll } from '#store/show/documents/commit';
import type { SubjectRows } from '#store/show/documents/read-document';
import { toCommittedChange } from '#verbs/lifecycle/apply-change';
import { runAllAfterCommit } from '#verbs/lifecycle/finish-change';
import { prepareAction } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { actionDetails, actionPlan, workflowAction } from './workflow-action.ts';
import type { ActionPlan, ActionRequest } from './workflow-action.ts';

/**
 * Runs the same action on several documents. Each is decided by itself, their changes are written in one batch, and
 * what follows is sent together. Settles each request, in order, with the errors of `workflowAction`.
 */
export async function workflowActions(
  context: RequestContext,
  action: Action,
  requests: readonly ActionRequest[],
  subjects: ReadonlyMap<string, SubjectRows>,
): Promise<PromiseSettledResult<unknown>[]> {
  const outcomes: PromiseSettledResult<unknown>[] = [];
  const settle = (n: number | undefined, outcome: PromiseSettledResult<unknown>) => {
    if (n !== undefined) outcomes[n] = outcome;
  };
  const prepared = await Promise.allSettled(
    requests.map((request) => prepare(context, action, request, subjects.get(request.docId) ?? null)),
  );
  const ready = prepared.flatMap((outcome, n) => {
    settle(n, outcome);
    return outcome.status === 'fulfilled' && outcome.value.change
      ? [{ n, subject: outcome.value.subject, change: outcome.value.change }]
      : [];
  });
  const written = await commitAll(
    context.store,
    ready.map(({ change }) => change),
  );
  const conflicts: number[] = [];
  const committed = ready.flatMap(({ n, subject, change }, at) => {
    const result = written[at];
    if (result?.status === 'rejected') settle(n, result);
    const applied = result?.status === 'fulfilled' ? toCommittedChange(change, result.value) : null;
    if (result?.status === 'fulfilled' && !applied) conflicts.push(n);
    return applied ? [{ n, rows: subject, committed: applied }] : [];
  });
  const settled = await runAllAfterCommit(context, committed, { approved: true, nextId: null });
  for (const [at, outcome] of settled.entries()) settle(committed[at]?.n, outcome);
  // Conflicting requests run again as single actions, which read and decide again.
  const retried = await Promise.allSettled(conflicts.map((n) => runSingle(context, action, requests[n])));
  for (const [at, outcome] of retried.entries()) settle(conflicts[at], outcome);
  return outcomes;
}

function prepare(
  context: RequestContext,
  action: Action,
  request: ActionRequest,
  subject: SubjectRows | null,
) {
  const { docType, docId, contentVersion = null } = request;
  const rows = { stored: null, subject, next: null, beforeVote: null, draws: null };
  const target = { docType, id: docId, contentVersion };
  return prepareAction<ActionPlan, NoPlan>(context, target, action, rows, actionDetails(context, request));
}

async function runSingle(context: RequestContext, action: Action, request: ActionRequest | undefined) {
  if (!request) return;
  const reading = await readPlan(actionPlan(context, action, request, null));
  await workflowAction(context, action, request, reading, null);
}
