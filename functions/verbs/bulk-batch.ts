import { endOf, progressOf } from '#domain/bulk';
import type { BulkProgress, BulkResult } from '#domain/bulk';
import { Refusal } from '#domain/codes';
import { tell } from '#edges/live';
import { log } from '#edges/log';
import { readMembership, readUser } from '#store/directory/people';
import { endRun, failOpenItems, keepResults, readBulkRun, readOpenItems } from '#store/show/bulk-rows';
import type { ItemResult } from '#store/show/bulk-rows';
import { readSubject } from '#store/show/read-document';
import { openShow } from './context.ts';
import type { Place, ShowContext } from './context.ts';
import type { Errands } from './errands.ts';
import type { BulkErrand } from './outbox-rows.ts';
import { workflowAction } from './workflow-action.ts';

interface OpenItem {
  position: number;
  id: string;
  stepId: string;
}

/**
 * Approves what is left of one batch of a run, each payment exactly like a single approval (DEC-45, BK-16), and tells
 * the user how far the run is. An item that has its result is passed over, so that a repeated message repeats nothing.
 */
export async function approveBatch(errands: Errands, { runId, batch, userId }: BulkErrand): Promise<void> {
  const { env, store, show } = errands;
  const [found, items, seat] = await Promise.all([
    readBulkRun(store, runId),
    readOpenItems(store, runId, batch),
    userId === undefined ? undefined : seatOf(env, show.id, userId),
  ]);
  if (!found) return;
  const place = seat === undefined ? await seatOf(env, show.id, found.run.userId) : seat;
  if (items.length > 0) {
    const results = await approveAll(errands, items, place);
    store.foreseen.afterWrite = (behind) => {
      store.foreseen.begin(readBulkRun, behind, runId);
    };
    await store.write([keepResults(store, runId, results)]);
  }
  await conclude(errands, runId);
}

/** Rights are those of now: who has left the show approves nothing any more. */
async function seatOf(env: Env, showId: string, userId: string): Promise<Place | null> {
  const [place, user] = await Promise.all([readMembership(env, showId, userId), readUser(env, userId)]);
  return place && user && { ...place, user };
}

/** All items go together, each through the one door: what they read is one trip, and what they write is in flight at once. */
async function approveAll(
  { env, store, now }: Errands,
  items: readonly OpenItem[],
  place: Place | null,
): Promise<ItemResult[]> {
  const after: Promise<unknown>[] = [];
  for (const { id } of items) store.foreseen.begin(readSubject, store, id);
  // What comes of it is nobody's to know, and it may end before it is waited for.
  const later = (work: Promise<unknown>) => after.push(work.catch(() => undefined));
  const context = place && (await openShow(env, { ...place, store, now, later }));
  const results = await Promise.all(
    items.map(async (item) => {
      const result = context ? await approve(context, item) : refused('SHOW_NOT_IN_SESSION');
      return { position: item.position, ...result };
    }),
  );
  await Promise.all(after);
  return results;
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
  const found = await store.foreseen.ask(readBulkRun, store, runId);
  if (!found) return;
  const { run, entries } = found;
  const before = progressOf({ runId, status: run.status, total: run.total }, entries);
  const end = run.status === 'in_progress' ? endOf(before) : null;
  if (end) await endRun(store, runId, end, now);
  const data: BulkProgress = { ...before, status: end ?? run.status };
  await tell(env, { event: 'bulk_progress_update', data, showId: store.showId, to: [run.userId] });
}
