import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import { homePlan, viewHome } from '#verbs/lists/view-home';

/** The user's pending approvals in the open show by age and amount, and the commitments by department. */
export const home = new Hono<AppEnv>().get('/', async (c) => {
  const { context, rows } = await openShow(c, homePlan);
  return c.json(viewHome(context, rows));
});
