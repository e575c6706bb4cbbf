import { Hono } from 'hono';
import { failureSelection } from '#domain/operations/health';
import type { AppContext, AppEnv } from '#middleware/context';
import { idempotencyKeyOf } from '#middleware/request';
import { optionalShowQuery } from '#middleware/open-show';
import { checkRateLimit } from '#middleware/rate-limit';
import { valid } from '#middleware/validate';
import { resolveFailures } from '#verbs/operations/resolve-failures';
import { openAdministeredShow } from '#verbs/management/open-administered-show';
import type { AdministeredShow, ShowAdministrator } from '#verbs/management/open-administered-show';
import { startVerification } from '#verbs/operations/verify-histories';
import { sendTestMail } from '#verbs/operations/send-test-mail';
import { viewHealth, viewShowHealth } from '#verbs/operations/view-health';

async function administratorOf(c: AppContext): Promise<ShowAdministrator> {
  const { user, show, membership } = c.get('access');
  return {
    env: c.env,
    user,
    from: show && membership ? { show, membership } : null,
    now: c.get('now'),
    idempotencyKey: await idempotencyKeyOf(c),
    runAfterResponse: (work) => c.executionCtx.waitUntil(work),
  };
}

const administeredShow = async (c: AppContext): Promise<AdministeredShow> =>
  openAdministeredShow(await administratorOf(c), c.req.param('id') ?? '');

/** The health of shows for their administrators: background work, failed jobs, and their retry or dismissal. */
export const health = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) =>
    c.json(await viewHealth(await administratorOf(c))),
  )
  .post('/test-mail', valid('query', optionalShowQuery), async (c) => {
    const administrator = await administratorOf(c);
    await checkRateLimit(c, c.env.SIGN_IN_LIMIT, `test-mail:${administrator.user.id}`);
    await sendTestMail(administrator);
    return c.json({ success: true });
  })
  .get('/:id', valid('query', optionalShowQuery), async (c) =>
    c.json(await viewShowHealth(await administeredShow(c))),
  )
  .post('/:id/retry', valid('query', optionalShowQuery), valid('json', failureSelection), async (c) => {
    const selection = c.req.valid('json');
    return c.json(await resolveFailures(await administeredShow(c), 'retried', selection));
  })
  .post('/:id/dismissal', valid('query', optionalShowQuery), valid('json', failureSelection), async (c) => {
    const selection = c.req.valid('json');
    return c.json(await resolveFailures(await administeredShow(c), 'dismissed', selection));
  })
  .post('/:id/verification', valid('query', optionalShowQuery), async (c) => {
    await startVerification(await administeredShow(c));
    return c.json({ success: true });
  });
