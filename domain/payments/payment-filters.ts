import * as v from 'valibot';
import { statuses } from '#domain/document';
import { amountOperators, paymentTypes } from './payment.ts';
import { groupFilter } from '#domain/lists/list-group';
import { dateRange, filterIds, allListFilters } from '#domain/lists/list-filters';

/** The body of a payment list; an empty list means no filter, and unknown fields are dropped (LS-27, DEC-46). */
export const paymentFilters = v.object({
  paymentNumbers: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(100)), []),
  statuses: v.optional(v.pipe(v.array(v.picklist(statuses)), v.maxLength(statuses.length)), []),
  dateRange,
  bankNames: filterIds,
  paymentTypes: v.optional(v.pipe(v.array(v.picklist(paymentTypes)), v.maxLength(paymentTypes.length)), []),
  currencies: filterIds,
  payeeNames: filterIds,
  vendorNames: filterIds,
  approverIds: filterIds,
  denierIds: filterIds,
  ...allListFilters,
  ...groupFilter,
  amountFilter: v.nullish(
    v.object({
      operator: v.picklist(amountOperators),
      totalAmount: v.pipe(v.number(), v.minValue(-9_999_999_999.99), v.maxValue(9_999_999_999.99)),
    }),
    null,
  ),
});

export type PaymentFilters = v.InferOutput<typeof paymentFilters>;

/** The body as a client sends it. */
export type PaymentFilterBody = v.InferInput<typeof paymentFilters>;
