import * as v from 'valibot';
import * as budgets from '#domain/budget/budget-response';
import * as measures from '#domain/budget/measures-response';
import type { ResponseSpec } from './by-session-route.ts';

const budgetResponse: ResponseSpec = { answer: budgets.budget };

/** The responses of budgets. */
export const budgetRoutes: Readonly<Record<string, ResponseSpec>> = {
  'GET /api/budgets': { answer: v.object({ budgets: v.array(budgets.budgetSummary) }) },
  'POST /api/budgets': { ...budgetResponse, status: 201 },
  'POST /api/budgets/check': { answer: budgets.budgetCheck, upload: true },
  'POST /api/budgets/import': { ...budgetResponse, upload: true, status: 201 },
  'GET /api/budgets/measures': { answer: measures.budgetMeasures },
  'GET /api/budgets/measures/documents': { answer: measures.measuredDocuments },
  'GET /api/budgets/:id': budgetResponse,
  'GET /api/budgets/:id/changes': {
    answer: v.object({ changes: v.array(budgets.budgetChange), hasMore: v.boolean() }),
  },
  'PUT /api/budgets/:id/amounts': budgetResponse,
  'POST /api/budgets/:id/lock': budgetResponse,
  'POST /api/budgets/:id/transfers': budgetResponse,
  'POST /api/budgets/:id/overages': budgetResponse,
};
