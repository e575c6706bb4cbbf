import * as v from 'valibot';
import { docTypes, statuses } from '#domain/document';
import { described } from '#domain/values/described';
import { partialField } from './account-ranges.ts';
import { lineKinds } from './budget.ts';
import { budgetSummary, lineCodesResponse } from './budget-response.ts';

/** What documents count, in the currency of the budget. */
const figures = {
  actual: described('Approved invoices less credits, and other actuals.', v.number()),
  paid: described('The part of `actual` that approved payments pay.', v.number()),
  committed: described('What approved purchase orders leave open.', v.number()),
  inProgress: described('The part of `committed` that invoices in approval claim.', v.number()),
  waiting: described('New exposure of documents in approval.', v.number()),
  overRelief: described('What approved invoices took beyond lines of purchase orders.', v.number()),
  exchangeDifference: described(
    'How much more approved invoices cost at their rates than at those of the purchase order lines that they relieve; a part of `actual`.',
    v.number(),
  ),
};
const ofAccount = {
  ...figures,
  otherActuals: described(
    'The part of `actual` that is payroll, petty cash, cards and journals.',
    v.number(),
  ),
};
const left = {
  budget: described('The final budget; null for an account that is not budgeted.', v.nullable(v.number())),
  available: described('`budget` less `actual` and `committed`.', v.nullable(v.number())),
  afterWaiting: described('`available` less `waiting`.', v.nullable(v.number())),
};
const measuredAccount = v.object({
  account: v.string(),
  codes: lineCodesResponse,
  description: v.string(),
  ...left,
  ...ofAccount,
});

/** The measures of the budget that counts. */
export const budgetMeasures = v.object({
  budget: described('The budget that counts; null without one.', v.nullable(budgetSummary)),
  ...partialField,
  heading: described('What the figures leave out; empty when they leave out nothing.', v.string()),
  isComplete: described('False while documents from before an upgrade are still being counted.', v.boolean()),
  lines: described(
    'The lines of the budget. Each document line counts at the nearest level that has a budget, once.',
    v.array(v.object({ ...measuredAccount.entries, kind: v.picklist(lineKinds) })),
  ),
  notBudgeted: described('Accounts that count without a budget at any level.', v.array(measuredAccount)),
  rollups: described('Header accounts with the sum of the levels below them.', v.array(measuredAccount)),
  totals: described('The sum of `lines` and `notBudgeted`.', v.object({ ...left, ...ofAccount })),
  otherCurrencies: described('Currencies of documents that are not added.', v.array(v.string())),
});
export type BudgetMeasuresResponse = v.InferOutput<typeof budgetMeasures>;
export type MeasuredAccount = v.InferOutput<typeof measuredAccount>;

/** A document that counts, without its amounts. */
export const countedDocument = v.object({
  id: v.string(),
  type: v.picklist(docTypes),
  number: v.string(),
  prefix: described("That of a purchase order's number; empty for an invoice.", v.string()),
  description: v.string(),
  vendorName: v.string(),
  date: v.string(),
  status: v.picklist(statuses),
});
export type CountedDocument = v.InferOutput<typeof countedDocument>;

/** The documents that count at one level of the budget. */
export const measuredDocuments = v.object({
  documents: v.array(v.object({ ...countedDocument.entries, ...figures })),
  hidden: described(
    'The sum of documents that the user may not see.',
    v.object({ count: v.number(), ...figures }),
  ),
  hasMore: v.boolean(),
});
export type MeasuredDocuments = v.InferOutput<typeof measuredDocuments>;
