import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';
import { showOf } from '#middleware/open-show';
import { beginHome, viewHome } from '#verbs/lists/view-home';

/** What waits for the user in the open show by age and amount, and the commitments by department. */
export const home = new Hono<AppEnv>().get('/', async (c) => {
  return c.json(await viewHome(await showOf(c, { ahead: beginHome })));
});
