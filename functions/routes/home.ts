import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { readHome } from '#store/show/read-home';
import type { Seat } from '#verbs/context';
import { homeWanted, viewHome } from '#verbs/view-home';

/** What waits for the user in the open show by age and amount, and the commitments by department. */
export const home = new Hono<AppEnv>().get('/', async (c) => {
  const ahead = (seat: Seat) => seat.store.foreseen.begin(readHome, seat.store, homeWanted(seat));
  return c.json(await viewHome(await showOf(c, { ahead })));
});
