import { Hono } from 'hono';
import { bulkRequest } from '#domain/bulk-approval/bulk';
import type { BulkProgress } from '#domain/bulk-approval/bulk';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { idempotencyKeyOf } from '#middleware/idempotency-key';
import { openShow } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import type { Plan } from '#store/d1/query';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import type { MembershipContext } from '#verbs/request/context';
import { cancelBulkApproval, retryBulkApproval, startBulkApproval } from '#verbs/payments/bulk-approval';
import {
  currentBulkApproval,
  currentRunPlan,
  runPlan,
  runViewPlan,
  seeBulkApproval,
  viewBulkApproval,
} from '#verbs/payments/view-bulk-approval';
import { runJob } from '#verbs/jobs/run-job';

/** 200 with both lists once everything is done, 202 while the run goes on without the call (DEC-45). */
function answer(c: AppContext, progress: BulkProgress) {
  return c.json(progress, progress.status === 'in_progress' ? 202 : 200);
}

const runOf = (c: AppContext) => c.req.param('runId') ?? '';

/** Opens the show of a run, and reads the plan of the run. */
function openRun<P extends Plan>(c: AppContext, planFor: (member: MembershipContext, runId: string) => P) {
  const id = runOf(c);
  return openShow(c, (member) => planFor(member, id), { named: showIdOf(id) ?? undefined });
}

/** Approval of many payments (API-21, BK-04, DEC-45). A run is its user's alone. */
export const bulkApproval = new Hono<AppEnv>()
  .post('/', valid('json', bulkRequest), async (c) => {
    const request = c.req.valid('json');
    const repeat = idempotencyKeyOf(c, request);
    const { context, rows } = await openShow(c, (member) => storedAnswerPlan(member, repeat), {
      named: request.showId ?? undefined,
    });
    return answer(c, await startBulkApproval(context, request, rows, repeat, runJob));
  })
  // What a window that is opened later has to show.
  .get('/', async (c) => {
    const { context, rows } = await openShow(c, currentRunPlan);
    return c.json(currentBulkApproval(context, rows));
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
  .post('/:runId/retry', async (c) => {
    const repeat = idempotencyKeyOf(c, null);
    const { context, rows } = await openRun(c, (member, id) => ({
      ...storedAnswerPlan(member, repeat),
      ...runPlan(member, id),
    }));
    return answer(c, await retryBulkApproval(context, rows, repeat, runJob));
  });
