import * as v from 'valibot';
import { finalCents, lineKinds } from '#domain/budget/budget';
import type { BudgetLine } from '#domain/budget/budget';
import type { ChartAccounts, ParsedBudget } from '#domain/budget/budget-import';
import { budgetName, budgetReason } from '#domain/budget/budget-request';
import { budgetCheck } from '#domain/budget/budget-response';
import { importLimits } from '#domain/import/table';
import { described } from '#domain/values/described';
import { fromCents } from '#domain/values/money';
import { parseAccounts, tooManyAccounts } from './account-table.ts';

const accountDifference = v.object({
  account: v.string(),
  description: v.string(),
  kind: v.picklist(lineKinds),
  before: described(
    'The final budget of the compared budget. Null if it does not have the line.',
    v.nullable(v.number()),
  ),
  after: described('The amount in accounting. Null if it does not have the line.', v.nullable(v.number())),
});
export type AccountDifference = v.InferOutput<typeof accountDifference>;

/** The dry run of the budget that accounting has (BUD-45). */
export const accountingBudgetCheck = v.object({
  budget: described(
    'Null if accounting has no budget of the show.',
    v.nullable(
      v.object({
        ...budgetCheck.entries,
        name: v.string(),
        updatedAt: v.string(),
        digest: described('The content that was checked. Send it with the import.', v.string()),
        comparedWith: described(
          'The newest working budget, else the one that counts. Null without one in the same currency.',
          v.nullable(v.object({ id: v.string(), number: v.number(), name: v.string() })),
        ),
        differences: v.array(accountDifference),
      }),
    ),
  ),
});
export type AccountingBudgetCheck = v.InferOutput<typeof accountingBudgetCheck>;

export const accountingBudgetImport = v.object({
  name: budgetName,
  reason: budgetReason,
  digest: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
});
export type AccountingBudgetImport = v.InferOutput<typeof accountingBudgetImport>;

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
  const accounts = lines.slice(0, importLimits.rows).map(({ idCode, description, amountCents }) => ({
    account: idCode,
    description,
    amount: fromCents(amountCents),
  }));
  const parsed = parseAccounts(accounts, chart, currency);
  const isTooLong = lines.length > importLimits.rows;
  return isTooLong ? { ...parsed, faults: [tooManyAccounts, ...parsed.faults] } : parsed;
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
