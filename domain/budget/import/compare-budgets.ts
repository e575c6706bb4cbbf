import { finalCents } from '#domain/budget/budget';
import type { BudgetLine } from '#domain/budget/budget';
import type { ChartAccounts, ParsedBudget } from '#domain/budget/import/budget-import';
import { importLimits } from '#domain/import/table';
import { fromCents } from '#domain/values/money';
import { parseAccounts } from './account-table.ts';
import type { AccountDifference } from './accounting-budget.ts';

/** A line of the budget in accounting. */
interface AccountingLine {
  idCode: string;
  description: string;
  amountCents: number;
}

/** Parses the budget of accounting by the rules of imports (BUD-14, BUD-15). */
export function parseAccountingBudget(
  lines: readonly AccountingLine[],
  chart: ChartAccounts,
  currency: string,
): ParsedBudget {
  const rows = lines.slice(0, importLimits.rows).map(({ idCode, description, amountCents }) => ({
    account: idCode,
    description,
    amount: fromCents(amountCents),
  }));
  const limit = importLimits.rows;
  const message = `There are more than ${limit.toLocaleString('en-US')} accounts.`;
  const faults = lines.length > limit ? [{ row: null, column: null, message }] : [];
  return parseAccounts({ rows, statedCents: null, faults }, chart, currency);
}

/** The lines whose final budget differs, in the order of `after`, then those that only `before` has. */
export function compareBudgets(
  before: readonly BudgetLine[],
  after: readonly BudgetLine[],
): AccountDifference[] {
  const byAccount = (lines: readonly BudgetLine[]) => new Map(lines.map((line) => [line.account, line]));
  const [earlier, later] = [byAccount(before), byAccount(after)];
  const amountOf = (line: BudgetLine | undefined) => (line ? fromCents(finalCents(line)) : null);
  return [...after, ...before.filter(({ account }) => !later.has(account))]
    .map(({ account, description, kind }) => ({
      account,
      description,
      kind,
      before: amountOf(earlier.get(account)),
      after: amountOf(later.get(account)),
    }))
    .filter((one) => one.before !== one.after);
}
