import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import { tilesPlan, viewTiles } from '#verbs/home/view-tiles';
import { homePlan, viewHome } from '#verbs/lists/view-home';

/** The user's pending approvals in the open show by age and amount, the commitments by department, and the user's tiles. */
export const home = new Hono<AppEnv>().get('/', async (c) => {
  const { context, rows } = await openShow(c, (member) => ({ ...homePlan(member), ...tilesPlan(member) }));
  return c.json({ ...viewHome(context, rows), tiles: viewTiles(context, rows) });
});
