import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { importBatchSize } from '#domain/import/import';
import { purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import { errorText } from '#store/d1/open';
import {
  endImport,
  failOpenImported,
  saveImported,
  readOpenImportItems,
  refuseImported,
} from '#store/show/imports/imports';
import type { ShowStore } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import { draftPlan } from '#verbs/documents/draft-references';
import { linkPlan } from '#verbs/documents/link-attachments';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import type { RequestContext } from '#verbs/request/context';
import { createDraft } from '#verbs/purchase-orders/create-purchase-order';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { memberContext } from '#verbs/request/member-context';
import type { ImportJob } from '#verbs/outbox/jobs';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';

/**
 * Creates the next purchase orders of an import, in the order of the file, each like a draft saved on the form, with
 * the user's current permissions. The next job continues after a batch. A document is written together with its import
 * item, so that a repeated message creates nothing twice. Throws while a retry may help.
 */
export async function importBatch(jobContext: JobContext, job: ImportJob, entry: OutboxEntry): Promise<void> {
  const { env, store, now } = jobContext;
  const { importId, userId } = job;
  const items = await readOpenImportItems(store, importId, importBatchSize);
  const context = await memberContext(env, { showId: store.showId, userId }, now);
  for (const { position, draft } of items) {
    const refused = context ? await create(context, importId, position, draft) : 'FORBIDDEN';
    if (refused !== null) await refuseImported(store, importId, position, refused);
  }
  await endImport(store, importId, now);
  if (items.length === importBatchSize) await enqueueContinuation(jobContext, job, entry);
}

/** Returns null when the order was created, otherwise the code of the refusal. */
async function create(
  context: RequestContext,
  importId: string,
  position: number,
  draft: string | null,
): Promise<string | null> {
  const { store } = context;
  const id = context.newId();
  try {
    const input = v.parse(purchaseOrderInput, JSON.parse(draft ?? 'null'));
    const rows = await readInOneTrip({ ...draftPlan(context, input), ...linkPlan(context, 'PO', null, []) });
    const { audience } = await createDraft(context, id, input, rows, {
      writes: () => [saveImported(store, importId, position, id)],
    });
    await publishDocumentChanges(context, [{ before: null, audience }]).catch(() => undefined);
    return null;
  } catch (error) {
    // While the show moves, the whole import waits.
    if (error instanceof Refusal && error.code !== 'show_is_moving') return error.code;
    // A concurrent run has created it.
    if (errorText(error).includes('import item is done')) return null;
    throw error;
  }
}

/**
 * Ends an import whose job has used up its attempts. The user can import the same file again for the missing orders.
 */
export async function failImport(store: ShowStore, importId: string, now: string): Promise<void> {
  await failOpenImported(store, importId, 'INTERNAL_ERROR');
  await endImport(store, importId, now);
}
