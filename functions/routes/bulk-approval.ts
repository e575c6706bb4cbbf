import { Hono } from 'hono';
import { bulkRequest } from '#domain/bulk-approval/bulk';
import type { BulkProgress } from '#domain/bulk-approval/bulk';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { readBulkRun, readPaymentNames, readUnseenRunId } from '#store/show/payments/bulk-runs';
import { beginRepeat, reading } from '#verbs/request/prefetch';
import type { Seat } from '#verbs/request/context';
import {
  cancelBulkApproval,
  currentBulkApproval,
  retryBulkApproval,
  seeBulkApproval,
  startBulkApproval,
  viewBulkApproval,
} from '#verbs/payments/bulk-approval';
import { runErrand } from '#verbs/jobs/run-job';

/** 200 with both lists once everything is done, 202 while the run goes on without the call (DEC-45). */
function answer(c: AppContext, progress: BulkProgress) {
  return c.json(progress, progress.status === 'in_progress' ? 202 : 200);
}

const runOf = (c: AppContext) => c.req.param('runId') ?? '';

/** The show of a run, which is read beside its rights, as is what `more` begins. */
function ofRun(c: AppContext, more?: (seat: Seat) => void) {
  const id = runOf(c);
  const ahead = (seat: Seat) => {
    reading(readBulkRun, id)(seat);
    more?.(seat);
  };
  return showOf(c, { named: showIdOf(id) ?? undefined, ahead });
}

/** Approval of many payments (API-21, BK-04, DEC-45). A run is its user's alone. */
export const bulkApproval = new Hono<AppEnv>()
  .post('/', valid('json', bulkRequest), async (c) => {
    const request = c.req.valid('json');
    const repeat = repeatIn(c, request);
    const context = await showOf(c, {
      named: request.showId ?? undefined,
      ahead: (seat) => beginRepeat(seat, repeat),
    });
    return answer(c, await startBulkApproval(context, request, repeat, runErrand));
  })
  // What a window that is opened later has to show.
  .get('/', async (c) => {
    const ahead = ({ store, user }: Seat) => {
      store.foreseen.begin(readUnseenRunId, store, user.id);
    };
    return c.json(await currentBulkApproval(await showOf(c, { ahead })));
  })
  .get('/:runId', async (c) => {
    const context = await ofRun(c, reading(readPaymentNames, runOf(c)));
    return c.json(await viewBulkApproval(context, runOf(c)));
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
    const repeat = repeatIn(c, null);
    const context = await ofRun(c, (seat) => beginRepeat(seat, repeat));
    return answer(c, await retryBulkApproval(context, runOf(c), repeat, runErrand));
  });
