import type { bulkBody } from '#domain/bulk-approval/bulk-selection';
import { api, ask } from '../../../api.ts';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

const bulk = api.api.workflows['bulk-approval'];

/** The request that starts a run. */
export type BulkBody = ReturnType<typeof bulkBody>;

/** The browser's limit for a request with `keepalive`, in bytes. */
const MAX_KEEPALIVE_BYTES = 60_000;

/**
 * Starts a run. The same key never starts a second one (DEC-99). All functions of this file throw `ApiError` (API-21).
 */
export function startRun(json: BulkBody, key: string): Promise<BulkProgress> {
  const keepalive = JSON.stringify(json).length < MAX_KEEPALIVE_BYTES;
  return ask(bulk.$post({ json }, { headers: { 'Idempotency-Key': key }, init: { keepalive } }));
}

function runCall(showId: string, runId: string) {
  return { param: { runId }, query: { showId } };
}

/** The user's run that is in progress, or whose end they have not seen yet. */
export function readCurrentRun(showId: string): Promise<{ runId: string | null }> {
  return ask(bulk.$get({ query: { showId } }));
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

export async function markRunSeen(showId: string, runId: string): Promise<void> {
  await ask(bulk[':runId'].seen.$post(runCall(showId, runId)));
}
