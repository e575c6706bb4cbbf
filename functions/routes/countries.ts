import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';
import { listCountries, listRegions } from '#verbs/reference-data/list-countries';

/** Countries and their regions, for addresses (API-77, API-78). */
export const countriesAndRegions = new Hono<AppEnv>()
  .get('/countries', async (c) => c.json(await listCountries()))
  .get('/countries/:id/regions', async (c) => c.json(await listRegions(c.req.param('id'))));
