import { progressOf } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { orderNumber } from '#domain/documents/document-number';
import { visibleNumber } from '#domain/identity/visibility';
import { fromCents } from '#domain/values/money';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { bulkRunQuery, documentNamesQuery, saveSeen, unseenRunQuery } from '#store/show/bulk/bulk-runs';
import { undoableQuery } from '#store/show/bulk/undo-run';
import { numberMilestone } from '#verbs/request/context';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import type { RequestContext } from '#verbs/request/context';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

export const runPlan = ({ store }: Pick<RequestContext, 'store'>, runId: string) => ({
  run: bulkRunQuery(store, runId),
});
export type RunRows = PlanRows<typeof runPlan>;

/** Throws `NOT_FOUND` for a run that is not this user's. */
export function requireOwnRun(context: RequestContext, { run: found }: RunRows) {
  const own = found?.run.userId === context.user.id ? found : null;
  requireModule(context, own?.run.docType ?? 'PAYMENT');
  if (!own) throw new Refusal('NOT_FOUND');
  return own;
}

/** The progress of one of the user's runs. */
export async function progress(context: RequestContext, runId: string): Promise<BulkProgress> {
  const { run, entries } = requireOwnRun(context, await readInOneTrip(runPlan(context, runId)));
  return progressOf({ runId, status: run.status, total: run.total }, entries);
}

/** One of the user's runs with all its items (BK-01, DEC-45). Throws `NOT_FOUND`. */
export function viewBulkApproval(
  context: RequestContext,
  { named, undoable, ...rows }: PlanRows<typeof runViewPlan>,
): BulkRun {
  const { run, items, entries } = requireOwnRun(context, rows);
  const runProgress = progressOf({ runId: run.id, status: run.status, total: run.total }, entries);
  return {
    ...runProgress,
    ...(run.docType === 'PAYMENT' ? {} : { docType: run.docType, documents: documentsOf(context, named) }),
    ...(run.action === 'approve' ? {} : { action: run.action }),
    ...(undoable > 0 && { undoable }),
    payments: run.docType === 'PAYMENT' ? paymentsOf(named) : [],
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

type Named = PlanRows<typeof runViewPlan>['named'];

function paymentsOf(named: Named): BulkRun['payments'] {
  return named.map(({ id, number, payeeName, totalCents, currency }) => ({
    id,
    number,
    payeeName: payeeName ?? '',
    totalCost: fromCents(totalCents),
    currency,
  }));
}

function documentsOf(context: RequestContext, named: Named): BulkRun['documents'] {
  return named.map(({ id, type, number, milestones, prefix, vendorName, totalCents, currency }) => ({
    id,
    number:
      type === 'PO'
        ? orderNumber({
            prefix: prefix ?? '',
            poNumber: visibleNumber(number, milestones, numberMilestone(context)),
          })
        : number,
    name: vendorName,
    totalCost: fromCents(totalCents),
    currency,
  }));
}

/** A run with its items, the documents that failed or have a warning, and how many votes can be taken back. */
export const runViewPlan = ({ store }: Pick<RequestContext, 'store'>, runId: string) => ({
  ...runPlan({ store }, runId),
  named: documentNamesQuery(store, runId),
  undoable: undoableQuery(store, runId),
});

/** The user's newest run that is in progress, or whose result the user has not seen: of any type, or of payments. */
export const currentRunPlan = (
  { store, user }: Pick<RequestContext, 'store' | 'user'>,
  ofAnyType: boolean,
) => ({
  runId: unseenRunQuery(store, user.id, ofAnyType),
});

/** That run; null without one (DEC-45). */
export function currentBulkApproval(
  context: RequestContext,
  ofAnyType: boolean,
  { runId }: PlanRows<typeof currentRunPlan>,
): { runId: string | null } {
  if (!ofAnyType) requireModule(context, 'PAYMENT');
  return { runId };
}

/** Marks the result of a run as seen; a run in progress will be shown again. Throws `NOT_FOUND`. */
export async function seeBulkApproval(context: RequestContext, rows: RunRows): Promise<{ runId: string }> {
  const { run } = requireOwnRun(context, rows);
  await saveSeen(context.store, run, context.now);
  return { runId: run.id };
}
