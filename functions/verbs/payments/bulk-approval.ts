import * as v from 'valibot';
import { bulkLimit, inBatches, progressOf } from '#domain/bulk-approval/bulk';
import type { BulkItem, BulkProgress, BulkRequest, BulkRun } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { fromCents } from '#domain/values/money';
import { paymentFilters } from '#domain/payments/payment-filters';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import {
  batchKey,
  bulkRunQuery,
  cancelRun,
  insertBatchErrands,
  insertBulkItems,
  insertBulkRun,
  keepSeen,
  paymentNamesQuery,
  requeueItems,
  unseenRunQuery,
} from '#store/show/payments/bulk-runs';
import { readWaitingPayments } from '#store/show/payments/list-payments';
import { closeErrand } from '#store/show/outbox/outbox';
import { mustHaveModule } from '#verbs/lifecycle/reachable-document';
import { approveBatch, batchPlan } from './bulk-approval-batch.ts';
import { sightOf } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';
import { dispatchOutbox } from '#verbs/outbox/dispatch';
import type { RunErrand } from '#verbs/outbox/dispatch';
import type { BulkErrand } from '#verbs/outbox/jobs';
import { once } from '#verbs/request/idempotency';
import type { Repeat, storedAnswerPlan } from '#verbs/request/idempotency';
import { failed } from '#verbs/outbox/fail-job';
import { leaseFrom } from '#verbs/outbox/lease';

const kind = 'approve-batch' satisfies BulkErrand['kind'];

/** How long a call waits for up to ten items, and how often it looks when somebody else is at them. */
const patience = { wholeMs: 25_000, lookMs: 250 };

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
  context: ShowContext,
  request: BulkRequest,
  { stored }: PlanRows<typeof storedAnswerPlan>,
  repeat: Repeat | null,
  runErrand: RunErrand,
): Promise<BulkProgress> {
  mustHaveModule(context, 'PAYMENT');
  if (!request.allSelected && request.items.length === 0) throw new Refusal('MISSING_REQUIRED_FIELDS');
  const begun = await once<Begins>(context, repeat, stored, (keep) => begin(context, request, keep));
  return outcome(context, begun, runErrand);
}

async function begin(
  context: ShowContext,
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
  context: ShowContext,
  { runId, items }: { runId: string; items: readonly { id: string; batch: number }[] },
  writes: readonly Write[],
  keep: (answer: Begun) => Write[],
): Promise<Begins> {
  const { store, now } = context;
  const errands = errandsOf(context, runId, items);
  const [errand, ...others] = errands;
  const own = errand && others.length === 0 ? errand : null;
  const begun: Begun = { runId, awaited: own?.id ?? null };
  const entries = { kind, createdAt: now, leaseUntil: own && leaseFrom(now) };
  const ids = items.map(({ id }) => id);
  const statements = [...writes, insertBatchErrands(store, errands, entries), ...keep(begun)];
  if (own) {
    const rows = await store.writeAndRead(statements, batchPlan(store, own.payload, ids));
    return { ...begun, work: carryOut(context, own, rows) };
  }
  await store.write(statements);
  send(context, errands);
  return begun;
}

/** The one batch of a run that its call waits for; what cannot be carried out now is taken up by the sweep. */
async function carryOut(
  context: ShowContext,
  { id, payload }: BatchErrand,
  rows: PlanRows<typeof batchPlan>,
): Promise<BulkProgress | null> {
  const { env, store, show, now } = context;
  const more = [closeErrand(store, id, now, null)];
  try {
    return await approveBatch({ env, store, show, now }, payload, { context, rows, more });
  } catch (error) {
    await failed(store, { id, showId: store.showId, kind, attempts: 1 }, now, error);
    return null;
  }
}

/** What of the user's queue the list shows at this moment, but for what was picked out of it. */
async function selectedOf(context: ShowContext, { filters, excludedIds }: BulkRequest): Promise<BulkItem[]> {
  const statuses = filters?.statuses ?? [];
  if (statuses.length > 0 && !statuses.includes('SUBMITTED_FOR_APPROVAL')) return [];
  const excluded = new Set(excludedIds);
  const persona = 'APPROVER';
  const waiting = await readWaitingPayments(
    context.store,
    {
      userId: context.user.id,
      persona,
      visibility: sightOf(context, 'PAYMENT', persona),
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

interface BatchErrand {
  id: string;
  effectKey: string;
  payload: BulkErrand;
}

function errandsOf(context: ShowContext, runId: string, items: readonly { batch: number }[]): BatchErrand[] {
  return [...new Set(items.map(({ batch }) => batch))].map((batch) => ({
    id: context.newId(),
    effectKey: batchKey(runId, batch),
    payload: { kind, runId, batch, userId: context.user.id },
  }));
}

function send({ env, store, now, later }: ShowContext, errands: readonly BatchErrand[]): void {
  const entries = errands.map(({ id }) => ({ id, showId: store.showId, kind }));
  later(dispatchOutbox(env, store.db, entries, now));
}

/** Where the run stands, after up to ten items at the end of them. */
async function outcome(
  context: ShowContext,
  { runId, awaited, work }: Begins,
  runErrand: RunErrand,
): Promise<BulkProgress> {
  if (awaited === null) return progress(context, runId);
  const { env, store, now, later } = context;
  const until = Date.now() + patience.wholeMs;
  const whole = work ?? runErrand(env, { showId: store.showId, outboxId: awaited }, now).then(() => null);
  later(whole);
  // Whatever became of it here: its entry is open, and others carry it out.
  const ours = whole.catch(() => null);
  const ended = await Promise.race([ours, scheduler.wait(patience.wholeMs).then(() => null)]);
  if (ended) return ended;
  for (;;) {
    const isOver = Date.now() >= until;
    const seen = await progress(context, runId).catch((error: unknown) => {
      if (isOver || error instanceof Refusal) throw error;
      return null;
    });
    if (seen && (isOver || seen.status !== 'in_progress')) return seen;
    await scheduler.wait(patience.lookMs);
  }
}

/** A run with its items. */
export const runPlan = ({ store }: Pick<ShowContext, 'store'>, runId: string) => ({
  run: bulkRunQuery(store, runId),
});
type RunRows = PlanRows<typeof runPlan>;

/** Throws `NOT_FOUND` for a run that is not this user's. */
function mine(context: ShowContext, { run: found }: RunRows) {
  mustHaveModule(context, 'PAYMENT');
  if (!found || found.run.userId !== context.user.id) throw new Refusal('NOT_FOUND');
  return found;
}

async function progress(context: ShowContext, runId: string): Promise<BulkProgress> {
  const { run, entries } = mine(context, await readInOneTrip(runPlan(context, runId)));
  return progressOf({ runId, status: run.status, total: run.total }, entries);
}

/** A run of one's own, whole (BK-01, DEC-45). Throws `NOT_FOUND`. */
export function viewBulkApproval(
  context: ShowContext,
  { payments, ...rows }: PlanRows<typeof runViewPlan>,
): BulkRun {
  const { run, items, entries } = mine(context, rows);
  const figures = progressOf({ runId: run.id, status: run.status, total: run.total }, entries);
  return {
    ...figures,
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
export const runViewPlan = ({ store }: Pick<ShowContext, 'store'>, runId: string) => ({
  ...runPlan({ store }, runId),
  payments: paymentNamesQuery(store, runId),
});

/** The newest run of the user that has not ended, or whose end the user has not seen. */
export const currentRunPlan = ({ store, user }: Pick<ShowContext, 'store' | 'user'>) => ({
  runId: unseenRunQuery(store, user.id),
});

/** That run; null without one (DEC-45). */
export function currentBulkApproval(
  context: ShowContext,
  { runId }: PlanRows<typeof currentRunPlan>,
): { runId: string | null } {
  mustHaveModule(context, 'PAYMENT');
  return { runId };
}

/** The user has seen how a run ended; one that goes on will be shown again. Throws `NOT_FOUND`. */
export async function seeBulkApproval(context: ShowContext, rows: RunRows): Promise<{ runId: string }> {
  const { run } = mine(context, rows);
  await keepSeen(context.store, run, context.now);
  return { runId: run.id };
}

/** Batches that nobody has begun stay unapproved (DEC-45); what is approved stays so. Throws `NOT_FOUND`. */
export async function cancelBulkApproval(context: ShowContext, rows: RunRows): Promise<BulkProgress> {
  const { run } = mine(context, rows);
  await cancelRun(context.store, run.id, context.now);
  return progress(context, run.id);
}

/** Tries the failed items of a run again, and only those (DEC-45); answers as the start did. Throws `NOT_FOUND`. */
export async function retryBulkApproval(
  context: ShowContext,
  rows: RunRows & PlanRows<typeof storedAnswerPlan>,
  repeat: Repeat | null,
  runErrand: RunErrand,
): Promise<BulkProgress> {
  const begun = await once<Begins>(context, repeat, rows.stored, (keep) => requeue(context, rows, keep));
  return outcome(context, begun, runErrand);
}

async function requeue(
  context: ShowContext,
  rows: RunRows,
  keep: (answer: Begun) => Write[],
): Promise<Begins> {
  const { run, entries } = mine(context, rows);
  const runId = run.id;
  const failures = entries.filter(({ result }) => result === 'failed').map(({ id }) => ({ id }));
  const last = Math.max(0, ...entries.map(({ batch }) => batch));
  const items = inBatches(failures, last + 1);
  if (items.length === 0) return { runId, awaited: null };
  return set(context, { runId, items }, requeueItems(context.store, runId, items), keep);
}
