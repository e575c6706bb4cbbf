import type { BulkPreview, PreviewBody, SelectableAction } from '#domain/bulk-approval/bulk-preview';
import type { bulkBody } from '#domain/bulk-approval/bulk-selection';
import type { DocType } from '#domain/document';
import { api, ask } from '../../../api.ts';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

const { workflows } = api.api;
const bulk = workflows['bulk-approval'];

/** The request that starts a run, with what it is about. */
export type BulkBody = ReturnType<typeof bulkBody> & { docType: DocType; action: SelectableAction };

/** The browser's limit for a request with `keepalive`, in bytes. */
const MAX_KEEPALIVE_BYTES = 60_000;

/**
 * Starts a run. The same key never starts a second one (DEC-99). All functions of this file throw `ApiError` (API-21).
 */
export function startRun(json: BulkBody, key: string): Promise<BulkProgress> {
  const { docType, action, ...body } = json;
  const keepalive = JSON.stringify(json).length < MAX_KEEPALIVE_BYTES;
  const options = { headers: { 'Idempotency-Key': key }, init: { keepalive } };
  const { items, showId } = body;
  if (action === 'push')
    return ask(workflows['bulk-push'].$post({ json: { docType, items, showId } }, options));
  if (action === 'submit')
    return ask(workflows['bulk-submit'].$post({ json: { docType, items, showId } }, options));
  return ask(bulk.$post({ json: docType === 'PAYMENT' ? body : { ...body, docType } }, options));
}

/** What a run of a selection would include and leave out (BULK-02). */
export function readPreview(json: PreviewBody): Promise<BulkPreview> {
  return ask(bulk.preview.$post({ json }));
}

function runCall(showId: string, runId: string) {
  return { param: { runId }, query: { showId } };
}

/** The user's run that is in progress, or whose end they have not seen yet. */
export function readCurrentRun(showId: string): Promise<{ runId: string | null }> {
  return ask(bulk.$get({ query: { showId, allTypes: 'true' } }));
}

export function readRun(showId: string, runId: string): Promise<BulkRun> {
  return ask(bulk[':runId'].$get(runCall(showId, runId)));
}

/** Batches that have not started stay unapproved (BK-08). */
export function cancelRun(showId: string, runId: string): Promise<BulkProgress> {
  return ask(bulk[':runId'].$delete(runCall(showId, runId)));
}

/** Retries only the failed items (BK-09). */
export function retryRun(showId: string, runId: string): Promise<BulkProgress> {
  return ask(bulk[':runId'].retry.$post(runCall(showId, runId)));
}

/** Takes back the votes of a run (BULK-08). */
export function undoRun(showId: string, runId: string): Promise<BulkProgress> {
  return ask(bulk[':runId'].undo.$post(runCall(showId, runId)));
}

export async function markRunSeen(showId: string, runId: string): Promise<void> {
  await ask(bulk[':runId'].seen.$post(runCall(showId, runId)));
}
