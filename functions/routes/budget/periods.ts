import { Hono } from 'hono';
import * as v from 'valibot';
import { addedPeriods, periodClosing, periodReopening, periodSetUp } from '#domain/periods/period-request';
import { id } from '#domain/values/schema-fields';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import {
  addPeriods,
  listPeriodChanges,
  periodHistoryPlan,
  periodsPlan,
  setUpPeriods,
  turn,
  viewPeriods,
} from '#verbs/budget/periods';

const changesQuery = v.object({ ...optionalShowQuery.entries, before: v.nullish(id, null) });
const openChange = (c: AppContext) => openShow(c, periodsPlan, { fresh: true });

/** The accounting periods of a show's companies (PERIOD). */
export const periods = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, periodsPlan);
    return c.json(viewPeriods(context, rows));
  })
  .get('/changes', valid('query', changesQuery), async (c) => {
    const { before } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => periodHistoryPlan(member, before));
    return c.json(listPeriodChanges(context, rows));
  })
  .post('/set-up', valid('query', optionalShowQuery), valid('json', periodSetUp), async (c) => {
    const { context, rows } = await openChange(c);
    return c.json(await setUpPeriods(context, rows, c.req.valid('json')));
  })
  .post('/add', valid('query', optionalShowQuery), valid('json', addedPeriods), async (c) => {
    const { context, rows } = await openChange(c);
    return c.json(await addPeriods(context, rows, c.req.valid('json')));
  })
  .post('/close', valid('query', optionalShowQuery), valid('json', periodClosing), async (c) => {
    const { context, rows } = await openChange(c);
    return c.json(await turn(context, rows, c.req.valid('json'), 'CLOSED'));
  })
  .post('/reopen', valid('query', optionalShowQuery), valid('json', periodReopening), async (c) => {
    const { context, rows } = await openChange(c);
    return c.json(await turn(context, rows, c.req.valid('json'), 'OPEN'));
  });
