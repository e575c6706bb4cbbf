import * as v from 'valibot';
import { logFormats } from '#domain/lists/log-format';
import { defaultTimeZone, isDay } from '#domain/values/days';
import { nullableText } from '#domain/values/schema-fields';
import { maxBudgetLines } from '#domain/budget/budget';
import { budgetAccount, budgetAmountField, budgetReason } from '#domain/budget/budget-request';
import { reportDimensions } from './dimensions.ts';

const day = v.pipe(v.string(), v.check(isDay, 'This is not a day.'));

/** Which report: its day, the first day of its period, and the type of code of its rows. */
export const costReportQuery = v.object({
  by: v.optional(v.picklist(reportDimensions), 'ACCOUNT'),
  day: v.optional(day),
  from: v.optional(day),
});

/** The number of an issued report. */
export const issuedNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number));

/** A report to export or print: the issued one with this number, else the current one. */
export const costFileQuery = v.object({
  ...costReportQuery.entries,
  number: v.optional(issuedNumber),
  format: v.optional(v.picklist(logFormats), 'csv'),
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64)), defaultTimeZone),
});

export const costDocumentsQuery = v.object({
  ...costReportQuery.entries,
  // Behind a row of open orders and accruals, as they are now; `code` is then an account.
  open: v.optional(v.literal('yes')),
  code: v.pipe(v.string(), v.maxLength(200)),
  offset: v.optional(v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,6})$/), v.transform(Number)), '0'),
});

/** A report to issue. */
export const newCostReport = v.object({
  day: v.optional(day),
  from: v.optional(day),
  note: v.optional(nullableText(500), null),
});
export type NewCostReport = v.InferOutput<typeof newCostReport>;

const estimateOf = { account: budgetAccount, revision: v.pipe(v.number(), v.integer(), v.minValue(0)) };

/** Estimates that count from a day on, by default from today on: EFC or ETC of each account. */
export const newEstimates = v.object({
  day: v.optional(day),
  reason: budgetReason,
  estimates: v.pipe(
    v.array(
      v.union([
        v.strictObject({ ...estimateOf, efc: v.nullable(budgetAmountField) }),
        v.strictObject({ ...estimateOf, etc: budgetAmountField }),
      ]),
    ),
    v.minLength(1),
    v.maxLength(maxBudgetLines),
  ),
});
export type NewEstimates = v.InferOutput<typeof newEstimates>;

export const estimateHistoryQuery = v.object({
  account: v.pipe(v.string(), v.maxLength(200)),
  before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number)), '9999999'),
});
