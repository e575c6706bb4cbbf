import type { RequestContext } from '../../functions/verbs/request/context.ts';
import type { Product } from './product.ts';

/** An action on budgets, rates and accounting periods, or on what a line of an order leaves open. */
export type BudgetAction =
  | { kind: 'rate'; day: string; rate: string }
  | { kind: 'close-period' | 'reopen-period'; number: number }
  | { kind: 'new-budget'; amount: number }
  | { kind: 'lock-budget'; budget: string; revision: number }
  | { kind: 'transfer'; budget: string; revision: number; from: string; to: string; amount: number }
  | { kind: 'overage'; budget: string; revision: number; account: string; amount: number }
  | { kind: 'close-line' | 'reopen-line'; docType: 'PO'; id: string; line: string };

/** The accounts of every budget. */
export const budgetAccounts = ['6100', '6200'] as const;
export const companyId = 'pc1';

/** Does what the route of an action on budgets does. Returns the id of the budget or the order; null for the others. */
export async function performBudgetAction(
  { plans, readPlan, budgets, currencies, periods, setLineClosed }: Product,
  context: RequestContext,
  { key, action }: { key: string; action: BudgetAction },
): Promise<{ id: string } | null> {
  switch (action.kind) {
    case 'rate': {
      const rates = [{ currency: 'USD', day: action.day, rate: action.rate }];
      const { rows } = await readPlan(currencies.rateChangePlan(context, rates));
      await currencies.changeRates(context, rows, rates);
      return null;
    }
    case 'close-period':
    case 'reopen-period': {
      const { rows } = await readPlan(periods.periodsPlan(context));
      const turn = { projectCompanyExternalId: companyId, number: action.number, reason: key };
      await periods.turn(context, rows, turn, action.kind === 'close-period' ? 'CLOSED' : 'OPEN');
      return null;
    }
    case 'new-budget': {
      const { rows } = await readPlan(budgets.newBudgetPlan(context));
      const lines = budgetAccounts.map((account) => ({
        account,
        codes: {},
        description: null,
        kind: 'ACCOUNT' as const,
        amount: action.amount,
      }));
      const draft = { name: key, currency: null, lines };
      return { id: (await budgets.createBudget(context, rows, draft)).id };
    }
    case 'lock-budget':
    case 'transfer':
    case 'overage': {
      const { rows } = await readPlan(budgets.budgetChangePlan(context, action.budget));
      const request = { id: action.budget, rows };
      const change = { ...action, reason: key, codes: {}, fromCodes: {}, toCodes: {} };
      if (change.kind === 'lock-budget') await budgets.lockBudget(context, request, change);
      if (change.kind === 'transfer') await budgets.transferBudget(context, request, change);
      if (change.kind === 'overage') await budgets.addOverage(context, request, change);
      return { id: action.budget };
    }
    case 'close-line':
    case 'reopen-line': {
      const reading = await readPlan(plans.lineClosing(context, action.id));
      const line = { id: action.id, lineId: action.line, isClosed: action.kind === 'close-line' };
      await setLineClosed(context, line, reading);
      return { id: action.id };
    }
  }
}
