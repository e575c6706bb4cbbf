import { Hono } from 'hono';
import { failureSelection } from '#domain/operations/health';
import type { AppContext, AppEnv } from '#middleware/context';
import { idempotencyKeyOf } from '#middleware/idempotency-key';
import { standing } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { resolveFailures } from '#verbs/operations/resolve-failures';
import { openAdministeredShow } from '#verbs/management/open-administered-show';
import type { AdministeredShow, ShowAdministrator } from '#verbs/management/open-administered-show';
import { startVerification } from '#verbs/operations/verify-histories-job';
import { viewHealth, viewShowHealth } from '#verbs/operations/view-health';

function administratorOf(c: AppContext): ShowAdministrator {
  const { user, show, membership } = c.get('access');
  return {
    env: c.env,
    user,
    from: show && membership ? { show, membership } : null,
    now: c.get('now'),
    later: (work) => c.executionCtx.waitUntil(work),
  };
}

const tended = (c: AppContext): Promise<AdministeredShow> =>
  openAdministeredShow(administratorOf(c), c.req.param('id') ?? '');

/** What goes on behind a show's pages, for whoever looks after it: what waits, what was given up, and taking it up again. */
export const health = new Hono<AppEnv>()
  .get('/', valid('query', standing), async (c) => c.json(await viewHealth(administratorOf(c))))
  .get('/:id', valid('query', standing), async (c) => c.json(await viewShowHealth(await tended(c))))
  .post('/:id/retry', valid('query', standing), valid('json', failureSelection), async (c) => {
    const meant = c.req.valid('json');
    return c.json(await resolveFailures(await tended(c), 'retried', meant, idempotencyKeyOf(c, meant)));
  })
  .post('/:id/dismissal', valid('query', standing), valid('json', failureSelection), async (c) => {
    const meant = c.req.valid('json');
    return c.json(await resolveFailures(await tended(c), 'dismissed', meant, idempotencyKeyOf(c, meant)));
  })
  .post('/:id/verification', valid('query', standing), async (c) => {
    await startVerification(await tended(c));
    return c.json({ success: true });
  });
