import { progressOf } from '#domain/bulk-approval/bulk';
import type { BulkProgress, BulkResult } from '#domain/bulk-approval/bulk';
import { Refusal } from '#domain/codes';
import { tell } from '#edges/publish-realtime';
import { log } from '#edges/log';
import {
  endRun,
  failOpenItems,
  keepResults,
  readBulkRun,
  readOpenItems,
} from '#store/show/payments/bulk-runs';
import type { ItemResult } from '#store/show/payments/bulk-runs';
import type { ShowStore, Write } from '#store/d1/open';
import { readSubject, readSubjects } from '#store/show/documents/read-document';
import { isContentConflict } from '#verbs/lifecycle/require-current-content';
import { openShow } from '#verbs/request/context';
import type { Place, ShowContext } from '#verbs/request/context';
import type { Errands } from '#verbs/outbox/job-context';
import { placeOf } from '#verbs/request/member-context';
import type { BulkErrand } from '#verbs/outbox/jobs';
import { workflowAction } from '#verbs/approval/workflow-action';

/** DEC-45: what the run says of an item whose content is no longer the one that was selected. */
const changedSinceSelected = 'It changed since you selected it. Open it to see what changed.';

interface OpenItem {
  position: number;
  id: string;
  stepId: string;
  contentVersion: number | null;
}

/** The call that began a run, when it carries it out itself: its rights, and what it writes with the results. */
interface ByCall {
  context: ShowContext;
  more: readonly Write[];
}

/**
 * Approves what is left of one batch of a run, each payment exactly like a single approval (DEC-45, BK-16), and tells
 * the user how far the run is. An item that has its result is passed over, so that a repeated message repeats nothing.
 */
export async function approveBatch(
  errands: Errands,
  { runId, batch, userId }: BulkErrand,
  call: ByCall | null = null,
): Promise<BulkProgress | null> {
  const { env, store, show } = errands;
  const [found, items, place] = await Promise.all([
    store.foreseen.ask(readBulkRun, store, runId),
    store.foreseen.ask(readOpenItems, store, runId, batch),
    call || userId === undefined ? undefined : placeOf(env, { showId: show.id, userId }),
  ]);
  if (!found) return null;
  if (items.length === 0) return conclude(errands, runId, call?.more);
  const after: Promise<unknown>[] = [];
  try {
    const results = call
      ? await approveAll(call.context, items)
      : await approveAsMember(
          errands,
          items,
          // Who has left the show approves nothing any more.
          place === undefined ? await placeOf(env, { showId: show.id, userId: found.run.userId }) : place,
          // What comes of it is nobody's to know, and it may end before it is waited for.
          (work) => after.push(work.catch(() => undefined)),
        );
    return await conclude(errands, runId, [keepResults(store, runId, results), ...(call?.more ?? [])]);
  } finally {
    // How far the run is does not wait for other screens and queues; the errand does.
    await Promise.all(after);
  }
}

/** Begins what a batch is made of, behind the write that makes it. */
export function beginBatch(store: ShowStore, runId: string, batch: number, ids: readonly string[]): void {
  store.foreseen.begin(readBulkRun, store, runId);
  store.foreseen.begin(readOpenItems, store, runId, batch);
  beginItems(store, ids);
}

/** All of them are one read, each by itself what `act` asks for. */
function beginItems(store: ShowStore, ids: readonly string[]): void {
  const all = readSubjects(store, ids);
  for (const id of ids)
    store.foreseen.hold(
      readSubject,
      all.then((found) => found.get(id) ?? null),
      id,
    );
}

async function approveAsMember(
  { env, store, now }: Errands,
  items: readonly OpenItem[],
  place: Place | null,
  later: ShowContext['later'],
): Promise<ItemResult[]> {
  beginItems(
    store,
    items.map(({ id }) => id),
  );
  return approveAll(place && (await openShow(env, { ...place, store, now, later })), items);
}

/** All items go together, each through the one door: what they read is one trip, and what they write is in flight at once. */
function approveAll(context: ShowContext | null, items: readonly OpenItem[]): Promise<ItemResult[]> {
  return Promise.all(
    items.map(async (item) => {
      const result = context ? await approve(context, item) : refused('SHOW_NOT_IN_SESSION');
      return { position: item.position, ...result };
    }),
  );
}

async function approve(context: ShowContext, { id, stepId, contentVersion }: OpenItem): Promise<BulkResult> {
  const request = {
    docType: 'PAYMENT' as const,
    docId: id,
    workflowStepId: stepId,
    contentVersion,
    getNext: false,
  };
  try {
    await workflowAction({ ...context, now: new Date().toISOString() }, 'approve', request, null);
    return { result: 'success', code: null, message: null };
  } catch (error) {
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
}

function refused(code: string): BulkResult {
  return { result: 'failed', code, message: null };
}

/** A run whose batches have had all their tries: every item has an end, and its user may retry what failed (DEC-45). */
export async function giveUpRun(work: Concluding, runId: string): Promise<void> {
  await conclude(work, runId, [failOpenItems(work.store, runId, 'INTERNAL_ERROR')]);
}

type Concluding = Pick<Errands, 'env' | 'store' | 'now'>;

/** Writes results, ends the run when nothing waits any more, and tells its user (RT-04). */
async function conclude(
  { env, store, now }: Concluding,
  runId: string,
  writes: readonly Write[] = [],
): Promise<BulkProgress | null> {
  await store.foreseen.behind(
    (behind) => store.foreseen.begin(readBulkRun, behind, runId),
    () => store.write([...writes, endRun(store, runId, now)]),
  );
  const found = await store.foreseen.ask(readBulkRun, store, runId);
  if (!found) return null;
  const { run, entries } = found;
  const data = progressOf({ runId, status: run.status, total: run.total }, entries);
  await tell(env, { event: 'bulk_progress_update', data, showId: store.showId, to: [run.userId] });
  return data;
}
