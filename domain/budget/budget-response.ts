import * as v from 'valibot';
import { described } from '#domain/values/described';
import { importFault } from '#domain/import/import-response';
import { partialField } from './account-ranges.ts';
import { budgetStatuses, changeKinds, lineKinds, seriesKinds } from './budget.ts';

const code = v.optional(v.string());
/** Codes below the account; empty for a line of the whole account. */
export const lineCodesResponse = v.object({ SET: code, EPISODE: code, LOCATION: code, FREE_FIELD: code });

const namedUser = v.object({ userId: v.string(), name: v.string() });

/** A budget without its lines. */
export const budgetSummary = v.object({
  id: v.string(),
  number: described('Budgets of a show are numbered in the order of their creation.', v.number()),
  name: v.string(),
  status: v.picklist(budgetStatuses),
  isCounting: described(
    'The budget that counts: the newest locked one, or the newest one while none is locked.',
    v.boolean(),
  ),
  currency: v.string(),
  revision: described('Send it with a change. It increases with each change.', v.number()),
  createdBy: namedUser,
  createdAt: v.string(),
  lockedBy: v.nullable(namedUser),
  lockedAt: v.nullable(v.string()),
});
export type BudgetSummary = v.InferOutput<typeof budgetSummary>;

export const budgetLine = v.object({
  account: v.string(),
  codes: lineCodesResponse,
  description: v.string(),
  kind: v.picklist(lineKinds),
  series: described(
    'In a series: `PATTERN` for the amount of an episode that recurs, `AMORT` for a part of what the whole series costs.',
    v.nullable(v.picklist(seriesKinds)),
  ),
  original: described('Never changes after the budget is locked.', v.number()),
  transfers: v.number(),
  overages: v.number(),
  final: described('Original, transfers and approved overages.', v.number()),
});
export type BudgetLineResponse = v.InferOutput<typeof budgetLine>;

export const budget = v.object({
  ...budgetSummary.entries,
  ...partialField,
  lines: v.array(budgetLine),
  totals: v.object({
    original: v.number(),
    transfers: v.number(),
    overages: v.number(),
    final: v.number(),
    contingency: v.number(),
    withoutContingency: v.number(),
    pattern: described('The part of `final` in lines of a pattern.', v.number()),
    amort: described('The part of `final` in lines of an amort.', v.number()),
  }),
});
export type Budget = v.InferOutput<typeof budget>;

/** An entry of a budget's history. */
export const budgetChange = v.object({
  revision: v.number(),
  kind: v.picklist(changeKinds),
  reason: described('The reason of a transfer or an overage; the name of an imported file.', v.string()),
  by: namedUser,
  at: v.string(),
  lines: v.array(
    v.object({
      account: v.string(),
      codes: lineCodesResponse,
      amount: described('The change of the final budget.', v.number()),
      final: described('The final budget after the change.', v.number()),
    }),
  ),
});
export type BudgetChangeResponse = v.InferOutput<typeof budgetChange>;

const fileRow = v.object({
  row: described(
    'The row number in the spreadsheet, or the position of the account in an XML file.',
    v.number(),
  ),
  account: v.string(),
  codes: lineCodesResponse,
  description: v.string(),
  amount: v.number(),
});

/** The result of a dry run. */
export const budgetCheck = v.object({
  currency: v.string(),
  lines: described(
    'The lines that the import would create.',
    v.array(
      v.object({
        account: v.string(),
        codes: lineCodesResponse,
        description: v.string(),
        kind: v.picklist(lineKinds),
        series: v.nullable(v.picklist(seriesKinds)),
        amount: v.number(),
      }),
    ),
  ),
  ready: described('The number of these lines. Send it as `count`.', v.number()),
  fileTotal: described(
    'The total that the file states, or the sum of its rows if it states none.',
    v.number(),
  ),
  importedTotal: described(
    'The total of the lines that the import would create. Send it as `total`.',
    v.number(),
  ),
  difference: described('`fileTotal` less `importedTotal`.', v.number()),
  fringes: described('The part of `importedTotal` that is fringes.', v.number()),
  contingency: described('The part of `importedTotal` that is contingency.', v.number()),
  unknown: described(
    'Rows that are left out: the chart of accounts does not have their account.',
    v.array(fileRow),
  ),
  totalRows: described('Rows that only add up others, and are not imported.', v.array(fileRow)),
  faults: described('Errors by row. A file with errors cannot be imported.', v.array(importFault)),
  ignored: described('Headings that were ignored.', v.array(v.string())),
});
export type BudgetCheck = v.InferOutput<typeof budgetCheck>;
