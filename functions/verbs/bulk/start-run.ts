import * as v from 'valibot';
import { bulkLimit, assignBatches } from '#domain/bulk-approval/bulk';
import type { BulkItem, BulkRequest } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { paymentFilters } from '#domain/payments/payment-filters';
import { storeFor } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  batchKeys,
  cancelRun,
  insertBatchJobs,
  insertBulkItems,
  insertBulkRun,
  requeueItems,
} from '#store/show/bulk/bulk-runs';
import { readPendingPayments } from '#store/show/payments/list-payments';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { requireOwnRun, progress } from './view-run.ts';
import type { RunRows } from './view-run.ts';
import { visibilityOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import type { BulkApprovalJob } from '#verbs/outbox/jobs';
import { withIdempotency } from '#verbs/request/idempotency';
import type { IdempotencyKey, storedAnswerPlan } from '#verbs/request/idempotency';
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
 * Approves many payments (API-21, DEC-45): writes the rows, then queues one message for every ten. Waits for the
 * consumer of up to ten; what is not done within 25 seconds continues in the background. Throws `FORBIDDEN` without the payments permission,
 * `MISSING_REQUIRED_FIELDS` without a selection.
 */
export async function startBulkApproval(
  context: RequestContext,
  request: BulkRequest,
  { stored }: PlanRows<typeof storedAnswerPlan>,
  idempotencyKey: IdempotencyKey | null,
): Promise<BulkProgress> {
  requireModule(context, 'PAYMENT');
  if (!request.allSelected && request.items.length === 0) throw new Refusal('MISSING_REQUIRED_FIELDS');
  const started = await withIdempotency<StartedRun>(context, idempotencyKey, stored, (answerRow) =>
    startRun(context, request, answerRow),
  );
  return waitForRun(context, started);
}

async function startRun(
  context: RequestContext,
  request: BulkRequest,
  answerRow: (answer: StartedRun) => Write[],
): Promise<StartedRun> {
  const { store, user, now } = context;
  const items = assignBatches(request.allSelected ? await readSelected(context, request) : request.items);
  const runId = context.newId();
  const run = insertBulkRun(store, {
    id: runId,
    showId: store.showId,
    userId: user.id,
    status: items.length > 0 ? 'in_progress' : 'success',
    isRetry: request.isRetry ?? false,
    total: items.length,
    timeZone: request.timeZone ?? '',
    allSelected: request.allSelected ?? false,
    filters: request.filters,
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
  const persona = 'APPROVER';
  const waiting = await readPendingPayments(
    context.store,
    {
      userId: context.user.id,
      persona,
      visibility: visibilityOf(context, 'PAYMENT', persona),
      filters: {
        ...(filters ?? v.parse(paymentFilters, {})),
        statuses: ['SUBMITTED_FOR_APPROVAL'],
        approverIds: [],
        denierIds: [],
      },
    },
    bulkLimit,
  );
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

/** Cancels the batches that have not started (DEC-45); approved payments stay approved. Throws `NOT_FOUND`. */
export async function cancelBulkApproval(context: RequestContext, rows: RunRows): Promise<BulkProgress> {
  const { run } = requireOwnRun(context, rows);
  await cancelRun(context.store, run.id, context.now);
  return progress(context, run.id);
}

/** Retries only the failed items of a run and responds as the start does (DEC-45). Throws `NOT_FOUND`. */
export async function retryBulkApproval(
  context: RequestContext,
  rows: RunRows & PlanRows<typeof storedAnswerPlan>,
  idempotencyKey: IdempotencyKey | null,
): Promise<BulkProgress> {
  const started = await withIdempotency<StartedRun>(context, idempotencyKey, rows.stored, (answerRow) =>
    requeue(context, rows, answerRow),
  );
  return waitForRun(context, started);
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
