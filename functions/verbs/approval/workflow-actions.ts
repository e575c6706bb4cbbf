import type { Action } from '#domain/lifecycle/transition';
import type { NoPlan } from '#store/d1/query';
import { readPlan } from '#store/d1/query';
import { commitAll } from '#store/show/documents/commit';
import type { SubjectRows } from '#store/show/documents/read-document';
import { applied } from '#verbs/lifecycle/apply-change';
import { finishAll } from '#verbs/lifecycle/finish-change';
import { prepareAction } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { actionDetails, actionPlan, workflowAction } from './workflow-action.ts';
import type { ActionPlan, ActionRequest } from './workflow-action.ts';

/**
 * The same action on several documents, each decided by itself like a single one: their changes are one batch, and what
 * follows them is sent together. Settles for each request, in order, with what `workflowAction` throws.
 */
export async function workflowActions(
  context: RequestContext,
  action: Action,
  requests: readonly ActionRequest[],
  subjects: ReadonlyMap<string, SubjectRows>,
): Promise<PromiseSettledResult<unknown>[]> {
  const outcomes: PromiseSettledResult<unknown>[] = [];
  const keep = (n: number | undefined, outcome: PromiseSettledResult<unknown>) => {
    if (n !== undefined) outcomes[n] = outcome;
  };
  const prepared = await Promise.allSettled(
    requests.map((request) => prepare(context, action, request, subjects.get(request.docId) ?? null)),
  );
  const ready = prepared.flatMap((one, n) => {
    keep(n, one);
    return one.status === 'fulfilled' && one.value.change
      ? [{ n, subject: one.value.subject, change: one.value.change }]
      : [];
  });
  const written = await commitAll(
    context.store,
    ready.map(({ change }) => change),
  );
  const overtaken: number[] = [];
  const acted = ready.flatMap(({ n, subject, change }, at) => {
    const result = written[at];
    if (result?.status === 'rejected') keep(n, result);
    const done = result?.status === 'fulfilled' ? applied(change, result.value) : null;
    if (result?.status === 'fulfilled' && !done) overtaken.push(n);
    return done ? [{ n, rows: subject, applied: done }] : [];
  });
  const finished = await finishAll(context, acted, { approved: true, nextId: null });
  for (const [at, outcome] of finished.entries()) keep(acted[at]?.n, outcome);
  // As single actions they read and decide again.
  const again = await Promise.allSettled(overtaken.map((n) => alone(context, action, requests[n])));
  for (const [at, outcome] of again.entries()) keep(overtaken[at], outcome);
  return outcomes;
}

function prepare(
  context: RequestContext,
  action: Action,
  request: ActionRequest,
  subject: SubjectRows | null,
) {
  const { docType, docId, contentVersion = null } = request;
  const rows = { stored: null, subject, next: null, draws: null };
  const target = { docType, id: docId, contentVersion };
  return prepareAction<ActionPlan, NoPlan>(context, target, action, rows, actionDetails(context, request));
}

async function alone(context: RequestContext, action: Action, request: ActionRequest | undefined) {
  if (!request) return;
  const reading = await readPlan(actionPlan(context, action, request, null));
  await workflowAction(context, action, request, reading, null);
}
