import { Refusal } from '#domain/codes';
import { countingBudget, linesByAccount } from '#domain/budget/budget';
import { budgetCheckOf } from '#domain/budget/import/budget-import';
import type { Budget } from '#domain/budget/budget-response';
import type { AccountingBudgetCheck, AccountingBudgetImport } from '#domain/budget/import/accounting-budget';
import { compareBudgets, parseAccountingBudget } from '#domain/budget/import/compare-budgets';
import { systemNames } from '#domain/accounting-systems';
import { accountingFor } from '#edges/accounting/open';
import type { AccountingBudget } from '#edges/accounting/port';
import { read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { sha256 } from '#store/d1/sha256';
import { budgetLinesQuery } from '#store/show/budget/budgets';
import type { BudgetRow } from '#store/show/budget/budgets';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import { insertBudgetOnce } from './create-budget.ts';
import type { knownBudgetsPlan, newBudgetPlan } from './create-budget.ts';
import { currencyOf, requireWithoutFaults } from './import-terms.ts';
import { chartOf } from './read-budget-file.ts';
import type { BudgetReferences } from './read-budget-file.ts';

/** The digest is that of what the import creates, which also depends on the chart of accounts. */
function parse(context: RequestContext, rows: BudgetReferences, budget: AccountingBudget) {
  const currency = currencyOf(context, rows, budget.currencyCode);
  const parsed = parseAccountingBudget(budget.lines, chartOf(rows), currency);
  return { currency, parsed, digest: sha256(JSON.stringify([currency, parsed.lines])) };
}

/** The newest working budget, else the one that counts, if it has this currency. */
function comparedBudget(budgets: readonly BudgetRow[], currency: string): BudgetRow | null {
  const countingId = countingBudget(budgets);
  const found =
    budgets.find(({ status }) => status === 'WORKING') ?? budgets.find(({ id }) => id === countingId);
  return found?.currencyCode === currency ? found : null;
}

/**
 * What importing the budget of accounting would create, and how it differs from the working budget (BUD-45). Changes
 * nothing. Throws `FORBIDDEN`, `accounting_interface_error`, and `invalid_parameter` for another currency than that of the
 * show.
 */
export async function checkAccountingBudget(
  context: RequestContext,
  rows: PlanRows<typeof knownBudgetsPlan>,
): Promise<AccountingBudgetCheck> {
  requirePermission(context.permissions, 'Budget');
  const budget = await accountingFor(context.env, context.show).findBudget();
  if (!budget) return { budget: null };
  const { currency, parsed, digest } = parse(context, rows, budget);
  const compared = comparedBudget(rows.budgets, currency);
  const lines = compared ? await read(budgetLinesQuery(context.store, compared.id)) : [];
  return {
    budget: {
      ...budgetCheckOf(parsed, currency, []),
      name: budget.name,
      updatedAt: budget.updatedAt,
      digest,
      comparedWith: compared && { id: compared.id, number: compared.number, name: compared.name },
      differences: compared ? compareBudgets(linesByAccount(lines), parsed.lines) : [],
    },
  };
}

/**
 * Creates a working budget from that of accounting (BUD-46). Throws as the dry run does, `invalid_parameter` for a budget
 * with errors, and `WORKFLOW_CONFLICT` when it would create something else than the dry run showed.
 */
export async function importAccountingBudget(
  context: RequestContext,
  rows: PlanRows<typeof newBudgetPlan>,
  { name, reason, digest }: AccountingBudgetImport,
): Promise<Budget> {
  requirePermission(context.permissions, 'Budget');
  return insertBudgetOnce(context, rows, async () => {
    const budget = await accountingFor(context.env, context.show).findBudget();
    const current = budget && parse(context, rows, budget);
    if (current?.digest !== digest) {
      const message = 'What this budget would create has changed in the meantime. Read it again.';
      throw new Refusal('WORKFLOW_CONFLICT', { message });
    }
    const { currency, parsed } = current;
    requireWithoutFaults(parsed);
    const source = `${systemNames[context.show.accountingSystem]}: ${reason}`;
    return { name, currency, lines: parsed.lines, source };
  });
}
