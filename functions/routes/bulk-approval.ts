import { Hono } from 'hono';
import { bulkRequest } from '#domain/bulk';
import type { BulkProgress } from '#domain/bulk';
import { showIdOf } from '#domain/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import {
  cancelBulkApproval,
  currentBulkApproval,
  retryBulkApproval,
  seeBulkApproval,
  startBulkApproval,
  viewBulkApproval,
} from '#verbs/bulk-approval';

/** 200 with both lists once everything is done, 202 while the run goes on without the call (DEC-45). */
function answer(c: AppContext, progress: BulkProgress) {
  return c.json(progress, progress.status === 'in_progress' ? 202 : 200);
}

const runOf = (c: AppContext) => c.req.param('runId') ?? '';

/** Approval of many payments (API-21, BK-04, DEC-45). A run is its user's alone. */
export const bulkApproval = new Hono<AppEnv>()
  .post('/', valid('json', bulkRequest), async (c) => {
    const request = c.req.valid('json');
    const context = await showOf(c, request.showId ?? undefined);
    return answer(c, await startBulkApproval(context, request, repeatIn(c, request)));
  })
  // What a window that is opened later has to show.
  .get('/', async (c) => c.json(await currentBulkApproval(await showOf(c))))
  .get('/:runId', async (c) => {
    const context = await showOf(c, showIdOf(runOf(c)) ?? undefined);
    return c.json(await viewBulkApproval(context, runOf(c)));
  })
  .delete('/:runId', async (c) => {
    const context = await showOf(c, showIdOf(runOf(c)) ?? undefined);
    return c.json(await cancelBulkApproval(context, runOf(c)));
  })
  .post('/:runId/seen', async (c) => {
    const context = await showOf(c, showIdOf(runOf(c)) ?? undefined);
    return c.json(await seeBulkApproval(context, runOf(c)));
  })
  .post('/:runId/retry', async (c) => {
    const context = await showOf(c, showIdOf(runOf(c)) ?? undefined);
    return answer(c, await retryBulkApproval(context, runOf(c), repeatIn(c, null)));
  });
