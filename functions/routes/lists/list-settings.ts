import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { listNames } from '#domain/lists/list-columns';
import { listSettingsChange, listViewChange, newListView } from '#domain/lists/list-settings';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery, showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import {
  changeListSettings,
  changeListView,
  createListView,
  listSettingsPlan,
  listViewPlan,
  removeListView,
  viewListSettings,
} from '#verbs/lists/list-settings';

/** How a person arranged their lists (VIEW-04). */
export const listSettings = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, listSettingsPlan);
    return c.json(viewListSettings(context, rows));
  })
  .put('/:list', valid('query', optionalShowQuery), valid('json', listSettingsChange), async (c) => {
    const list = v.safeParse(v.picklist(listNames), c.req.param('list'));
    if (!list.success) throw new Refusal('NOT_FOUND');
    return c.json(await changeListSettings(await showOf(c), list.output, c.req.valid('json')));
  });

async function openView(c: AppContext) {
  const id = c.req.param('id') ?? '';
  const opened = await openShow(c, listViewPlan, {
    named: showIdOf(id) ?? undefined,
    fresh: true,
  });
  return { ...opened, id };
}

/** Saved views of lists (VIEW-10). */
export const listViews = new Hono<AppEnv>()
  .post('/', valid('query', optionalShowQuery), valid('json', newListView), async (c) => {
    const draft = c.req.valid('json');
    const { context, rows } = await openView(c);
    return c.json(await createListView(context, rows, draft), 201);
  })
  .put('/:id', valid('json', listViewChange), async (c) => {
    const change = c.req.valid('json');
    const { context, rows, id } = await openView(c);
    return c.json(await changeListView(context, rows, id, change));
  })
  .delete('/:id', async (c) => {
    const { context, rows, id } = await openView(c);
    return c.json(await removeListView(context, rows, id));
  });
