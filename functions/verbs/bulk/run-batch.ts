import { progressOf } from '#domain/bulk-approval/bulk';
import type { BulkResult } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { publish } from '#edges/publish-realtime';
import { log } from '#edges/log';
import {
  batchKeys,
  bulkRunQuery,
  endRun,
  failOpenItems,
  insertBatchJobs,
  saveItemResults,
  openItemsQuery,
} from '#store/show/bulk/bulk-runs';
import type { ItemResult } from '#store/show/bulk/bulk-runs';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import { isContentConflict } from '#verbs/lifecycle/require-current-content';
import { freshId, loadRequestContext } from '#verbs/request/context';
import type { Membership, RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { loadMembership } from '#verbs/request/member-context';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import { actOnItems, itemsPlan } from './act-on-items.ts';
import { firstIssue } from './incomplete-drafts.ts';
import type { OpenItem, Reads, Run } from './act-on-items.ts';
import type { BulkApprovalJob, BulkReleaseJob } from '#verbs/outbox/jobs';

/** The run's message for a document whose content has changed since it was selected (DEC-45). */
const changedSinceSelected = 'It changed since you selected it. Open it to see what changed.';

/**
 * Acts on the open items of one batch of a run, each exactly like a single action, and publishes the progress
 * (DEC-45, BK-16). Items with a result are skipped, so that a repeated message has no effect. Another job releases the
 * approved payments in accounting: no approval waits for it (DEC-158).
 */
export async function approveBatch(jobContext: JobContext, job: BulkApprovalJob): Promise<void> {
  const { env, store, show, now } = jobContext;
  const { runId, batch, userId } = job;
  const memberOf = (id: string) => loadMembership(env, { showId: show.id, userId: id });
  const [{ run: found, items }, member] = await Promise.all([
    readInOneTrip({ run: bulkRunQuery(store, runId), items: openItemsQuery(store, runId, batch) }),
    userId === undefined ? undefined : memberOf(userId),
  ]);
  if (!found) return;
  const run: Run = { ...found.run, batch };
  const followUps: Promise<unknown>[] = [];
  try {
    const membership = member === undefined ? await memberOf(found.run.userId) : member;
    const [context, current] = await Promise.all([
      // Its errors are caught at once, because nothing awaits it until the end.
      contextOf(jobContext, membership, (work) => followUps.push(work.catch(() => undefined))),
      // The open items of the same moment: a vote that was taken back since has closed its item.
      readInOneTrip({
        items: openItemsQuery(store, runId, batch),
        ...itemsPlan(
          store,
          run,
          items.map(({ id }) => id),
        ),
      }),
    ]);
    const { results, pushIds } = await actOnAll(context, run, current);
    const payload: BulkReleaseJob = { kind: 'release-batch', runId, pushIds };
    const release = { id: freshId(show.id), effectKey: batchKeys.release(runId, batch), payload };
    const jobs = pushIds.length > 0 ? [release] : [];
    await saveAndPublish(jobContext, runId, [
      saveItemResults(store, runId, results),
      insertBatchJobs(store, jobs, { kind: payload.kind, createdAt: now }),
    ]);
    await dispatchNewJobs(
      env,
      jobs.map(({ id }) => ({ id, showId: show.id, kind: payload.kind })),
    );
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

async function actOnAll(
  context: RequestContext | null,
  run: Run,
  { items, ...reads }: { items: readonly OpenItem[] } & Reads,
): Promise<{ results: ItemResult[]; pushIds: string[] }> {
  if (!context) {
    const results = items.map(({ position }) => ({ position, ...failedResult('SHOW_NOT_IN_SESSION') }));
    return { results, pushIds: [] };
  }
  const now = new Date().toISOString();
  const outcomes = await actOnItems({ ...context, now }, run, items, reads);
  return {
    results: items.map(({ position, id }, n) => ({ position, ...resultOf(context, run, id, outcomes[n]) })),
    pushIds: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? []) : [])),
  };
}

function resultOf(
  context: RequestContext,
  run: Run,
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
  const result = code === 'accounting_interface_error' && run.action === 'approve' ? 'success' : 'failed';
  const message = isContentConflict(error)
    ? changedSinceSelected
    : (detail.message ?? firstIssue(run.docType, detail));
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
export async function saveAndPublish(
  { env, store, now }: SaveContext,
  runId: string,
  writes: readonly Write[],
): Promise<void> {
  const statements = [...writes, endRun(store, runId, now)];
  const { run: found } = await store.writeAndRead(statements, { run: bulkRunQuery(store, runId) });
  if (!found) return;
  const { run, entries } = found;
  const data = progressOf({ runId, status: run.status, total: run.total }, entries);
  const { showId } = store;
  await publish({ env, store }, { event: 'bulk_progress_update', data, showId, to: [run.userId] });
}
