import * as v from 'valibot';
import { bulkLimit, inBatches } from '#domain/bulk-approval/bulk';
import type { BulkItem, BulkProgress, BulkRequest } from '#domain/bulk-approval/bulk';
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
import { readWaitingPayments } from '#store/show/payments/list-payments';
import { closeJob } from '#store/show/outbox/outbox';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { approveBatch, batchPlan } from './bulk-approval-batch.ts';
import { ownRun, progress } from './view-bulk-approval.ts';
import type { RunRows } from './view-bulk-approval.ts';
import { visibilityOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { RunJob } from '#verbs/outbox/dispatch';
import type { BulkApprovalJob } from '#verbs/outbox/jobs';
import { once } from '#verbs/request/idempotency';
import type { Repeat, storedAnswerPlan } from '#verbs/request/idempotency';
import { failed } from '#verbs/outbox/fail-job';
import { leaseExpiry } from '#verbs/outbox/lease';

const kind = 'approve-batch' satisfies BulkApprovalJob['kind'];

/** How long a call waits for up to ten items, and how often it looks when somebody else is at them. */
const waitLimits = { wholeMs: 25_000, lookMs: 250 };

/** What a call has begun: with up to ten items the outbox entry that it carries out itself, while the user waits. */
interface Begun {
  runId: string;
  awaited: string | null;
}

/** The same in the call itself, with that work; a call that is repeated finds only what the first one wrote. */
type Begins = Begun & { work?: Promise<BulkProgress | null> };

/**
 * Approves many payments (API-21, DEC-45): rows first, then one message for every ten. Up to ten are waited for; what
 * is not done within 25 seconds goes on without the call. Throws `FORBIDDEN` without the payments permission,
 * `MISSING_REQUIRED_FIELDS` without anything selected.
 */
export async function startBulkApproval(
  context: RequestContext,
  request: BulkRequest,
  { stored }: PlanRows<typeof storedAnswerPlan>,
  repeat: Repeat | null,
  runJob: RunJob,
): Promise<BulkProgress> {
  requireModule(context, 'PAYMENT');
  if (!request.allSelected && request.items.length === 0) throw new Refusal('MISSING_REQUIRED_FIELDS');
  const begun = await once<Begins>(context, repeat, stored, (keep) => begin(context, request, keep));
  return outcome(context, begun, runJob);
}

async function begin(
  context: RequestContext,
  request: BulkRequest,
  keep: (answer: Begun) => Write[],
): Promise<Begins> {
  const { store, user, now } = context;
  const items = inBatches(request.allSelected ? await selectedOf(context, request) : request.items);
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
  return set(context, { runId, items }, [run, insertBulkItems(store, runId, items)], keep);
}

/** Writes items that are to be approved with an outbox entry for each batch, and begins: itself, or by the queue. */
async function set(
  context: RequestContext,
  { runId, items }: { runId: string; items: readonly { id: string; batch: number }[] },
  writes: readonly Write[],
  keep: (answer: Begun) => Write[],
): Promise<Begins> {
  const { store, now } = context;
  const jobs = jobsOf(context, runId, items);
  const [job, ...others] = jobs;
  const own = job && others.length === 0 ? job : null;
  const begun: Begun = { runId, awaited: own?.id ?? null };
  const entries = { kind, createdAt: now, leaseUntil: own && leaseExpiry(now) };
  const ids = items.map(({ id }) => id);
  const statements = [...writes, insertBatchJobs(store, jobs, entries), ...keep(begun)];
  if (own) {
    const rows = await store.writeAndRead(statements, batchPlan(store, own.payload, ids));
    return { ...begun, work: carryOut(context, own, rows) };
  }
  await store.write(statements);
  send(context, jobs);
  return begun;
}

/** The one batch of a run that its call waits for; what cannot be carried out now is taken up by the sweep. */
async function carryOut(
  context: RequestContext,
  { id, payload }: BatchJob,
  rows: PlanRows<typeof batchPlan>,
): Promise<BulkProgress | null> {
  const { env, store, show, now } = context;
  const more = [closeJob(store, id, now, null)];
  try {
    return await approveBatch({ env, store, show, now }, payload, { context, rows, more });
  } catch (error) {
    await failed(store, { id, showId: store.showId, kind, attempts: 1 }, now, error);
    return null;
  }
}

/** What of the user's queue the list shows at this moment, but for what was picked out of it. */
async function selectedOf(
  context: RequestContext,
  { filters, excludedIds }: BulkRequest,
): Promise<BulkItem[]> {
  const statuses = filters?.statuses ?? [];
  if (statuses.length > 0 && !statuses.includes('SUBMITTED_FOR_APPROVAL')) return [];
  const excluded = new Set(excludedIds);
  const persona = 'APPROVER';
  const waiting = await readWaitingPayments(
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

function send({ env, store, now, later }: RequestContext, jobs: readonly BatchJob[]): void {
  const entries = jobs.map(({ id }) => ({ id, showId: store.showId, kind }));
  later(dispatchJobs(env, store.db, entries, now));
}

/** Where the run stands, after up to ten items at the end of them. */
async function outcome(
  context: RequestContext,
  { runId, awaited, work }: Begins,
  runJob: RunJob,
): Promise<BulkProgress> {
  if (awaited === null) return progress(context, runId);
  const { env, store, now, later } = context;
  const until = Date.now() + waitLimits.wholeMs;
  const whole = work ?? runJob(env, { showId: store.showId, outboxId: awaited }, now).then(() => null);
  later(whole);
  // Whatever became of it here: its entry is open, and others carry it out.
  const ours = whole.catch(() => null);
  const ended = await Promise.race([ours, scheduler.wait(waitLimits.wholeMs).then(() => null)]);
  if (ended) return ended;
  for (;;) {
    const isOver = Date.now() >= until;
    const seen = await progress(context, runId).catch((error: unknown) => {
      if (isOver || error instanceof Refusal) throw error;
      return null;
    });
    if (seen && (isOver || seen.status !== 'in_progress')) return seen;
    await scheduler.wait(waitLimits.lookMs);
  }
}

/** Batches that nobody has begun stay unapproved (DEC-45); what is approved stays so. Throws `NOT_FOUND`. */
export async function cancelBulkApproval(context: RequestContext, rows: RunRows): Promise<BulkProgress> {
  const { run } = ownRun(context, rows);
  await cancelRun(context.store, run.id, context.now);
  return progress(context, run.id);
}

/** Tries the failed items of a run again, and only those (DEC-45); answers as the start did. Throws `NOT_FOUND`. */
export async function retryBulkApproval(
  context: RequestContext,
  rows: RunRows & PlanRows<typeof storedAnswerPlan>,
  repeat: Repeat | null,
  runJob: RunJob,
): Promise<BulkProgress> {
  const begun = await once<Begins>(context, repeat, rows.stored, (keep) => requeue(context, rows, keep));
  return outcome(context, begun, runJob);
}

async function requeue(
  context: RequestContext,
  rows: RunRows,
  keep: (answer: Begun) => Write[],
): Promise<Begins> {
  const { run, entries } = ownRun(context, rows);
  const runId = run.id;
  const failures = entries.filter(({ result }) => result === 'failed').map(({ id }) => ({ id }));
  const last = Math.max(0, ...entries.map(({ batch }) => batch));
  const items = inBatches(failures, last + 1);
  if (items.length === 0) return { runId, awaited: null };
  return set(context, { runId, items }, requeueItems(context.store, runId, items), keep);
}
