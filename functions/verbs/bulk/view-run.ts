import { progressOf } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { fromCents } from '#domain/values/money';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { bulkRunQuery, saveSeen, paymentNamesQuery, unseenRunQuery } from '#store/show/bulk/bulk-runs';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import type { RequestContext } from '#verbs/request/context';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

export const runPlan = ({ store }: Pick<RequestContext, 'store'>, runId: string) => ({
  run: bulkRunQuery(store, runId),
});
export type RunRows = PlanRows<typeof runPlan>;

/** Throws `NOT_FOUND` for a run that is not this user's. */
export function requireOwnRun(context: RequestContext, { run: found }: RunRows) {
  requireModule(context, 'PAYMENT');
  if (!found || found.run.userId !== context.user.id) throw new Refusal('NOT_FOUND');
  return found;
}

/** The progress of one of the user's runs. */
export async function progress(context: RequestContext, runId: string): Promise<BulkProgress> {
  const { run, entries } = requireOwnRun(context, await readInOneTrip(runPlan(context, runId)));
  return progressOf({ runId, status: run.status, total: run.total }, entries);
}

/** One of the user's runs with all its items (BK-01, DEC-45). Throws `NOT_FOUND`. */
export function viewBulkApproval(
  context: RequestContext,
  { payments, ...rows }: PlanRows<typeof runViewPlan>,
): BulkRun {
  const { run, items, entries } = requireOwnRun(context, rows);
  const runProgress = progressOf({ runId: run.id, status: run.status, total: run.total }, entries);
  return {
    ...runProgress,
    payments: payments.map(({ totalCents, ...payment }) => ({
      ...payment,
      totalCost: fromCents(totalCents),
    })),
    items: items.map(({ documentId, stepId, contentVersion }) => ({
      id: documentId,
      workflowStepId: stepId,
      contentVersion,
    })),
    allSelected: run.allSelected,
    filters: run.filters,
    isRetry: run.isRetry,
  };
}

/** A run with its items, and the payments that failed or have a warning. */
export const runViewPlan = ({ store }: Pick<RequestContext, 'store'>, runId: string) => ({
  ...runPlan({ store }, runId),
  payments: paymentNamesQuery(store, runId),
});

/** The user's newest run that is in progress, or whose result the user has not seen. */
export const currentRunPlan = ({ store, user }: Pick<RequestContext, 'store' | 'user'>) => ({
  runId: unseenRunQuery(store, user.id),
});

/** That run; null without one (DEC-45). */
export function currentBulkApproval(
  context: RequestContext,
  { runId }: PlanRows<typeof currentRunPlan>,
): { runId: string | null } {
  requireModule(context, 'PAYMENT');
  return { runId };
}

/** Marks the result of a run as seen; a run in progress will be shown again. Throws `NOT_FOUND`. */
export async function seeBulkApproval(context: RequestContext, rows: RunRows): Promise<{ runId: string }> {
  const { run } = requireOwnRun(context, rows);
  await saveSeen(context.store, run, context.now);
  return { runId: run.id };
}
