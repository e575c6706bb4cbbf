import * as v from 'valibot';
import { assignBatches, bulkLimit, progressOf } from '#domain/bulk-approval/bulk';
import { isSettled } from '#domain/bulk-approval/bulk-progress';
import type { BulkItem, BulkItemsRequest, BulkRequest } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { paymentFilters } from '#domain/payments/payment-filters';
import { storeFor, violatesConstraint } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import {
  batchKeys,
  cancelRun,
  insertBatchJobs,
  insertBulkItems,
  insertBulkRun,
  requeueItems,
} from '#store/show/bulk/bulk-runs';
import type { BulkRunRow } from '#store/show/bulk/bulk-runs';
import { undoRunQuery } from '#store/show/bulk/undo-run';
import { selectedItemsQuery } from '#store/show/bulk/read-selection';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { requireOwnRun, progress, runPlan } from './view-run.ts';
import type { RunRows } from './view-run.ts';
import { selectionOf } from './preview.ts';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import type { BulkApprovalJob } from '#verbs/outbox/jobs';
import { storedAnswerPlan, withIdempotency } from '#verbs/request/idempotency';
import type { StoredAnswer } from '#verbs/request/idempotency';
import type { BulkProgress } from '#domain/bulk-approval/bulk-response';

const kind = 'approve-batch' satisfies BulkApprovalJob['kind'];

/** How long a call waits for the consumer of up to ten items, and how often it reads the run (DEC-45, DEC-158). */
const waitLimits = { totalMs: 25_000, pollMs: 100 };

/** A started run; up to ten items are `awaited`. */
interface StartedRun {
  runId: string;
  awaited: boolean;
}

/**
 * Approves many documents of one type (API-21, DEC-45, BULK-01): writes the rows, then queues one message for every ten.
 * Waits for the consumer of up to ten; what is not done within 25 seconds continues in the background. Throws
 * `FORBIDDEN` without the type's permission, `MISSING_REQUIRED_FIELDS` without a selection, and `invalid_parameter` for
 * `allSelected` of another type than payments.
 */
export async function startBulkApproval(
  context: RequestContext,
  request: BulkRequest,
  { stored }: PlanRows<typeof storedAnswerPlan>,
): Promise<BulkProgress> {
  const { docType, allSelected, filters, isRetry, timeZone } = request;
  requireModule(context, docType);
  if (!allSelected && request.items.length === 0) throw new Refusal('MISSING_REQUIRED_FIELDS');
  if (allSelected && docType !== 'PAYMENT')
    throw new Refusal('invalid_parameter', { message: 'Name the items that the preview has listed.' });
  return runOnce(context, stored, async (answerRow) => {
    const items = allSelected ? await readSelected(context, request) : request.items;
    const details = {
      timeZone: timeZone ?? '',
      isRetry: isRetry ?? false,
      allSelected: allSelected ?? false,
    };
    return startRun(context, { docType, action: 'approve', items, ...details, filters }, answerRow);
  });
}

/**
 * Submits drafts, or pushes documents to accounting again, each like the single action (BULK-06, BULK-07). Answers like
 * an approval. Throws `FORBIDDEN` without the type's permission.
 */
export async function startBulkAction(
  context: RequestContext,
  action: 'submit' | 'push',
  { docType, items }: BulkItemsRequest,
  { stored }: PlanRows<typeof storedAnswerPlan>,
): Promise<BulkProgress> {
  requireModule(context, docType);
  const withoutStep = items.map((item) => ({ ...item, workflowStepId: '' }));
  return runOnce(context, stored, (answerRow) =>
    startRun(context, { docType, action, items: withoutStep }, answerRow),
  );
}

/**
 * Takes back the votes of a run that can still be taken back, in a run of its own that names the others (BULK-08). A
 * run is undone once: repeated, the same run is answered. Throws `NOT_FOUND`, and `WORKFLOW_CONFLICT` for a run that
 * approved nothing or is still in progress.
 */
export async function undoBulkApproval(
  context: RequestContext,
  rows: RunRows & PlanRows<typeof undoPlan>,
): Promise<BulkProgress> {
  const { run, items, entries } = requireOwnRun(context, rows);
  const { docType, id: undoOf } = run;
  if (run.action !== 'approve' || !isSettled(progressOf({ runId: undoOf, ...run }, entries)))
    throw new Refusal('WORKFLOW_CONFLICT');
  if (rows.undoRunId !== null) return progress(context, rows.undoRunId);
  const approved = items.flatMap(({ documentId, result }) =>
    // Without its step, a Worker of an older release cannot take the item for an approval.
    result === 'success' ? { id: documentId, workflowStepId: '', contentVersion: null } : [],
  );
  try {
    return await runOnce(context, rows.stored, (answerRow) =>
      startRun(context, { docType, action: 'take-back', items: approved, undoOf }, answerRow),
    );
  } catch (error) {
    if (!violatesConstraint(error, 'UNIQUE', 'bulk_runs.undo_of')) throw error;
    const first = await read(undoRunQuery(context.store, undoOf));
    if (first === null) throw error;
    return progress(context, first);
  }
}

/** A run with its undo, and the answer stored under the key of the request. */
export const undoPlan = (member: MembershipContext, runId: string) => ({
  ...storedAnswerPlan(member),
  ...runPlan(member, runId),
  undoRunId: undoRunQuery(member.store, runId),
});

async function runOnce(
  context: RequestContext,
  stored: StoredAnswer | null,
  start: (answerRow: (answer: StartedRun) => Write[]) => Promise<StartedRun>,
): Promise<BulkProgress> {
  return waitForRun(context, await withIdempotency<StartedRun>(context, stored, start));
}

/** A run to be written. */
type NewRun = Pick<BulkRunRow, 'docType' | 'action'> &
  Partial<Pick<BulkRunRow, 'timeZone' | 'isRetry' | 'allSelected' | 'filters' | 'undoOf'>> & {
    items: readonly BulkItem[];
  };

async function startRun(
  context: RequestContext,
  { items: selected, ...details }: NewRun,
  answerRow: (answer: StartedRun) => Write[],
): Promise<StartedRun> {
  const { store, user, now } = context;
  const items = assignBatches(selected);
  const runId = context.newId();
  const run = insertBulkRun(store, {
    timeZone: '',
    ...details,
    id: runId,
    showId: store.showId,
    userId: user.id,
    status: items.length > 0 ? 'in_progress' : 'success',
    total: items.length,
    createdAt: now,
    finishedAt: items.length > 0 ? null : now,
  });
  return startItems(context, { runId, items }, [run, insertBulkItems(store, runId, items)], answerRow);
}

/** Writes the items with one job per batch, and queues them. */
async function startItems(
  context: RequestContext,
  { runId, items }: { runId: string; items: readonly { id: string; batch: number }[] },
  writes: readonly Write[],
  answerRow: (answer: StartedRun) => Write[],
): Promise<StartedRun> {
  const { store, now } = context;
  const jobs = jobsOf(context, runId, items);
  const started = { runId, awaited: jobs.length === 1 };
  await store.write([
    ...writes,
    insertBatchJobs(store, jobs, { kind, createdAt: now }),
    ...answerRow(started),
  ]);
  send(context, jobs);
  return started;
}

/** The payments of the user's queue that the list shows now, without the excluded ones. */
async function readSelected(
  context: RequestContext,
  { filters, excludedIds }: BulkRequest,
): Promise<BulkItem[]> {
  const statuses = filters?.statuses ?? [];
  if (statuses.length > 0 && !statuses.includes('SUBMITTED_FOR_APPROVAL')) return [];
  const excluded = new Set(excludedIds);
  const selection = selectionOf(context, {
    docType: 'PAYMENT',
    action: 'approve',
    filters: filters ?? v.parse(paymentFilters, {}),
    ids: null,
    limit: bulkLimit,
  });
  const waiting = await read(selectedItemsQuery(context.store, selection));
  return waiting.filter(({ id }) => !excluded.has(id));
}

interface BatchJob {
  id: string;
  effectKey: string;
  payload: BulkApprovalJob;
}

function jobsOf(context: RequestContext, runId: string, items: readonly { batch: number }[]): BatchJob[] {
  return [...new Set(items.map(({ batch }) => batch))].map((batch) => ({
    id: context.newId(),
    effectKey: batchKeys.approve(runId, batch),
    payload: { kind, runId, batch, userId: context.user.id },
  }));
}

function send({ env, store, runAfterResponse }: RequestContext, jobs: readonly BatchJob[]): void {
  const entries = jobs.map(({ id }) => ({ id, showId: store.showId, kind }));
  runAfterResponse(dispatchNewJobs(env, entries));
}

/** The progress of a run, for up to ten items when the consumer has ended it or the time is over. */
async function waitForRun(context: RequestContext, { runId, awaited }: StartedRun): Promise<BulkProgress> {
  if (!awaited) return progress(context, runId);
  // A replica may not have the consumer's writes yet.
  const primary = { ...context, store: storeFor(context.env, context.show) };
  const until = Date.now() + waitLimits.totalMs;
  for (;;) {
    const isOver = Date.now() >= until;
    const current = await progress(primary, runId).catch((error: unknown) => {
      if (isOver || error instanceof Refusal) throw error;
      return null;
    });
    if (current && (isOver || current.status !== 'in_progress')) return current;
    await scheduler.wait(waitLimits.pollMs);
  }
}

/** Cancels the batches that have not started (DEC-45); approvals stay. Throws `NOT_FOUND`. */
export async function cancelBulkApproval(context: RequestContext, rows: RunRows): Promise<BulkProgress> {
  const { run } = requireOwnRun(context, rows);
  await cancelRun(context.store, run.id, context.now);
  return progress(context, run.id);
}

/** Retries only the failed items of a run and responds as the start does (DEC-45). Throws `NOT_FOUND`. */
export async function retryBulkApproval(
  context: RequestContext,
  rows: RunRows & PlanRows<typeof storedAnswerPlan>,
): Promise<BulkProgress> {
  return runOnce(context, rows.stored, (answerRow) => requeue(context, rows, answerRow));
}

async function requeue(
  context: RequestContext,
  rows: RunRows,
  answerRow: (answer: StartedRun) => Write[],
): Promise<StartedRun> {
  const { run, entries } = requireOwnRun(context, rows);
  const runId = run.id;
  const failures = entries.filter(({ result }) => result === 'failed').map(({ id }) => ({ id }));
  const last = Math.max(0, ...entries.map(({ batch }) => batch));
  const items = assignBatches(failures, last + 1);
  if (items.length === 0) return { runId, awaited: false };
  return startItems(context, { runId, items }, requeueItems(context.store, runId, items), answerRow);
}
