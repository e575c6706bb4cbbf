import { Hono } from 'hono';
import * as v from 'valibot';
import { defaultTimeZone } from '#domain/values/days';
import { logFormats } from '#domain/lists/log-format';
import { showIdOf } from '#domain/values/ids';
import { importCount, importKinds } from '#domain/import/import';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, showOf } from '#middleware/open-show';
import { fileOf, valid } from '#middleware/validate';
import { validateImport } from '#verbs/imports/validate-import';
import type { RequestContext } from '#verbs/request/context';
import { importOrders, importPlan, importVendors, viewImport } from '#verbs/imports/start-import';
import { importTemplate, templatePlan } from '#verbs/imports/import-template';
import { runJob } from '#verbs/jobs/run-job';
import { requireCreatePermission } from '#verbs/imports/parse-import';

const timeZone = v.optional(v.pipe(v.string(), v.maxLength(64)), defaultTimeZone);
const kind = v.picklist(importKinds);
const checkQuery = v.object({ kind, timeZone });
const startQuery = v.object({ count: importCount, timeZone });
const templateQuery = v.object({
  kind,
  format: v.optional(v.picklist(logFormats), 'xlsx'),
});

/** Throws before the file is read when the user may not create documents. */
async function requireCreator(c: AppContext): Promise<RequestContext> {
  const context = await showOf(c);
  requireCreatePermission(context);
  return context;
}

/** Purchase orders and temporary vendors from files. */
export const imports = new Hono<AppEnv>()
  .get('/template', valid('query', templateQuery), async (c) => {
    const { context, rows } = await openShow(c, templatePlan);
    requireCreatePermission(context);
    const { body, contentType, fileName } = await importTemplate(context, rows, c.req.valid('query'));
    return c.body(body, 200, {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    });
  })
  .post('/check', valid('query', checkQuery), async (c) => {
    const { kind: importKind, timeZone: zone } = c.req.valid('query');
    const context = await requireCreator(c);
    return c.json(await validateImport(context, importKind, { ...(await fileOf(c)), timeZone: zone }));
  })
  .post('/orders', valid('query', startQuery), async (c) => {
    const { count, timeZone: zone } = c.req.valid('query');
    const context = await requireCreator(c);
    const file = await fileOf(c);
    const progress = await importOrders(context, { ...file, count, timeZone: zone }, runJob);
    return c.json(progress, progress.status === 'done' ? 200 : 202);
  })
  .post('/vendors', valid('query', startQuery), async (c) => {
    const { count, timeZone: zone } = c.req.valid('query');
    const context = await requireCreator(c);
    const file = await fileOf(c);
    return c.json(await importVendors(context, { ...file, count, timeZone: zone }));
  })
  .get('/:id', async (c) => {
    const id = c.req.param('id');
    const named = showIdOf(id) ?? undefined;
    const { context, rows } = await openShow(c, (member) => importPlan(member, id), { named });
    return c.json(viewImport(context, rows));
  });
