import * as v from 'valibot';
import * as actuals from '#domain/budget/actuals-response';
import * as costReports from '#domain/budget/cost-report/response';
import { accountingBudgetCheck } from '#domain/budget/import/accounting-budget';
import { enteredBudget } from '#domain/budget/entered-budget';
import * as budgets from '#domain/budget/budget-response';
import * as measures from '#domain/budget/measures-response';
import * as currency from '#domain/currency/currency-response';
import * as period from '#domain/periods/period-response';
import type { ResponseSpec } from './by-session-route.ts';

const budgetResponse: ResponseSpec = { answer: budgets.budget };
const currencies: ResponseSpec = { answer: currency.currencies };
const periods: ResponseSpec = { answer: period.periods };

/** The responses of the routes about budgets, currencies, rates and periods. */
export const budgetRoutes: Readonly<Record<string, ResponseSpec>> = {
  'GET /api/cost-reports': { answer: v.object({ reports: v.array(costReports.issuedCostReport) }) },
  'POST /api/cost-reports': { answer: costReports.costReport, status: 201 },
  'GET /api/cost-reports/current': { answer: costReports.costReport },
  'GET /api/cost-reports/current/documents': { answer: costReports.costDocuments },
  'GET /api/cost-reports/estimates': { answer: costReports.estimateHistory },
  'POST /api/cost-reports/estimates': { answer: costReports.savedEstimates },
  'GET /api/cost-reports/open': { answer: costReports.openCosts },
  'GET /api/cost-reports/file': { file: 'application/octet-stream' },
  'GET /api/cost-reports/pdf': { file: 'application/pdf' },
  'GET /api/cost-reports/open/file': { file: 'application/octet-stream' },
  'GET /api/cost-reports/:number': { answer: costReports.costReport },
  'GET /api/budgets': { answer: v.object({ budgets: v.array(budgets.budgetSummary) }) },
  'POST /api/budgets': { ...budgetResponse, status: 201 },
  'POST /api/budgets/check': { answer: budgets.budgetCheck, upload: true },
  'POST /api/budgets/import': { ...budgetResponse, upload: true, status: 201 },
  'POST /api/budgets/accounting/check': { answer: accountingBudgetCheck },
  'POST /api/budgets/accounting/import': { ...budgetResponse, status: 201 },
  'GET /api/budgets/measures': { answer: measures.budgetMeasures },
  'GET /api/budgets/measures/documents': { answer: measures.measuredDocuments },
  'POST /api/budgets/entered': { answer: enteredBudget },
  'GET /api/budgets/actuals': { answer: actuals.actualImports },
  'GET /api/budgets/actuals/rows': { answer: actuals.actualRows },
  'POST /api/budgets/actuals/check': { answer: actuals.actualsCheck, upload: true },
  'POST /api/budgets/actuals/import': { answer: actuals.actualImport, upload: true, status: 201 },
  'POST /api/budgets/actuals/:id/reverse': { answer: actuals.actualImport },
  'GET /api/budgets/:id': budgetResponse,
  'GET /api/budgets/:id/file': { file: 'application/octet-stream' },
  'GET /api/budgets/:id/changes': {
    answer: v.object({ changes: v.array(budgets.budgetChange), hasMore: v.boolean() }),
  },
  'PUT /api/budgets/:id/amounts': budgetResponse,
  'PUT /api/budgets/:id/series': budgetResponse,
  'POST /api/budgets/:id/lock': budgetResponse,
  'POST /api/budgets/:id/transfers': budgetResponse,
  'POST /api/budgets/:id/overages': budgetResponse,
  'GET /api/currencies': currencies,
  'PUT /api/currencies/base': currencies,
  'GET /api/currencies/rates': { answer: currency.datedRates },
  'POST /api/currencies/rates': currencies,
  'POST /api/currencies/rates/check': { answer: currency.ratesCheck, upload: true },
  'POST /api/currencies/rates/import': { ...currencies, upload: true },
  'POST /api/currencies/rates/accounting/check': { answer: currency.accountingRatesCheck },
  'POST /api/currencies/rates/accounting/import': currencies,
  'GET /api/currencies/changes': { answer: currency.currencyHistory },
  'PUT /api/currencies/taxes': currencies,
  'GET /api/periods': periods,
  'GET /api/periods/changes': { answer: period.periodHistory },
  'POST /api/periods/set-up': periods,
  'POST /api/periods/add': periods,
  'POST /api/periods/close': periods,
  'POST /api/periods/reopen': periods,
};
