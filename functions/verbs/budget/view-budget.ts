import { Refusal } from '#domain/codes';
import { budgetTotals, countingBudget, finalCents } from '#domain/budget/budget';
import type { Budget, BudgetChangeResponse, BudgetSummary } from '#domain/budget/budget-response';
import { noCodes, parseCodes } from '#domain/budget/line-codes';
import { fromCents } from '#domain/values/money';
import type { PlanRows, RowOf } from '#store/d1/query';
import { budgetChangesQuery, budgetLinesQuery, budgetsQuery } from '#store/show/budget/budgets';
import type { BudgetLineRow, BudgetRow } from '#store/show/budget/budgets';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireBudgetReader } from './budget-reader.ts';

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
  context: RequestContext,
  { budgets }: PlanRows<typeof budgetsPlan>,
): BudgetSummary[] {
  requireBudgetReader(context);
  const countingId = countingBudget(budgets);
  return budgets.map((row) => summaryOf(row, countingId));
}

/** A budget with its lines and totals (BUD-07). Throws `FORBIDDEN`, `NOT_FOUND`. */
export function viewBudget(
  context: RequestContext,
  { budgets, lines: all }: PlanRows<typeof budgetPlan>,
  id: string,
): Budget {
  const { sees, partial } = requireBudgetReader(context);
  const lines = all.filter(({ account }) => sees(account));
  const totals = budgetTotals(lines);
  return {
    ...summaryOf(findBudget(budgets, id), countingBudget(budgets)),
    ...partial,
    lines: lines.map(lineOf),
    totals: {
      original: fromCents(totals.originalCents),
      transfers: fromCents(totals.transferCents),
      overages: fromCents(totals.overageCents),
      final: fromCents(totals.finalCents),
      contingency: fromCents(totals.contingencyCents),
      withoutContingency: fromCents(totals.withoutContingencyCents),
      pattern: fromCents(totals.patternCents),
      amort: fromCents(totals.amortCents),
    },
  };
}

/**
 * A page of a budget's history, the newest change first, without changes of accounts that the user does not see
 * (BUD-10, BUD-36). Throws `FORBIDDEN`, `NOT_FOUND`.
 */
export function listBudgetChanges(
  context: RequestContext,
  { budgets, changes }: PlanRows<typeof budgetChangesPlan>,
  id: string,
): { changes: BudgetChangeResponse[]; hasMore: boolean } {
  const { sees } = requireBudgetReader(context);
  findBudget(budgets, id);
  return {
    changes: changes.flatMap((change) => changeOf(change, sees) ?? []),
    // The first change of a budget has revision 1.
    hasMore: (changes.at(-1)?.revision ?? 1) > 1,
  };
}

/** Null when all accounts of the change are left out. The reason of a transfer is one of both accounts. */
function changeOf(
  { revision, kind, reason, byId, byName, at, entries }: RowOf<ReturnType<typeof budgetChangesQuery>>[number],
  sees: (account: string) => boolean,
): BudgetChangeResponse | null {
  const seen = entries.filter(({ account }) => sees(account));
  if (seen.length === 0 && entries.length > 0) return null;
  return {
    revision,
    kind,
    reason: kind === 'TRANSFER' && seen.length < entries.length ? '' : reason,
    by: { userId: byId, name: byName },
    at,
    lines: seen.map(({ account, codes = noCodes, cents, finalCents: after }) => ({
      account,
      codes: parseCodes(codes),
      amount: fromCents(cents),
      final: fromCents(after),
    })),
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
  const { account, codes, description, kind, series } = line;
  return {
    account,
    codes: parseCodes(codes),
    description,
    kind,
    series,
    original: fromCents(line.originalCents),
    transfers: fromCents(line.transferCents),
    overages: fromCents(line.overageCents),
    final: fromCents(finalCents(line)),
  };
}
