import { Hono } from 'hono';
import { newToken } from '#domain/identity/api-token';
import { Refusal } from '#domain/codes';
import type { AppEnv } from '#middleware/context';
import { checkRateLimit } from '#middleware/rate-limit';
import { idempotencyKeyOf } from '#middleware/request';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { createToken, listTokens, revokeToken } from '#verbs/identity/api-tokens';

/** Personal API tokens, for Account Settings; they cannot be managed with a token (docs/api.md). */
export const apiTokens = new Hono<AppEnv>()
  .get('/', async (c) => c.json({ tokens: await listTokens(c.env, c.get('access').user.id, c.get('now')) }))
  .post('/', valid('json', newToken), async (c) => {
    const input = c.req.valid('json');
    const { user } = c.get('access');
    await checkRateLimit(c, c.env.TOKEN_LIMIT, `user:${user.id}`);
    const show = input.showId === null ? null : (await showOf(c, { named: input.showId })).show;
    if (show && show.id !== input.showId) throw new Refusal('SHOW_NOT_IN_SESSION');
    const creator = {
      user,
      show,
      sessionHash: c.get('session').tokenHash,
      now: c.get('now'),
      idempotencyKey: await idempotencyKeyOf(c),
    };
    return c.json(await createToken(c.env, input, creator, (work) => c.executionCtx.waitUntil(work)), 201);
  })
  .delete('/:id', async (c) => {
    const id = c.req.param('id');
    await revokeToken(c.env, c.get('access').user.id, id);
    return c.json({ id });
  });
