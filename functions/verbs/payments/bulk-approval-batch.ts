import { progressOf } from '#domain/bulk-approval/bulk';
import type { BulkProgress, BulkResult } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { publish } from '#edges/publish-realtime';
import { log } from '#edges/log';
import {
  bulkRunQuery,
  endRun,
  failOpenItems,
  saveItemResults,
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
import { loadMembership } from '#verbs/request/member-context';
import type { BulkApprovalJob } from '#verbs/outbox/jobs';
import type { ActionRequest } from '#verbs/approval/workflow-action';
import { workflowActions } from '#verbs/approval/workflow-actions';

/** The run's message for a payment whose content has changed since it was selected (DEC-45). */
const changedSinceSelected = 'It changed since you selected it. Open it to see what changed.';

interface OpenItem {
  position: number;
  id: string;
  stepId: string;
  contentVersion: number | null;
}

/** A run, the items of one batch without a result, and their documents if their ids are known. */
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

/** The request that started the run and executes it itself: its context, its rows, and further writes for its batch. */
interface InCall {
  context: RequestContext;
  rows: BatchRows;
  more: readonly Write[];
}

/**
 * Approves the open items of one batch of a run, each exactly like a single approval, and publishes the progress
 * (DEC-45, BK-16). Items with a result are skipped, so that a repeated message has no effect.
 */
export async function approveBatch(
  jobContext: JobContext,
  job: BulkApprovalJob,
  call: InCall | null = null,
): Promise<BulkProgress | null> {
  const { store, show } = jobContext;
  const { runId, userId } = job;
  const memberOf = (id: string) => loadMembership(jobContext.env, { showId: show.id, userId: id });
  const [{ run: found, items, subjects }, member] = await Promise.all([
    call?.rows ?? readInOneTrip(batchPlan(store, job)),
    call || userId === undefined ? undefined : memberOf(userId),
  ]);
  if (!found) return null;
  if (items.length === 0) return saveAndPublish(jobContext, runId, call?.more);
  const followUps: Promise<unknown>[] = [];
  try {
    const membership = call || member !== undefined ? member : await memberOf(found.run.userId);
    const [context, documents] = await Promise.all([
      // Its errors are caught at once, because nothing awaits it until the end.
      call?.context ??
        contextOf(jobContext, membership ?? null, (work) => followUps.push(work.catch(() => undefined))),
      subjects ??
        read(
          subjectsQuery(
            store,
            items.map(({ id }) => id),
          ),
        ),
    ]);
    const results = await approveAll(context, items, documents);
    return await saveAndPublish(jobContext, runId, [
      saveItemResults(store, runId, results),
      ...(call?.more ?? []),
    ]);
  } finally {
    // The progress does not wait for messages to other users and queues; the job does.
    await Promise.all(followUps);
  }
}

/** The user's present request context; null for a user who has left the show and so approves nothing. */
async function contextOf(
  { env, store, now }: JobContext,
  membership: Membership | null,
  runAfterResponse: RequestContext['runAfterResponse'],
): Promise<RequestContext | null> {
  return membership && loadRequestContext(env, { ...membership, store, now, runAfterResponse });
}

async function approveAll(
  context: RequestContext | null,
  items: readonly OpenItem[],
  subjects: ReadonlyMap<string, SubjectRows>,
): Promise<ItemResult[]> {
  if (!context) return items.map(({ position }) => ({ position, ...failedResult('SHOW_NOT_IN_SESSION') }));
  const now = new Date().toISOString();
  const outcomes = await workflowActions({ ...context, now }, 'approve', items.map(requestOf), subjects);
  return items.map(({ position, id }, n) => ({ position, ...resultOf(context, id, outcomes[n]) }));
}

function requestOf({ id, stepId, contentVersion }: OpenItem): ActionRequest {
  return {
    docType: 'PAYMENT',
    docId: id,
    workflowStepId: stepId,
    contentVersion,
    getNext: false,
    nextOrder: 'NUMBER',
  };
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
    return failedResult('INTERNAL_ERROR');
  }
  const { code, detail } = error;
  // While the show moves, the remaining items of the batch wait.
  if (code === 'show_is_moving') throw error;
  // The approval is committed; the push to accounting is retried by other means (DEC-03).
  const result = code === 'accounting_interface_error' ? 'success' : 'failed';
  const message = isContentConflict(error) ? changedSinceSelected : (detail.message ?? null);
  return { result, code, message };
}

function failedResult(code: string): BulkResult {
  return { result: 'failed', code, message: null };
}

/** Fails the open items of a run after its last attempt, so that it ends and the user may retry them (DEC-45). */
export async function failRun(work: SaveContext, runId: string): Promise<void> {
  await saveAndPublish(work, runId, [failOpenItems(work.store, runId, 'INTERNAL_ERROR')]);
}

type SaveContext = Pick<JobContext, 'env' | 'store' | 'now'>;

/** Saves results, ends the run when no item is open, and publishes the progress to its user (RT-04). */
async function saveAndPublish(
  { env, store, now }: SaveContext,
  runId: string,
  writes: readonly Write[] = [],
): Promise<BulkProgress | null> {
  const statements = [...writes, endRun(store, runId, now)];
  const { run: found } = await store.writeAndRead(statements, { run: bulkRunQuery(store, runId) });
  if (!found) return null;
  const { run, entries } = found;
  const data = progressOf({ runId, status: run.status, total: run.total }, entries);
  await publish(env, { event: 'bulk_progress_update', data, showId: store.showId, to: [run.userId] });
  return data;
}
