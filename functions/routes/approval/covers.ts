import { Hono } from 'hono';
import { newCover } from '#domain/cover/cover-request';
import type { AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { coversPlan, listCovers, newCoverPlan, setCover } from '#verbs/cover/covers';
import { approveCover, approveCoverPlan, cancelCover, coverPlan } from '#verbs/cover/decide-cover';

/** Who decides for an absent approver (COV). */
export const covers = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, coversPlan);
    return c.json(listCovers(context, rows));
  })
  .post('/', valid('query', optionalShowQuery), valid('json', newCover), async (c) => {
    const { context, rows } = await openShow(c, newCoverPlan, { fresh: true });
    return c.json(await setCover(context, rows, c.req.valid('json')), 201);
  })
  .post('/:id/approve', valid('query', optionalShowQuery), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => approveCoverPlan(member, id), { fresh: true });
    return c.json(await approveCover(context, rows));
  })
  .delete('/:id', valid('query', optionalShowQuery), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => coverPlan(member, id), { fresh: true });
    return c.json(await cancelCover(context, rows));
  });
