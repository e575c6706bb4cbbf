import { Hono } from 'hono';
import * as v from 'valibot';
import { bulkItemsRequest, bulkRequest } from '#domain/bulk-approval/bulk';
import { previewRequest } from '#domain/bulk-approval/bulk-preview';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import type { ReadPlan } from '#store/d1/query';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import type { MembershipContext } from '#verbs/request/context';
import { previewPlan, viewPreview } from '#verbs/bulk/preview';
import {
  cancelBulkApproval,
  retryBulkApproval,
  startBulkAction,
  startBulkApproval,
  undoBulkApproval,
  undoPlan,
} from '#verbs/bulk/start-run';
import {
  currentBulkApproval,
  currentRunPlan,
  runPlan,
  runViewPlan,
  seeBulkApproval,
  viewBulkApproval,
} from '#verbs/bulk/view-run';
import type { BulkProgress } from '#domain/bulk-approval/bulk-response';

/** 200 with both lists when the run has ended, 202 while it continues in the background (DEC-45). */
function answer(c: AppContext, progress: BulkProgress) {
  return c.json(progress, progress.status === 'in_progress' ? 202 : 200);
}

const runOf = (c: AppContext) => c.req.param('runId') ?? '';

/** Opens the show of a run and reads the run's plan. */
function openRun<P extends ReadPlan>(
  c: AppContext,
  planFor: (member: MembershipContext, runId: string) => P,
) {
  const id = runOf(c);
  return openShow(c, (member) => planFor(member, id), { named: showIdOf(id) ?? undefined });
}

const currentQuery = v.object({
  ...optionalShowQuery.entries,
  allTypes: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.description('`true`: a run of any document type and action. Default: a bulk approval of payments.'),
    ),
  ),
});

/** Bulk approval (API-21, BK-04, DEC-45, BULK-01), and the runs of all bulk actions. Only its user may see a run. */
export const bulkApproval = new Hono<AppEnv>()
  .post('/', valid('json', bulkRequest), async (c) => {
    const request = c.req.valid('json');
    const { context, rows } = await openShow(c, storedAnswerPlan, {
      named: request.showId ?? undefined,
    });
    return answer(c, await startBulkApproval(context, request, rows));
  })
  // What a run of a selection would include.
  .post('/preview', valid('json', previewRequest), async (c) => {
    const request = c.req.valid('json');
    const { context, rows } = await openShow(c, (member) => previewPlan(member, request), {
      named: request.showId ?? undefined,
      fresh: true,
    });
    return c.json(await viewPreview(context, request, rows));
  })
  // The run that a newly opened window shows.
  .get('/', valid('query', currentQuery), async (c) => {
    const ofAnyType = c.req.valid('query').allTypes === 'true';
    const { context, rows } = await openShow(c, (member) => currentRunPlan(member, ofAnyType));
    return c.json(currentBulkApproval(context, ofAnyType, rows));
  })
  .get('/:runId', async (c) => {
    const { context, rows } = await openRun(c, runViewPlan);
    return c.json(viewBulkApproval(context, rows));
  })
  .delete('/:runId', async (c) => {
    const { context, rows } = await openRun(c, runPlan);
    return c.json(await cancelBulkApproval(context, rows));
  })
  .post('/:runId/seen', async (c) => {
    const { context, rows } = await openRun(c, runPlan);
    return c.json(await seeBulkApproval(context, rows));
  })
  .post('/:runId/undo', async (c) => {
    const { context, rows } = await openRun(c, undoPlan);
    return answer(c, await undoBulkApproval(context, rows));
  })
  .post('/:runId/retry', async (c) => {
    const { context, rows } = await openRun(c, (member, id) => ({
      ...storedAnswerPlan(member),
      ...runPlan(member, id),
    }));
    return answer(c, await retryBulkApproval(context, rows));
  });

/** Submits or pushes several documents (BULK-06, BULK-07). Their runs are read like those of a bulk approval. */
function bulkAction(action: 'submit' | 'push') {
  return new Hono<AppEnv>().post('/', valid('json', bulkItemsRequest), async (c) => {
    const request = c.req.valid('json');
    const { context, rows } = await openShow(c, storedAnswerPlan, {
      named: request.showId ?? undefined,
    });
    return answer(c, await startBulkAction(context, action, request, rows));
  });
}
export const bulkSubmit = bulkAction('submit');
export const bulkPush = bulkAction('push');
