import * as v from 'valibot';
import { isDay } from '#domain/values/days';
import { trimmedText } from '#domain/values/schema-fields';
import { allPeriodLengths, maxPeriods, maxReason, periodPatterns } from './period.ts';

const company = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const day = v.pipe(v.string(), v.check(isDay, 'Write a day as 2018-03-30.'));
const number = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999));
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPeriods));
const length = v.picklist(allPeriodLengths);
const reason = v.pipe(v.string(), v.maxLength(maxReason), trimmedText);

export const periodSetUp = v.object({
  projectCompanyExternalId: company,
  pattern: v.picklist(periodPatterns),
  firstDay: day,
  firstNumber: v.optional(number, 1),
  length,
  count,
});
export type PeriodSetUp = v.InferOutput<typeof periodSetUp>;

/** Periods after the last one, which has the number `after`. */
export const addedPeriods = v.object({ projectCompanyExternalId: company, after: number, length, count });
export type AddedPeriods = v.InferOutput<typeof addedPeriods>;

export const periodClosing = v.object({
  projectCompanyExternalId: company,
  number,
  reason: v.optional(reason, ''),
});

export const periodReopening = v.object({
  projectCompanyExternalId: company,
  number,
  reason: v.pipe(reason, v.minLength(1, 'Say why the period is opened again.')),
});
export type PeriodTurn = v.InferOutput<typeof periodClosing>;
