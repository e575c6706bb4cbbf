import * as v from 'valibot';
import { bulkLimit, assignBatches } from '#domain/bulk-approval/bulk';
import type { BulkItem, BulkRequest } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { paymentFilters } from '#domain/payments/payment-filters';
import type { Write } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  batchKey,
  cancelRun,
  insertBatchJobs,
  insertBulkItems,
  insertBulkRun,
  requeueItems,
} from '#store/show/payments/bulk-runs';
import { readPendingPayments } from '#store/show/payments/list-payments';
import { closeJob } from '#store/show/outbox/outbox';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { approveBatch, batchPlan } from './bulk-approval-batch.ts';
import { requireOwnRun, progress } from './view-bulk-approval.ts';
import type { RunRows } from './view-bulk-approval.ts';
import { visibilityOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { RunJob } from '#verbs/outbox/dispatch';
import type { BulkApprovalJob } from '#verbs/outbox/jobs';
import { withIdempotency } from '#verbs/request/idempotency';
import type { IdempotencyKey, storedAnswerPlan } from '#verbs/request/idempotency';
import { failJob } from '#verbs/outbox/fail-job';
import { leaseExpiry } from '#verbs/outbox/lease';
import type { BulkProgress } from '#domain/bulk-approval/bulk-response';

const kind = 'approve-batch' satisfies BulkApprovalJob['kind'];

/** How long a call waits for up to ten items, and how often it polls while another worker runs them. */
const waitLimits = { totalMs: 25_000, pollMs: 250 };

/** A started run; `awaited` is the job that this call executes itself, for up to ten items. */
interface StartedRun {
  runId: string;
  awaited: string | null;
}

/** The same with the running work; a repeated call has only what the first one stored. */
type RunInCall = StartedRun & { work?: Promise<BulkProgress | null> };

/**
 * Approves many payments (API-21, DEC-45): writes the rows, then queues one message for every ten. Waits for up to ten;
 * what is not done within 25 seconds continues in the background. Throws `FORBIDDEN` without the payments permission,
 * `MISSING_REQUIRED_FIELDS` without a selection.
 */
export async function startBulkApproval(
  context: RequestContext,
  request: BulkRequest,
  { stored }: PlanRows<typeof storedAnswerPlan>,
  idempotencyKey: IdempotencyKey | null,
  runJob: RunJob,
): Promise<BulkProgress> {
  requireModule(context, 'PAYMENT');
  if (!request.allSelected && request.items.length === 0) throw new Refusal('MISSING_REQUIRED_FIELDS');
  const started = await withIdempotency<RunInCall>(context, idempotencyKey, stored, (answerRow) =>
    startRun(context, request, answerRow),
  );
  return waitForRun(context, started, runJob);
}

async function startRun(
  context: RequestContext,
  request: BulkRequest,
  answerRow: (answer: StartedRun) => Write[],
): Promise<RunInCall> {
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

/** Writes the items with one job per batch, and executes a single batch or queues them. */
async function startItems(
  context: RequestContext,
  { runId, items }: { runId: string; items: readonly { id: string; batch: number }[] },
  writes: readonly Write[],
  answerRow: (answer: StartedRun) => Write[],
): Promise<RunInCall> {
  const { store, now } = context;
  const jobs = jobsOf(context, runId, items);
  const [job, ...others] = jobs;
  const ownJob = job && others.length === 0 ? job : null;
  const started: StartedRun = { runId, awaited: ownJob?.id ?? null };
  const entries = { kind, createdAt: now, leaseUntil: ownJob && leaseExpiry(now) };
  const ids = items.map(({ id }) => id);
  const statements = [...writes, insertBatchJobs(store, jobs, entries), ...answerRow(started)];
  if (ownJob) {
    const rows = await store.writeAndRead(statements, batchPlan(store, ownJob.payload, ids));
    return { ...started, work: runBatch(context, ownJob, rows) };
  }
  await store.write(statements);
  send(context, jobs);
  return started;
}

/** Executes the only batch of a run; after a failure the sweep takes it up. */
async function runBatch(
  context: RequestContext,
  { id, payload }: BatchJob,
  rows: PlanRows<typeof batchPlan>,
): Promise<BulkProgress | null> {
  const { env, store, show, now } = context;
  const more = [closeJob(store, id, now, null)];
  try {
    return await approveBatch({ env, store, show, now }, payload, { context, rows, more });
  } catch (error) {
    await failJob(store, { id, showId: store.showId, kind, attempts: 1 }, now, error);
    return null;
  }
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
    effectKey: batchKey(runId, batch),
    payload: { kind, runId, batch, userId: context.user.id },
  }));
}

function send({ env, store, now, runAfterResponse }: RequestContext, jobs: readonly BatchJob[]): void {
  const entries = jobs.map(({ id }) => ({ id, showId: store.showId, kind }));
  runAfterResponse(dispatchJobs(env, store.db, entries, now));
}

/** The progress of a run, for up to ten items after they are done. */
async function waitForRun(
  context: RequestContext,
  { runId, awaited, work }: RunInCall,
  runJob: RunJob,
): Promise<BulkProgress> {
  if (awaited === null) return progress(context, runId);
  const { env, store, now, runAfterResponse } = context;
  const until = Date.now() + waitLimits.totalMs;
  const batchRun = work ?? runJob(env, { showId: store.showId, outboxId: awaited }, now).then(() => null);
  runAfterResponse(batchRun);
  // After a failure here the job is still open, and another worker runs it.
  const finished = batchRun.catch(() => null);
  const ended = await Promise.race([finished, scheduler.wait(waitLimits.totalMs).then(() => null)]);
  if (ended) return ended;
  for (;;) {
    const isOver = Date.now() >= until;
    const current = await progress(context, runId).catch((error: unknown) => {
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
  runJob: RunJob,
): Promise<BulkProgress> {
  const started = await withIdempotency<RunInCall>(context, idempotencyKey, rows.stored, (answerRow) =>
    requeue(context, rows, answerRow),
  );
  return waitForRun(context, started, runJob);
}

async function requeue(
  context: RequestContext,
  rows: RunRows,
  answerRow: (answer: StartedRun) => Write[],
): Promise<RunInCall> {
  const { run, entries } = requireOwnRun(context, rows);
  const runId = run.id;
  const failures = entries.filter(({ result }) => result === 'failed').map(({ id }) => ({ id }));
  const last = Math.max(0, ...entries.map(({ batch }) => batch));
  const items = assignBatches(failures, last + 1);
  if (items.length === 0) return { runId, awaited: null };
  return startItems(context, { runId, items }, requeueItems(context.store, runId, items), answerRow);
}
