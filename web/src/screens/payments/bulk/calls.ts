import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk';
import type { bulkBody } from '#domain/bulk-approval/bulk-selection';
import { api, ask } from '../../../api.ts';

const bulk = api.api.workflows['bulk-approval'];

/** What is asked of the server to begin. */
export type BulkBody = ReturnType<typeof bulkBody>;

/** A browser sends no more than this, in bytes, for a window that is closed meanwhile. */
const KEPT_ALIVE = 60_000;

/** API-21. The same key never begins a second run (DEC-99). Errors of all these: `ApiError`. */
export function startRun(json: BulkBody, key: string): Promise<BulkProgress> {
  const keepalive = JSON.stringify(json).length < KEPT_ALIVE;
  return ask(bulk.$post({ json }, { headers: { 'Idempotency-Key': key }, init: { keepalive } }));
}

function ofRun(showId: string, runId: string) {
  return { param: { runId }, query: { showId } };
}

/** The user's run that goes on, or whose end he has not seen. */
export function readCurrentRun(showId: string): Promise<{ runId: string | null }> {
  return ask(bulk.$get({ query: { showId } }));
}

export function readRun(showId: string, runId: string): Promise<BulkRun> {
  return ask(bulk[':runId'].$get(ofRun(showId, runId)));
}

/** BK-08: batches that nobody has begun stay unapproved. */
export function cancelRun(showId: string, runId: string): Promise<BulkProgress> {
  return ask(bulk[':runId'].$delete(ofRun(showId, runId)));
}

/** BK-09: the failed items, and only those. */
export function retryRun(showId: string, runId: string): Promise<BulkProgress> {
  return ask(bulk[':runId'].retry.$post(ofRun(showId, runId)));
}

export async function seeRun(showId: string, runId: string): Promise<void> {
  await ask(bulk[':runId'].seen.$post(ofRun(showId, runId)));
}
