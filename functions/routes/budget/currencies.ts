import { Hono } from 'hono';
import * as v from 'valibot';
import {
  accountingRatesImport,
  baseCurrencyChange,
  currencyCode,
  rateChanges,
  taxChange,
} from '#domain/currency/currency-request';
import { importCount } from '#domain/import/import';
import { id } from '#domain/values/schema-fields';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery, showOf } from '#middleware/open-show';
import { fileOf, valid } from '#middleware/validate';
import { checkAccountingRates, importAccountingRates } from '#verbs/currency/accounting-rates';
import {
  changeRates,
  changeTaxTerms,
  checkRates,
  importRates,
  rateChangePlan,
  readCurrencies,
  setBaseCurrency,
} from '#verbs/currency/change-currencies';
import {
  currenciesPlan,
  currencyHistoryPlan,
  listCurrencyChanges,
  listRates,
  ratesPlan,
  viewCurrencies,
} from '#verbs/currency/view-currencies';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

const page = { ...optionalShowQuery.entries, before: v.nullish(id, null) };
const ratesQuery = v.object({ ...page, currency: currencyCode });
const importQuery = v.object({ ...optionalShowQuery.entries, count: importCount });

/** Throws before the file is read when the user may not change rates. */
async function requireEditor(c: AppContext): Promise<RequestContext> {
  const context = await showOf(c);
  requirePermission(context.permissions, 'Show');
  return context;
}

/** Base currency, exchange rates and tax terms of a show (CURR). */
export const currencies = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, currenciesPlan);
    return c.json(viewCurrencies(context, rows));
  })
  .put('/base', valid('query', optionalShowQuery), valid('json', baseCurrencyChange), async (c) => {
    const { currency } = c.req.valid('json');
    const { context, rows } = await openShow(c, currenciesPlan, { fresh: true });
    return c.json(await setBaseCurrency(context, rows, currency));
  })
  .get('/rates', valid('query', ratesQuery), async (c) => {
    const { currency, before } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => ratesPlan(member, currency, before));
    return c.json(listRates(context, rows));
  })
  .post('/rates', valid('query', optionalShowQuery), valid('json', rateChanges), async (c) => {
    const { rates } = c.req.valid('json');
    const { context, rows } = await openShow(c, (member) => rateChangePlan(member, rates), { fresh: true });
    return c.json(await changeRates(context, rows, rates));
  })
  .post('/rates/check', valid('query', optionalShowQuery), async (c) => {
    const context = await requireEditor(c);
    const file = await fileOf(c);
    return c.json(await checkRates(context, await readCurrencies(context), file));
  })
  .post('/rates/import', valid('query', importQuery), async (c) => {
    const { count } = c.req.valid('query');
    const context = await requireEditor(c);
    const file = await fileOf(c);
    return c.json(await importRates(context, await readCurrencies(context), file, count));
  })
  .post('/rates/accounting/check', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, currenciesPlan);
    return c.json(await checkAccountingRates(context, rows));
  })
  .post(
    '/rates/accounting/import',
    valid('query', optionalShowQuery),
    valid('json', accountingRatesImport),
    async (c) => {
      const { count } = c.req.valid('json');
      const { context, rows } = await openShow(c, currenciesPlan, { fresh: true });
      return c.json(await importAccountingRates(context, rows, count));
    },
  )
  .get('/changes', valid('query', v.object(page)), async (c) => {
    const { before } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => currencyHistoryPlan(member, before));
    return c.json(listCurrencyChanges(context, rows));
  })
  .put('/taxes', valid('query', optionalShowQuery), valid('json', taxChange), async (c) => {
    const change = c.req.valid('json');
    const { context, rows } = await openShow(c, currenciesPlan, { fresh: true });
    return c.json(await changeTaxTerms(context, rows, change));
  });
