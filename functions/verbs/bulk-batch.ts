import { endOf, progressOf } from '#domain/bulk';
import type { BulkProgress, BulkResult } from '#domain/bulk';
import { Refusal } from '#domain/codes';
import { tell } from '#edges/live';
import { log } from '#edges/log';
import { readMembership, readUser } from '#store/directory/people';
import { endRun, failOpenItems, keepResult, readBulkRun, readOpenItems } from '#store/show/bulk-rows';
import type { BulkRunRow } from '#store/show/bulk-rows';
import { openShow } from './context.ts';
import type { ShowContext } from './context.ts';
import type { Errands } from './errands.ts';
import type { BulkErrand } from './outbox-rows.ts';
import { workflowAction } from './workflow-action.ts';

/** So many at once: accounting is asked for each, and a batch should not outlast its lease. */
const atOnce = 5;

interface OpenItem {
  position: number;
  id: string;
  stepId: string;
}

/**
 * Approves what is left of one batch of a run, each payment exactly like a single approval (DEC-45, BK-16), and tells
 * the user how far the run is. An item that has its result is passed over, so that a repeated message repeats nothing.
 */
export async function approveBatch(errands: Errands, { runId, batch }: BulkErrand): Promise<void> {
  const found = await readBulkRun(errands.store, runId);
  if (!found) return;
  const items = await readOpenItems(errands.store, runId, batch);
  if (items.length > 0) await approveAll(errands, found.run, items);
  await conclude(errands, runId);
}

async function approveAll(errands: Errands, run: BulkRunRow, items: readonly OpenItem[]): Promise<void> {
  const { env, store, show } = errands;
  const after: Promise<unknown>[] = [];
  const [place, user] = await Promise.all([
    readMembership(env, show.id, run.userId),
    readUser(env, run.userId),
  ]);
  // Rights are those of now: who has left the show approves nothing any more.
  const context =
    place &&
    user &&
    (await openShow(env, { ...place, user, now: errands.now, later: (work) => after.push(work) }));
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const result = context ? await approve(context, item) : refused('SHOW_NOT_IN_SESSION');
      await keepResult(store, run.id, item.position, result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await Promise.allSettled(after);
}

async function approve(context: ShowContext, { id, stepId }: OpenItem): Promise<BulkResult> {
  const request = { docType: 'PAYMENT' as const, docId: id, workflowStepId: stepId, getNext: false };
  try {
    await workflowAction({ ...context, now: new Date().toISOString() }, 'approve', request, null);
    return { result: 'success', code: null, message: null };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      log('error', 'bulk item failed', { show: context.show.id, document: id }, error);
      return refused('INTERNAL_ERROR');
    }
    const { code, detail } = error;
    // DEC-03: the approval stands, accounting is told again by other ways.
    const result = code === 'accounting_interface_error' ? 'success' : 'failed';
    return { result, code, message: detail.message ?? null };
  }
}

function refused(code: string): BulkResult {
  return { result: 'failed', code, message: null };
}

/** A run whose batches have had all their tries: every item has an end, and its user may retry what failed (DEC-45). */
export async function giveUpRun(work: Concluding, runId: string): Promise<void> {
  await failOpenItems(work.store, runId, 'INTERNAL_ERROR');
  await conclude(work, runId);
}

type Concluding = Pick<Errands, 'env' | 'store' | 'now'>;

/** Ends the run when nothing waits any more, and tells its user (RT-04). */
async function conclude({ env, store, now }: Concluding, runId: string): Promise<void> {
  const found = await readBulkRun(store, runId);
  if (!found) return;
  const { run, entries } = found;
  const before = progressOf({ runId, status: run.status, total: run.total }, entries);
  const end = run.status === 'in_progress' ? endOf(before) : null;
  if (end) await endRun(store, runId, end, now);
  const data: BulkProgress = { ...before, status: end ?? run.status };
  await tell(env, { event: 'bulk_progress_update', data, showId: store.showId, to: [run.userId] });
}
