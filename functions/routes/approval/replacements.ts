import { Hono } from 'hono';
import * as v from 'valibot';
import { newReplacement } from '#domain/replacement/replacement-response';
import { showIdOf } from '#domain/values/ids';
import { id as someId } from '#domain/values/schema-fields';
import type { AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { newReplacementPlan, previewReplacement } from '#verbs/replacement/preview-replacement';
import { startPlan, startReplacementRun } from '#verbs/replacement/start-replacement';
import {
  replacementPlan,
  replacementsPlan,
  viewReplacement,
  viewReplacementsOf,
} from '#verbs/replacement/view-replacement';

const ofUserQuery = v.object({ ...optionalShowQuery.entries, userId: someId });

/** Approvers who are replaced in place (REPL). */
export const replacements = new Hono<AppEnv>()
  .get('/', valid('query', ofUserQuery), async (c) => {
    const { userId } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => replacementsPlan(member, userId));
    return c.json(viewReplacementsOf(context, rows, userId));
  })
  .post('/', valid('query', optionalShowQuery), valid('json', newReplacement), async (c) => {
    const draft = c.req.valid('json');
    const { context, rows } = await openShow(c, newReplacementPlan, {
      fresh: true,
    });
    return c.json(await previewReplacement(context, rows, draft), 201);
  })
  .get('/:id', valid('query', optionalShowQuery), async (c) => {
    const id = c.req.param('id');
    const named = showIdOf(id) ?? undefined;
    const { context, rows } = await openShow(c, (member) => replacementPlan(member, id), { named });
    return c.json(viewReplacement(context, rows));
  })
  .post('/:id/start', valid('query', optionalShowQuery), async (c) => {
    const id = c.req.param('id');
    const named = showIdOf(id) ?? undefined;
    const { context, rows } = await openShow(c, (member) => startPlan(member, id), { named, fresh: true });
    return c.json(await startReplacementRun(context, rows));
  });
