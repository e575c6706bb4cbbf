import * as v from 'valibot';
import { lineKinds } from '#domain/budget/budget';
import { budgetName, budgetReason } from '#domain/budget/budget-request';
import { budgetCheck } from '#domain/budget/budget-response';
import { described } from '#domain/values/described';

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
