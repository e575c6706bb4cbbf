import { Hono } from 'hono';
import { newToken } from '#domain/identity/api-token';
import { Refusal } from '#domain/codes';
import type { AppEnv } from '#middleware/context';
import { checkRateLimit } from '#middleware/rate-limit';
import { idempotencyKeyOf } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { createToken, listTokens, revokeToken } from '#verbs/identity/api-tokens';

/** Personal API tokens, for Account Settings; no token reaches them (docs/api.md). */
export const apiTokens = new Hono<AppEnv>()
  .get('/', async (c) => c.json({ tokens: await listTokens(c.env, c.get('access').user.id, c.get('now')) }))
  .post('/', valid('json', newToken), async (c) => {
    const given = c.req.valid('json');
    const { user } = c.get('access');
    await checkRateLimit(c, c.env.TOKEN_LIMIT, `user:${user.id}`);
    const show = given.showId === null ? null : (await showOf(c, { named: given.showId })).show;
    if (show && show.id !== given.showId) throw new Refusal('SHOW_NOT_IN_SESSION');
    const maker = {
      user,
      show,
      sessionHash: c.get('session').tokenHash,
      now: c.get('now'),
      repeat: idempotencyKeyOf(c, given),
    };
    return c.json(await createToken(c.env, given, maker, (work) => c.executionCtx.waitUntil(work)), 201);
  })
  .delete('/:id', async (c) => {
    const id = c.req.param('id');
    await revokeToken(c.env, c.get('access').user.id, id);
    return c.json({ id });
  });
