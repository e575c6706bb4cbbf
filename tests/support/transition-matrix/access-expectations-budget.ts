import { guarantors, at, by, fresh, member } from './expected-access.ts';
import type { ExpectedAccess } from './expected-access.ts';

const budget = ['Budget', 'FULL'] as const;

/** A change of the budget that every show has; its revision is never that of the budget. */
const budgetChange = (path: string, body: object): ExpectedAccess =>
  member(
    by((target) => `/api/budgets/${at.budget(target)}/${path}`),
    [budget],
    () => ({ revision: 9, reason: 'Weather', ...body }),
  );

const periodChange = (path: string, body: object): ExpectedAccess =>
  member(`/api/periods/${path}`, [budget], () => ({ projectCompanyExternalId: 'pc1', ...body }));

const show = ['Show', 'FULL'] as const;
const readShow = ['Show', 'READ'] as const;

/** Routes of budgets, currencies and periods. */
export const budgetAccess: Record<string, ExpectedAccess> = {
  'GET /api/budgets': member('/api/budgets', [['Budget', 'READ']]),
  'POST /api/budgets': member('/api/budgets', [budget], () => ({ name: `Budget ${fresh()}` })),
  'POST /api/budgets/check': member('/api/budgets/check', [budget]),
  'POST /api/budgets/import': member('/api/budgets/import?name=Locked&count=1&total=1', [budget]),
  'POST /api/budgets/accounting/check': member('/api/budgets/accounting/check', [budget]),
  'POST /api/budgets/accounting/import': member('/api/budgets/accounting/import', [budget], () => ({
    name: `Budget ${fresh()}`,
    reason: 'Week 3',
    digest: '0'.repeat(64),
  })),
  'GET /api/budgets/measures': member('/api/budgets/measures', [['Budget', 'READ']]),
  'GET /api/budgets/measures/documents': member('/api/budgets/measures/documents?account=6100', [
    ['Budget', 'READ'],
  ]),
  'POST /api/budgets/entered': member('/api/budgets/entered', [['CreatePurchaseOrders', 'FULL']], () => ({
    docType: 'PO',
    docId: null,
    currency: 'USD',
    lines: [],
  })),
  'GET /api/budgets/actuals': member('/api/budgets/actuals', [['Budget', 'READ']]),
  'GET /api/budgets/actuals/rows': member('/api/budgets/actuals/rows?account=6100', [['Budget', 'READ']]),
  'POST /api/budgets/actuals/check': member('/api/budgets/actuals/check', [budget]),
  'POST /api/budgets/actuals/import': member('/api/budgets/actuals/import?count=1&total=1', [budget]),
  'POST /api/budgets/actuals/:id/reverse': member(
    by((target) => `/api/budgets/actuals/${at.actuals(target)}/reverse`),
    [budget],
    () => ({ reason: 'Wrong week' }),
  ),
  'GET /api/budgets/:id': member(
    by((target) => `/api/budgets/${at.budget(target)}`),
    [['Budget', 'READ']],
  ),
  'GET /api/budgets/:id/file': member(
    by((target) => `/api/budgets/${at.budget(target)}/file`),
    [['Budget', 'READ']],
  ),
  'GET /api/budgets/:id/changes': member(
    by((target) => `/api/budgets/${at.budget(target)}/changes`),
    [['Budget', 'READ']],
  ),
  'PUT /api/budgets/:id/amounts': budgetChange('amounts', { account: '6100', amount: 1 }),
  'PUT /api/budgets/:id/series': budgetChange('series', { account: '6100', episodes: [], amort: 1 }),
  'POST /api/budgets/:id/lock': budgetChange('lock', {}),
  'POST /api/budgets/:id/transfers': budgetChange('transfers', { from: '6100', to: '6200', amount: 1 }),
  'POST /api/budgets/:id/overages': budgetChange('overages', { account: '6100', amount: 1 }),
  'GET /api/cost-reports': guarantors(member('/api/cost-reports', [['Budget', 'READ']])),
  'POST /api/cost-reports': member('/api/cost-reports', [budget], () => ({ day: '2018-03-01' })),
  'GET /api/cost-reports/current': member('/api/cost-reports/current', [['Budget', 'READ']]),
  'GET /api/cost-reports/current/documents': member('/api/cost-reports/current/documents?code=6100', [
    ['Budget', 'READ'],
  ]),
  'GET /api/cost-reports/estimates': member('/api/cost-reports/estimates?account=6100', [['Budget', 'READ']]),
  'POST /api/cost-reports/estimates': member('/api/cost-reports/estimates', [budget], () => ({
    reason: 'Weather',
    estimates: [{ account: '6100', revision: 9, efc: 1 }],
  })),
  'GET /api/cost-reports/open': member('/api/cost-reports/open', [['Budget', 'READ']]),
  'GET /api/cost-reports/file': member('/api/cost-reports/file', [['Budget', 'READ']]),
  // No report has this number: a PDF for every user would take as long as all other calls.
  'GET /api/cost-reports/pdf': guarantors(
    member('/api/cost-reports/pdf?number=999&timeZone=none', [['Budget', 'READ']]),
  ),
  'GET /api/cost-reports/open/file': member('/api/cost-reports/open/file', [['Budget', 'READ']]),
  'GET /api/cost-reports/:number': guarantors(member('/api/cost-reports/1', [['Budget', 'READ']])),
  'GET /api/currencies': member('/api/currencies', [readShow]),
  'PUT /api/currencies/base': member('/api/currencies/base', [show], () => ({ currency: null })),
  'GET /api/currencies/rates': member('/api/currencies/rates?currency=CAD', [readShow]),
  'POST /api/currencies/rates': member('/api/currencies/rates', [show], () => ({
    rates: [{ currency: 'USD', day: '2018-03-01', rate: '1.36' }],
  })),
  'POST /api/currencies/rates/check': member('/api/currencies/rates/check', [show]),
  'POST /api/currencies/rates/import': member('/api/currencies/rates/import?count=1', [show]),
  'POST /api/currencies/rates/accounting/check': member('/api/currencies/rates/accounting/check', [show]),
  'POST /api/currencies/rates/accounting/import': member(
    '/api/currencies/rates/accounting/import',
    [show],
    () => ({
      count: 1,
    }),
  ),
  'GET /api/currencies/changes': member('/api/currencies/changes', [readShow]),
  'PUT /api/currencies/taxes': member('/api/currencies/taxes', [show], () => ({
    projectCompanyExternalId: 'pc1',
    code: 'T1',
    terms: null,
  })),
  'GET /api/periods': member('/api/periods', [['Budget', 'READ']]),
  'GET /api/periods/changes': member('/api/periods/changes', [['Budget', 'READ']]),
  // No company has periods: what the body would change is missing.
  'POST /api/periods/set-up': periodChange('set-up', {
    pattern: 'WEEKS',
    firstDay: '2026-11-01',
    length: 'MONTH',
    count: 1,
  }),
  'POST /api/periods/add': periodChange('add', { after: 1, length: 'WEEK', count: 1 }),
  'POST /api/periods/close': periodChange('close', { number: 1 }),
  'POST /api/periods/reopen': periodChange('reopen', { number: 1, reason: 'Late invoice' }),
};
