import { progressOf } from '#domain/bulk-approval/bulk';
import type { BulkProgress, BulkResult } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { tell } from '#edges/publish-realtime';
import { log } from '#edges/log';
import {
  bulkRunQuery,
  endRun,
  failOpenItems,
  keepResults,
  openItemsQuery,
} from '#store/show/payments/bulk-runs';
import type { ItemResult } from '#store/show/payments/bulk-runs';
import type { ShowStore, Write } from '#store/d1/open';
import { read, readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { subjectsQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { isContentConflict } from '#verbs/lifecycle/require-current-content';
import { loadRequestContext } from '#verbs/request/context';
import type { Membership, RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { placeOf } from '#verbs/request/member-context';
import type { BulkApprovalJob } from '#verbs/outbox/jobs';
import type { ActionRequest } from '#verbs/approval/workflow-action';
import { workflowActions } from '#verbs/approval/workflow-actions';

/** DEC-45: what the run says of an item whose content is no longer the one that was selected. */
const changedSinceSelected = 'It changed since you selected it. Open it to see what changed.';

interface OpenItem {
  position: number;
  id: string;
  stepId: string;
  contentVersion: number | null;
}

/** A run, the items of one of its batches that have no result yet, and, where they are named, their documents. */
export const batchPlan = (
  store: ShowStore,
  { runId, batch }: Pick<BulkApprovalJob, 'runId' | 'batch'>,
  documentIds: readonly string[] | null = null,
) => ({
  run: bulkRunQuery(store, runId),
  items: openItemsQuery(store, runId, batch),
  subjects: documentIds && subjectsQuery(store, documentIds),
});
type BatchRows = PlanRows<typeof batchPlan>;

/** The call that began a run, when it carries it out itself: its rights, what it read, and what it writes with the results. */
interface ByCall {
  context: RequestContext;
  rows: BatchRows;
  more: readonly Write[];
}

/**
 * Approves what is left of one batch of a run, each payment exactly like a single approval (DEC-45, BK-16), and publishes
 * how far the run is. An item that has its result is passed over, so that a repeated message repeats nothing.
 */
export async function approveBatch(
  jobContext: JobContext,
  job: BulkApprovalJob,
  call: ByCall | null = null,
): Promise<BulkProgress | null> {
  const { store, show } = jobContext;
  const { runId, userId } = job;
  const memberOf = (id: string) => placeOf(jobContext.env, { showId: show.id, userId: id });
  const [{ run: found, items, subjects }, member] = await Promise.all([
    call?.rows ?? readInOneTrip(batchPlan(store, job)),
    call || userId === undefined ? undefined : memberOf(userId),
  ]);
  if (!found) return null;
  if (items.length === 0) return conclude(jobContext, runId, call?.more);
  const following: Promise<unknown>[] = [];
  try {
    const place = call || member !== undefined ? member : await memberOf(found.run.userId);
    const [context, documents] = await Promise.all([
      // What follows the changes may end before it is waited for.
      call?.context ??
        contextOf(jobContext, place ?? null, (work) => following.push(work.catch(() => undefined))),
      subjects ??
        read(
          subjectsQuery(
            store,
            items.map(({ id }) => id),
          ),
        ),
    ]);
    const results = await approveAll(context, items, documents);
    return await conclude(jobContext, runId, [keepResults(store, runId, results), ...(call?.more ?? [])]);
  } finally {
    // How far the run is does not wait for other screens and queues; the job does.
    await Promise.all(following);
  }
}

/** The show as a member sees it now; null for a user who has left it, and approves nothing any more. */
async function contextOf(
  { env, store, now }: JobContext,
  place: Membership | null,
  later: RequestContext['later'],
): Promise<RequestContext | null> {
  return place && loadRequestContext(env, { ...place, store, now, later });
}

async function approveAll(
  context: RequestContext | null,
  items: readonly OpenItem[],
  subjects: ReadonlyMap<string, SubjectRows>,
): Promise<ItemResult[]> {
  if (!context) return items.map(({ position }) => ({ position, ...refused('SHOW_NOT_IN_SESSION') }));
  const now = new Date().toISOString();
  const outcomes = await workflowActions({ ...context, now }, 'approve', items.map(requestOf), subjects);
  return items.map(({ position, id }, n) => ({ position, ...resultOf(context, id, outcomes[n]) }));
}

function requestOf({ id, stepId, contentVersion }: OpenItem): ActionRequest {
  return { docType: 'PAYMENT', docId: id, workflowStepId: stepId, contentVersion, getNext: false };
}

function resultOf(
  context: RequestContext,
  id: string,
  outcome: PromiseSettledResult<unknown> | undefined,
): BulkResult {
  if (outcome?.status === 'fulfilled') return { result: 'success', code: null, message: null };
  const error: unknown = outcome?.reason;
  if (!(error instanceof Refusal)) {
    log('error', 'bulk item failed', { show: context.show.id, document: id }, error);
    return refused('INTERNAL_ERROR');
  }
  const { code, detail } = error;
  // While the show moves, what is left of the batch waits.
  if (code === 'show_is_moving') throw error;
  // DEC-03: the approval stands, accounting is told again by other ways.
  const result = code === 'accounting_interface_error' ? 'success' : 'failed';
  const message = isContentConflict(error) ? changedSinceSelected : (detail.message ?? null);
  return { result, code, message };
}

function refused(code: string): BulkResult {
  return { result: 'failed', code, message: null };
}

/** A run whose batches have had all their tries: every item has an end, and its user may retry what failed (DEC-45). */
export async function giveUpRun(work: Concluding, runId: string): Promise<void> {
  await conclude(work, runId, [failOpenItems(work.store, runId, 'INTERNAL_ERROR')]);
}

type Concluding = Pick<JobContext, 'env' | 'store' | 'now'>;

/** Writes results, ends the run when nothing waits any more, and publishes it to its user (RT-04). */
async function conclude(
  { env, store, now }: Concluding,
  runId: string,
  writes: readonly Write[] = [],
): Promise<BulkProgress | null> {
  const statements = [...writes, endRun(store, runId, now)];
  const { run: found } = await store.writeAndRead(statements, { run: bulkRunQuery(store, runId) });
  if (!found) return null;
  const { run, entries } = found;
  const data = progressOf({ runId, status: run.status, total: run.total }, entries);
  await tell(env, { event: 'bulk_progress_update', data, showId: store.showId, to: [run.userId] });
  return data;
}
