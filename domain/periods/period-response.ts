import * as v from 'valibot';
import { described } from '#domain/values/described';
import { periodPatterns, periodStatuses } from './period.ts';

export const periodChangeKinds = ['SET_UP', 'ADDED', 'CLOSED', 'REOPENED'] as const;

/** The accounting periods of a show's companies. */
export const periods = v.object({
  companies: v.array(
    v.object({
      projectCompanyExternalId: v.string(),
      companyName: v.string(),
      pattern: described(
        'Null before the periods of the company are set up.',
        v.nullable(v.picklist(periodPatterns)),
      ),
      periods: v.array(
        v.object({
          number: v.number(),
          name: v.string(),
          firstDay: v.string(),
          lastDay: v.string(),
          status: v.picklist(periodStatuses),
        }),
      ),
    }),
  ),
});
export type Periods = v.InferOutput<typeof periods>;
export type CompanyPeriods = Periods['companies'][number];

export const periodHistory = v.object({
  changes: v.array(
    v.object({
      id: described('Send the last one as `before` to get the next page.', v.string()),
      kind: v.picklist(periodChangeKinds),
      companyName: v.string(),
      period: described('One period, or the first and the last of several.', v.string()),
      reason: v.string(),
      by: v.object({ userId: v.string(), name: v.string() }),
      at: v.string(),
    }),
  ),
  hasMore: v.boolean(),
});
export type PeriodHistory = v.InferOutput<typeof periodHistory>;

/** The period of a document, on its page. */
export const periodField = {
  accountingPeriod: v.optional(
    described('The accounting period in which the final approval entered the document.', v.string()),
  ),
};
