import { Refusal } from '#domain/codes';
import { budgetTotals, countingBudget, finalCents } from '#domain/budget/budget';
import type { Budget, BudgetChangeResponse, BudgetSummary } from '#domain/budget/budget-response';
import { fromCents } from '#domain/values/money';
import type { PlanRows } from '#store/d1/query';
import { budgetChangesQuery, budgetLinesQuery, budgetsQuery } from '#store/show/budget/budgets';
import type { BudgetLineRow, BudgetRow } from '#store/show/budget/budgets';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

/** Changes of a budget on one page of its history. */
const changesPerPage = 100;

type Stored = Pick<MembershipContext, 'store'>;

export const budgetsPlan = ({ store }: Stored) => ({ budgets: budgetsQuery(store) });

export const budgetPlan = ({ store }: Stored, id: string) => ({
  ...budgetsPlan({ store }),
  lines: budgetLinesQuery(store, id),
});

export const budgetChangesPlan = ({ store }: Stored, id: string, before: number) => ({
  ...budgetsPlan({ store }),
  changes: budgetChangesQuery(store, id, before, changesPerPage),
});

/** The budgets of the show, the newest first (BUD-07). Throws `FORBIDDEN`. */
export function listBudgets(
  { permissions }: RequestContext,
  { budgets }: PlanRows<typeof budgetsPlan>,
): BudgetSummary[] {
  requirePermission(permissions, 'Budget', 'READ');
  const countingId = countingBudget(budgets);
  return budgets.map((row) => summaryOf(row, countingId));
}

/** A budget with its lines and totals (BUD-07). Throws `FORBIDDEN`, `NOT_FOUND`. */
export function viewBudget(
  { permissions }: RequestContext,
  { budgets, lines }: PlanRows<typeof budgetPlan>,
  id: string,
): Budget {
  requirePermission(permissions, 'Budget', 'READ');
  const totals = budgetTotals(lines);
  return {
    ...summaryOf(findBudget(budgets, id), countingBudget(budgets)),
    lines: lines.map(lineOf),
    totals: {
      original: fromCents(totals.originalCents),
      transfers: fromCents(totals.transferCents),
      overages: fromCents(totals.overageCents),
      final: fromCents(totals.finalCents),
      contingency: fromCents(totals.contingencyCents),
      withoutContingency: fromCents(totals.withoutContingencyCents),
    },
  };
}

/** A page of a budget's history, the newest change first (BUD-10). Throws `FORBIDDEN`, `NOT_FOUND`. */
export function listBudgetChanges(
  { permissions }: RequestContext,
  { budgets, changes }: PlanRows<typeof budgetChangesPlan>,
  id: string,
): { changes: BudgetChangeResponse[]; hasMore: boolean } {
  requirePermission(permissions, 'Budget', 'READ');
  findBudget(budgets, id);
  return {
    changes: changes.map(({ revision, kind, reason, byId, byName, at, entries }) => ({
      revision,
      kind,
      reason,
      by: { userId: byId, name: byName },
      at,
      lines: entries.map(({ account, cents, finalCents: after }) => ({
        account,
        amount: fromCents(cents),
        final: fromCents(after),
      })),
    })),
    // The first change of a budget has revision 1.
    hasMore: (changes.at(-1)?.revision ?? 1) > 1,
  };
}

export function findBudget(budgets: readonly BudgetRow[], id: string): BudgetRow {
  const row = budgets.find((one) => one.id === id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

export function summaryOf(row: BudgetRow, countingId: string | null): BudgetSummary {
  const { id, number, name, status, currencyCode, revision, createdAt, lockedAt } = row;
  return {
    id,
    number,
    name,
    status,
    isCounting: id === countingId,
    currency: currencyCode,
    revision,
    createdBy: { userId: row.createdBy, name: row.createdByName },
    createdAt,
    lockedBy: row.lockedBy === null ? null : { userId: row.lockedBy, name: row.lockedByName ?? '' },
    lockedAt,
  };
}

function lineOf(line: BudgetLineRow): Budget['lines'][number] {
  const { account, description, kind } = line;
  return {
    account,
    description,
    kind,
    original: fromCents(line.originalCents),
    transfers: fromCents(line.transferCents),
    overages: fromCents(line.overageCents),
    final: fromCents(finalCents(line)),
  };
}
