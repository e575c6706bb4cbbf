import * as v from 'valibot';
import { described } from '#domain/values/described';
import { partialField } from '#domain/budget/account-ranges';
import { lineKinds } from '#domain/budget/budget';
import { reportDimensions } from './dimensions.ts';
import { countedDocument } from '#domain/budget/measures-response';

/** The columns of a cost report, in units of its currency. */
const figures = {
  period: described('Actual from `from` to `day`.', v.number()),
  actual: described('Approved invoices less credits, and other actuals, as of `day`.', v.number()),
  paid: described(
    'The part of `actual` that approved payments pay, as of `day`; null in a report issued before payments counted.',
    v.nullable(v.number()),
  ),
  committed: described('What approved purchase orders leave open, as of `day`.', v.number()),
  total: described('`actual` and `committed`.', v.number()),
  etc: described('`efc` less `total`; null without an estimate.', v.nullable(v.number())),
  efc: described('The estimated final cost; null without an estimate.', v.nullable(v.number())),
  budget: described('The final budget; null where there is none.', v.nullable(v.number())),
  pattern: described('The part of `budget` in lines of a pattern; null without one.', v.nullable(v.number())),
  amort: described('The part of `budget` in lines of an amort; null without one.', v.nullable(v.number())),
  overUnder: described(
    '`budget` less `efc`, or less `total` without an estimate. Below zero is over budget.',
    v.nullable(v.number()),
  ),
  change: described(
    'The change of `efc`, or of `total` without an estimate, since the last issued report; null without one.',
    v.nullable(v.number()),
  ),
  budgetedRateTotal: v.optional(
    described('`total` at the budgeted rates; absent without budgeted rates.', v.number()),
  ),
  exchangeVariance: v.optional(
    described(
      '`budgetedRateTotal` less `total`. Below zero, exchange rates have made costs higher.',
      v.number(),
    ),
  ),
};
export const costFigures = v.object(figures);
export type CostFiguresResponse = v.InferOutput<typeof costFigures>;

const costRow = v.object({
  code: described('The account or another code; empty for lines without one.', v.string()),
  name: v.string(),
  description: v.string(),
  kind: described(
    'Null for an account that is not budgeted, and for codes other than accounts.',
    v.nullable(v.picklist(lineKinds)),
  ),
  category: described('The code of the category of an account.', v.string()),
  estimateRevision: described(
    'The number of changes of the estimate of the account as of the day; 0 without one.',
    v.number(),
  ),
  ...figures,
});
export type CostRowResponse = v.InferOutput<typeof costRow>;

const category = v.object({ code: v.string(), description: v.string(), ...figures });
export type CostCategoryResponse = v.InferOutput<typeof category>;

/** An issued report without its rows. */
export const issuedCostReport = v.object({
  number: described('Issued reports of a show are numbered from 1.', v.number()),
  day: v.string(),
  from: v.string(),
  note: v.string(),
  issuedBy: v.object({ userId: v.string(), name: v.string() }),
  issuedAt: v.string(),
  currency: v.string(),
  totals: described('Null if the user sees a part of the accounts only.', v.nullable(costFigures)),
});
export type IssuedCostReport = v.InferOutput<typeof issuedCostReport>;

const heading = described('What the figures leave out; empty when they leave out nothing.', v.string());

/** A cost report, as it is now or as it was issued. */
export const costReport = v.object({
  issued: described('Null for a report that is not issued.', v.nullable(issuedCostReport)),
  day: described('The report is as of the end of this day.', v.string()),
  from: described('The first day of the costs of the period.', v.string()),
  currency: described('That of the budget; empty without one.', v.string()),
  budgetName: v.string(),
  ...partialField,
  hasActuals: described('Without other actuals, ETC and EFC are empty.', v.boolean()),
  heading,
  isComplete: described('False while documents from before an upgrade are still being counted.', v.boolean()),
  by: described('The type of code of the rows.', v.picklist(reportDimensions)),
  dimensions: v.optional(
    described(
      'The types of code that the rows of an issued report have; absent of a report that is not issued, and for a user who sees a part of the accounts.',
      v.array(v.picklist(reportDimensions)),
    ),
  ),
  rows: v.array(costRow),
  categories: described('Sums by the header account at the top; only by account.', v.array(category)),
  totals: costFigures,
  withoutContingency: costFigures,
  previous: described(
    'The number of the report that it is compared with; null for none.',
    v.nullable(v.number()),
  ),
  budgetedRates: v.optional(
    described(
      'The budgeted rates of the show, in units of `currency`; absent without any.',
      v.array(v.object({ currency: v.string(), rate: v.string() })),
    ),
  ),
});
export type CostReport = v.InferOutput<typeof costReport>;

const accrued = described('What an invoice in approval counts; only with `open`, else 0.', v.number());

/** The documents behind a row, with their lines. */
export const costDocuments = v.object({
  documents: v.array(
    v.object({
      ...countedDocument.entries,
      actual: v.number(),
      paid: v.number(),
      committed: v.number(),
      accrued,
      lines: described(
        'The lines that count for the code.',
        v.array(
          v.object({
            lineNumber: described('0 for a line that was removed.', v.number()),
            description: v.string(),
            account: v.string(),
            actual: v.number(),
            paid: v.number(),
            committed: v.number(),
            accrued,
          }),
        ),
      ),
    }),
  ),
  hidden: described(
    'The sum of documents that the user may not see.',
    v.object({
      count: v.number(),
      actual: v.number(),
      paid: v.number(),
      committed: v.number(),
      accrued,
    }),
  ),
  hasMore: v.boolean(),
});
export type CostDocuments = v.InferOutput<typeof costDocuments>;

const paymentsWithoutInvoices = v.object({
  rows: v.array(
    v.object({
      id: v.string(),
      number: v.string(),
      vendorName: v.string(),
      date: v.string(),
      amount: described(
        'What approved invoices do not take, in the currency of the budget; null without a rate to it.',
        v.nullable(v.number()),
      ),
      original: described(
        'The same in the currency of the payment.',
        v.object({ currency: v.string(), amount: v.number() }),
      ),
    }),
  ),
  total: described('The sum of the rows that have an amount.', v.number()),
  hasMore: described('There are payments with lower numbers, which the total leaves out.', v.boolean()),
});

/** Open orders and accruals by account. */
export const openCosts = v.object({
  ...partialField,
  currency: v.string(),
  heading,
  rows: v.array(
    v.object({
      account: v.string(),
      description: v.string(),
      open: described('What approved purchase orders leave open.', v.number()),
      accrued: described('Invoices in approval.', v.number()),
    }),
  ),
  totals: v.object({ open: v.number(), accrued: v.number() }),
  paymentsWithoutInvoices: described(
    'Null for a user who sees a part of the accounts, or no payments.',
    v.nullable(paymentsWithoutInvoices),
  ),
});
export type OpenCosts = v.InferOutput<typeof openCosts>;

const revision = described('The number of changes of the account; the next change names it.', v.number());
const efc = described('Null: the estimate was removed.', v.nullable(v.number()));

/** The estimates that a request changed; those that were as stored already are left out. */
export const savedEstimates = v.object({
  day: v.string(),
  estimates: v.array(v.object({ account: v.string(), revision, efc })),
});
export type SavedEstimates = v.InferOutput<typeof savedEstimates>;

/** The changes of the estimate of an account, the newest first. */
export const estimateHistory = v.object({
  currency: v.string(),
  changes: v.array(
    v.object({
      revision,
      efc,
      day: described('The day from which it counts.', v.string()),
      reason: v.string(),
      by: v.object({ userId: v.string(), name: v.string() }),
      at: v.string(),
    }),
  ),
  hasMore: v.boolean(),
});
export type EstimateHistory = v.InferOutput<typeof estimateHistory>;
