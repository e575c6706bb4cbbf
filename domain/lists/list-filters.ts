import * as v from 'valibot';
import { isDay } from '#domain/values/days';
import { personas, statuses } from '#domain/document';

// Apart from `lists.ts`, whose rules the browser needs before these: what checks a body is not among the first things it loads.

/** What a list takes in its query, for the API's description; `lists.ts` reads it. */
export const listQuery = v.object({
  persona: v.optional(v.pipe(v.picklist(personas), v.description('The persona. Default: CREATOR.'))),
  sort: v.optional(
    v.pipe(v.string(), v.description('Type and direction, such as `PO_NUMBER,DESC` or `DATE,ASC`.')),
  ),
  page: v.optional(v.pipe(v.string(), v.description('The page number. Starts at 1.'))),
  count: v.optional(v.pipe(v.string(), v.description('Rows per page. Default: 50, maximum: 200.'))),
  after: v.optional(
    v.pipe(
      v.string(),
      v.description('`id,version` of the last row of the previous page. Faster than `page` for later pages.'),
    ),
  ),
});

const day = v.pipe(v.string(), v.check(isDay, 'Write a day as 2026-11-20.'));
const someDay = v.pipe(
  v.nullish(v.union([v.literal(''), day]), null),
  v.transform((value) => (value ? value : null)),
);
/** The days of a list's filter, either of which may be missing. */
export const dateRange = v.nullish(v.object({ startDate: someDay, endDate: someDay }), null);
/** Names or ids of a list's filter. */
export const filterIds = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(500)),
  [],
);
const yesNo = v.nullish(v.boolean(), null);

/** Numbers that a list looks for (DEC-18); what is longer than any number is bounded, and finds nothing. */
const numbers = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(100)), []);
const statusList = v.optional(v.pipe(v.array(v.picklist(statuses)), v.maxLength(statuses.length)), []);
/** The chosen vendors as a client shows them; those with a number filter like `vendorNumbers` (DEC-46). */
const vendorData = v.nullish(
  v.pipe(
    v.array(v.object({ number: v.nullish(v.pipe(v.string(), v.maxLength(100)), '') })),
    v.maxLength(500),
  ),
  [],
);

/** Both ways to name vendors become `vendorNumbers`. */
function withAllVendors<
  Given extends { vendorNumbers: string[]; vendorData: readonly { number: string }[] },
>({ vendorData: chosen, ...given }: Given) {
  const numbersOfChosen = chosen.map(({ number }) => number).filter((number) => number !== '');
  return { ...given, vendorNumbers: [...new Set([...given.vendorNumbers, ...numbersOfChosen])] };
}

const commonFilters = {
  showId: v.optional(v.pipe(v.string(), v.maxLength(12))),
  dateRange,
  departmentIds: filterIds,
  vendorNumbers: filterIds,
  vendorData,
  creatorIds: filterIds,
  isRevision: yesNo,
  approverIds: filterIds,
  voiderIds: filterIds,
};

/** LS-25, DEC-46: the body of a PO list; every list empty means no filter. What is unknown is dropped. */
export const purchaseOrderFilters = v.pipe(
  v.object({
    ...commonFilters,
    poNumbers: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(100)), []),
    poStatuses: statusList,
    isAdjustment: yesNo,
    isFailedToSendToAccounting: yesNo,
    /** What one import has created. */
    importId: v.nullish(v.pipe(v.string(), v.maxLength(100)), null),
  }),
  v.transform(withAllVendors),
);
export type PurchaseOrderFilters = v.InferOutput<typeof purchaseOrderFilters>;
/** What a client sends. */
export type PurchaseOrderFilterBody = v.InferInput<typeof purchaseOrderFilters>;

/** LS-26, DEC-46: the body of an invoice list. */
export const invoiceFilters = v.pipe(
  v.object({ ...commonFilters, numbers, statuses: statusList }),
  v.transform(withAllVendors),
);
export type InvoiceFilters = v.InferOutput<typeof invoiceFilters>;
/** What a client sends. */
export type InvoiceFilterBody = v.InferInput<typeof invoiceFilters>;
