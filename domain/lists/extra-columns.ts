import * as v from 'valibot';
import { described } from '#domain/values/described';

/** What a person may want to notice in a row without opening it (VIEW-02). */
export const rowFlags = [
  'CHANGE_ORDER',
  'SENT_BACK',
  'TEMPORARY_VENDOR',
  'FAILED_IN_ACCOUNTING',
  'FULLY_INVOICED',
] as const;
export type RowFlag = (typeof rowFlags)[number];

export const extraColumns = v.object({
  orderNumbers: v.optional(
    described('The purchase orders that the lines of the invoice name.', v.array(v.string())),
  ),
  accounts: v.optional(
    described(
      'The account codes of the lines with their names; the name is empty when the chart of accounts lacks the code.',
      v.array(v.object({ code: v.string(), name: v.string() })),
    ),
  ),
  remaining: v.optional(
    described('What invoices leave of the purchase order; null when it is void.', v.nullable(v.number())),
  ),
  flags: v.optional(v.array(v.picklist(rowFlags))),
  changedAt: v.optional(described('The time of the last change.', v.string())),
  period: v.optional(
    described('The accounting period; null before the final approval.', v.nullable(v.string())),
  ),
});
export type ExtraColumns = v.InferOutput<typeof extraColumns>;
