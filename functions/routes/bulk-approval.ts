import { Hono } from 'hono';
import { bulkRequest } from '#domain/bulk';
import type { BulkProgress } from '#domain/bulk';
import { showIdOf } from '#domain/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { readBulkRun, readUnseenRunId } from '#store/show/bulk-rows';
import { reading } from '#verbs/ahead';
import type { Seat } from '#verbs/context';
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

/** The show of a run, which is read beside its rights. */
function ofRun(c: AppContext) {
  const id = runOf(c);
  return showOf(c, { named: showIdOf(id) ?? undefined, ahead: reading(readBulkRun, id) });
}

/** Approval of many payments (API-21, BK-04, DEC-45). A run is its user's alone. */
export const bulkApproval = new Hono<AppEnv>()
  .post('/', valid('json', bulkRequest), async (c) => {
    const request = c.req.valid('json');
    const context = await showOf(c, { named: request.showId ?? undefined });
    return answer(c, await startBulkApproval(context, request, repeatIn(c, request)));
  })
  // What a window that is opened later has to show.
  .get('/', async (c) => {
    const ahead = ({ store, user }: Seat) => {
      store.foreseen.begin(readUnseenRunId, store, user.id);
    };
    return c.json(await currentBulkApproval(await showOf(c, { ahead })));
  })
  .get('/:runId', async (c) => {
    return c.json(await viewBulkApproval(await ofRun(c), runOf(c)));
  })
  .delete('/:runId', async (c) => {
    const context = await ofRun(c);
    return c.json(await cancelBulkApproval(context, runOf(c)));
  })
  .post('/:runId/seen', async (c) => {
    const context = await ofRun(c);
    return c.json(await seeBulkApproval(context, runOf(c)));
  })
  .post('/:runId/retry', async (c) => {
    const context = await ofRun(c);
    return answer(c, await retryBulkApproval(context, runOf(c), repeatIn(c, null)));
  });
