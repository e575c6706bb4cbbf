import { createMiddleware } from 'hono/factory';
import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';
import { searchOf } from '#middleware/pagination';
import { standing } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { lookUp } from '#verbs/reference-data/lookups';
import { requireFounder } from '#verbs/request/require-permission';

/** DEC-11: what a show is made from is for those who make shows. */
const forInternal = createMiddleware<AppEnv>(async (c, next) => {
  const { user, show, membership } = c.get('access');
  requireFounder(user, show && membership);
  await next();
});

/** What the accounting system knows of licenses (API-117 to API-121, AC-11). */
export const accountingLookups = new Hono<AppEnv>()
  .use(forInternal)
  .get('/licenses', async (c) => c.json(await lookUp(c.env).licenses(searchOf(c))))
  .get('/studios/:license', valid('query', standing), async (c) =>
    c.json(await lookUp(c.env).studios(c.req.param('license'))),
  )
  .get('/divisions/:studio', valid('query', standing), async (c) =>
    c.json(await lookUp(c.env).divisions(c.req.param('studio'))),
  )
  .get('/acct-packages/:license', valid('query', standing), async (c) =>
    c.json(await lookUp(c.env).packages(c.req.param('license'))),
  )
  .get('/show-types/:license', valid('query', standing), async (c) =>
    c.json(await lookUp(c.env).showTypes(c.req.param('license'))),
  );
