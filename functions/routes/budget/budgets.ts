import { Hono } from 'hono';
import * as v from 'valibot';
import { announcedImport } from '#domain/budget/actuals-request';
import {
  budgetAmount,
  budgetCurrency,
  budgetLimits,
  budgetLock,
  budgetName,
  budgetOverage,
  budgetTransfer,
  lineCodesOf,
  newBudget,
} from '#domain/budget/budget-request';
import { costFileQuery } from '#domain/budget/cost-report/request';
import { accountingBudgetImport } from '#domain/budget/import/accounting-budget';
import { enteredLines } from '#domain/budget/entered-budget';
import { seriesBudget } from '#domain/series/series-budget';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { download } from '#middleware/download';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { fileOf, valid } from '#middleware/validate';
import { readInOneTrip } from '#store/d1/query';
import {
  addOverage,
  budgetChangePlan,
  changeAmount,
  changeSeries,
  lockBudget,
  transferBudget,
} from '#verbs/budget/change-budget';
import type { BudgetChangeRequest } from '#verbs/budget/change-budget';
import { checkAccountingBudget, importAccountingBudget } from '#verbs/budget/accounting-budget';
import {
  checkBudgetFile,
  createBudget,
  importBudget,
  knownBudgetsPlan,
  newBudgetPlan,
} from '#verbs/budget/create-budget';
import { exportBudget } from '#verbs/budget/export-budget';
import { budgetReferencesPlan } from '#verbs/budget/read-budget-file';
import {
  budgetChangesPlan,
  budgetPlan,
  budgetsPlan,
  listBudgetChanges,
  listBudgets,
  viewBudget,
} from '#verbs/budget/view-budget';
import { enteredBudgetPlan, viewEnteredBudget } from '#verbs/budget/view-entered-budget';
import { listMeasuredDocuments, measuresPlan, viewMeasures } from '#verbs/budget/view-measures';
import type { RequestContext } from '#verbs/request/context';
import { requireEditor } from './require-editor.ts';

const checkQuery = v.object({ ...optionalShowQuery.entries, currency: budgetCurrency });
const importQuery = v.object({
  ...checkQuery.entries,
  name: budgetName,
  ...announcedImport.entries,
});
const measuredQuery = v.object({
  ...optionalShowQuery.entries,
  account: v.pipe(v.string(), v.maxLength(budgetLimits.account)),
  ...lineCodesOf,
  from: v.optional(v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,6})$/), v.transform(Number)), '0'),
});
const exportQuery = v.pick(costFileQuery, ['format', 'timeZone']);
const changesQuery = v.object({
  before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)), '999999999'),
});

/** Opens the show of a budget with what a change of it needs. */
async function openChange(c: AppContext): Promise<{ context: RequestContext; request: BudgetChangeRequest }> {
  const id = c.req.param('id') ?? '';
  const { context, rows } = await openShow(c, (member) => budgetChangePlan(member, id), {
    named: showIdOf(id) ?? undefined,
    fresh: true,
  });
  return { context, request: { id, rows } };
}

/** The budgets of a show (BUD). */
export const budgets = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, budgetsPlan);
    return c.json({ budgets: listBudgets(context, rows) });
  })
  .post('/', valid('query', optionalShowQuery), valid('json', newBudget), async (c) => {
    const draft = c.req.valid('json');
    const { context, rows } = await openShow(c, newBudgetPlan, {
      fresh: true,
    });
    return c.json(await createBudget(context, rows, draft), 201);
  })
  .post('/check', valid('query', checkQuery), async (c) => {
    const { currency } = c.req.valid('query');
    const context = await requireEditor(c);
    const file = await fileOf(c);
    const rows = await readInOneTrip(budgetReferencesPlan(context));
    return c.json(await checkBudgetFile(context, rows, { ...file, currency }));
  })
  .post('/import', valid('query', importQuery), async (c) => {
    const { name, count, total, currency } = c.req.valid('query');
    const context = await requireEditor(c);
    const file = await fileOf(c);
    const rows = await readInOneTrip(newBudgetPlan(context));
    const announced = { ...file, name, count, total, currency };
    return c.json(await importBudget(context, rows, announced), 201);
  })
  .post('/accounting/check', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, knownBudgetsPlan);
    return c.json(await checkAccountingBudget(context, rows));
  })
  .post(
    '/accounting/import',
    valid('query', optionalShowQuery),
    valid('json', accountingBudgetImport),
    async (c) => {
      const request = c.req.valid('json');
      const { context, rows } = await openShow(c, newBudgetPlan, {
        fresh: true,
      });
      return c.json(await importAccountingBudget(context, rows, request), 201);
    },
  )
  .get('/measures', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, measuresPlan);
    return c.json(viewMeasures(context, rows));
  })
  .get('/measures/documents', valid('query', measuredQuery), async (c) => {
    const { context, rows } = await openShow(c, measuresPlan);
    return c.json(await listMeasuredDocuments(context, rows, c.req.valid('query')));
  })
  .post('/entered', valid('query', optionalShowQuery), valid('json', enteredLines), async (c) => {
    const request = c.req.valid('json');
    const { context, rows } = await openShow(c, (member) => enteredBudgetPlan(member, request));
    return c.json(viewEnteredBudget(context, request, rows));
  })
  .get('/:id', async (c) => {
    const id = c.req.param('id');
    const named = showIdOf(id) ?? undefined;
    const { context, rows } = await openShow(c, (member) => budgetPlan(member, id), { named });
    return c.json(viewBudget(context, rows, id));
  })
  .get('/:id/file', valid('query', exportQuery), async (c) => {
    const id = c.req.param('id');
    const named = showIdOf(id) ?? undefined;
    const { context, rows } = await openShow(c, (member) => budgetPlan(member, id), { named });
    return download(c, await exportBudget(context, rows, id, c.req.valid('query')));
  })
  .get('/:id/changes', valid('query', changesQuery), async (c) => {
    const id = c.req.param('id');
    const { before } = c.req.valid('query');
    const named = showIdOf(id) ?? undefined;
    const plan = (member: Parameters<typeof budgetChangesPlan>[0]) => budgetChangesPlan(member, id, before);
    const { context, rows } = await openShow(c, plan, { named });
    return c.json(listBudgetChanges(context, rows, id));
  })
  .put('/:id/amounts', valid('json', budgetAmount), async (c) => {
    const body = c.req.valid('json');
    const { context, request } = await openChange(c);
    return c.json(await changeAmount(context, request, body));
  })
  .put('/:id/series', valid('json', seriesBudget), async (c) => {
    const body = c.req.valid('json');
    const { context, request } = await openChange(c);
    return c.json(await changeSeries(context, request, body));
  })
  .post('/:id/lock', valid('json', budgetLock), async (c) => {
    const body = c.req.valid('json');
    const { context, request } = await openChange(c);
    return c.json(await lockBudget(context, request, body));
  })
  .post('/:id/transfers', valid('json', budgetTransfer), async (c) => {
    const body = c.req.valid('json');
    const { context, request } = await openChange(c);
    return c.json(await transferBudget(context, request, body));
  })
  .post('/:id/overages', valid('json', budgetOverage), async (c) => {
    const body = c.req.valid('json');
    const { context, request } = await openChange(c);
    return c.json(await addOverage(context, request, body));
  });
