import { createMiddleware } from 'hono/factory';
import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';
import { searchOf } from '#middleware/pagination';
import { optionalShowQuery } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { lookupsOf } from '#verbs/reference-data/lookups';
import { requireShowCreator } from '#verbs/request/require-permission';

/** Only users who may create shows may read the lookups for them (DEC-11). */
const forInternal = createMiddleware<AppEnv>(async (c, next) => {
  const { user, show, membership } = c.get('access');
  requireShowCreator(user, show && membership);
  await next();
});

/**
 * The accounting system's licenses and their studios, divisions, packages and show types (API-117 to API-121, AC-11).
 */
export const accountingLookups = new Hono<AppEnv>()
  .use(forInternal)
  .get('/licenses', async (c) => c.json(await lookupsOf(c.env).licenses(searchOf(c))))
  .get('/studios/:license', valid('query', optionalShowQuery), async (c) =>
    c.json(await lookupsOf(c.env).studios(c.req.param('license'))),
  )
  .get('/divisions/:studio', valid('query', optionalShowQuery), async (c) =>
    c.json(await lookupsOf(c.env).divisions(c.req.param('studio'))),
  )
  .get('/acct-packages/:license', valid('query', optionalShowQuery), async (c) =>
    c.json(await lookupsOf(c.env).packages(c.req.param('license'))),
  )
  .get('/show-types/:license', valid('query', optionalShowQuery), async (c) =>
    c.json(await lookupsOf(c.env).showTypes(c.req.param('license'))),
  );
