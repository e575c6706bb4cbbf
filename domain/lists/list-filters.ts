import * as v from 'valibot';
import { isDay } from '#domain/values/days';
import { editableStatuses, personas, statuses } from '#domain/document';
import { fetchedColumns } from './list-columns.ts';
import { groupFilter } from './list-group.ts';

// Separate from `lists.ts`, which the browser loads first, so that the schema code is not part of the initial bundle.

/** The query of a list as the API description shows it; `lists.ts` parses it. */
export const listQuery = v.object({
  persona: v.optional(v.pipe(v.picklist(personas), v.description('The persona. Default: CREATOR.'))),
  sort: v.optional(
    v.pipe(v.string(), v.description('Type and direction, such as `PO_NUMBER,DESC` or `DATE,ASC`.')),
  ),
  page: v.optional(v.pipe(v.string(), v.description('The page number. Starts at 1.'))),
  count: v.optional(v.pipe(v.string(), v.description('Rows per page. Default: 50, maximum: 200.'))),
  columns: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(500),
      v.description(
        `Further data of each row in \`extra\`, separated by commas: ${fetchedColumns.join(', ')}. Others are ignored.`,
      ),
    ),
  ),
  after: v.optional(
    v.pipe(
      v.string(),
      v.description('`id,version` of the last row of the previous page. Faster than `page` for later pages.'),
    ),
  ),
});

const day = v.pipe(v.string(), v.check(isDay, 'Write a day as 2026-11-20.'));
const optionalDay = v.pipe(
  v.nullish(v.union([v.literal(''), day]), null),
  v.transform((value) => (value ? value : null)),
);
/** The date range of a list's filter; either day may be missing. */
export const dateRange = v.nullish(v.object({ startDate: optionalDay, endDate: optionalDay }), null);
/** Names or ids in a list's filter. */
export const filterIds = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(500)),
  [],
);
const optionalBoolean = v.nullish(v.boolean(), null);

/**
 * Document numbers in a list's filter (DEC-18). Longer texts than any number are within the bound and match nothing.
 */
const numbers = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(100)), []);
const statusList = v.optional(v.pipe(v.array(v.picklist(statuses)), v.maxLength(statuses.length)), []);
/** Another form of `vendorNumbers` in the contract: vendors as a client displays them, by their number (DEC-46). */
const vendorData = v.nullish(
  v.pipe(
    v.array(v.object({ number: v.nullish(v.pipe(v.string(), v.maxLength(100)), '') })),
    v.maxLength(500),
  ),
  [],
);

/** Merges both forms of vendor filters into `vendorNumbers`. */
function withAllVendors<
  Filters extends { vendorNumbers: string[]; vendorData: readonly { number: string }[] },
>({ vendorData: selectedVendors, ...filters }: Filters) {
  const selectedNumbers = selectedVendors.map(({ number }) => number).filter((number) => number !== '');
  return { ...filters, vendorNumbers: [...new Set([...filters.vendorNumbers, ...selectedNumbers])] };
}

/** Documents with an open question: to anyone, or to the user of the list (ASK-07). */
export const openQuestionFilters = ['ANY', 'TO_ME'] as const;
export type OpenQuestionFilter = (typeof openQuestionFilters)[number];

/**
 * The filters that all lists have: by waiting time, person, question, draft, accounting and period (WAIT-07, WAIT-08, WAIT-14,
 * COV-27, ASK-07, BULK-10, AC-06, PERIOD-10).
 */
export const allListFilters = {
  isWaiting: v.pipe(optionalBoolean, v.description('Only documents in approval.')),
  waitingSince: v.pipe(
    optionalDay,
    v.description('Only documents that arrived at their current step on this day or earlier.'),
  ),
  waitingWith: v.pipe(filterIds, v.description('Only documents that wait for one of these users.')),
  isWaitingForNobody: v.pipe(
    optionalBoolean,
    v.description('Only documents in approval that no approver of the current step may decide.'),
  ),
  notCoveredFor: v.pipe(
    v.nullish(v.pipe(v.string(), v.maxLength(100)), null),
    v.description(
      'Only documents that wait for this user, who is or will be away, and that no other user may decide in their place.',
    ),
  ),
  waitingAt: v.pipe(
    v.nullish(
      v.object({
        workflowTemplateId: v.pipe(v.string(), v.maxLength(100)),
        step: v.pipe(v.string(), v.maxLength(200)),
      }),
      null,
    ),
    v.description('Only documents that wait at this step of this approval flow.'),
  ),
  documentIds: v.pipe(
    v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)), []),
    v.description('Only these documents.'),
  ),
  openQuestion: v.pipe(
    v.nullish(v.picklist(openQuestionFilters), null),
    v.description('Only documents with an open question: `ANY`, or `TO_ME` for one to the user.'),
  ),
  isDraftToSubmit: v.pipe(
    optionalBoolean,
    v.description('Only drafts that the user can submit: of orders and invoices, those they created or own.'),
  ),
  isFailedToSendToAccounting: v.pipe(
    optionalBoolean,
    v.description('Only documents that failed to send to accounting.'),
  ),
  accountingPeriods: v.pipe(
    filterIds,
    v.description('Only documents of the accounting periods with these names.'),
  ),
};

const orderAndInvoiceFilters = {
  showId: v.optional(v.pipe(v.string(), v.maxLength(12))),
  dateRange,
  departmentIds: filterIds,
  vendorNumbers: filterIds,
  vendorData,
  creatorIds: filterIds,
  isRevision: optionalBoolean,
  approverIds: filterIds,
  voiderIds: filterIds,
  isOwn: v.pipe(optionalBoolean, v.description('Only documents that the user owns.')),
  submissionStatuses: v.pipe(
    v.optional(v.pipe(v.array(v.picklist(editableStatuses)), v.maxLength(editableStatuses.length)), []),
    v.description('Only drafts, or only documents that were sent back.'),
  ),
  ...allListFilters,
  ...groupFilter,
};

/** The body of a PO list; an empty list means no filter, and unknown fields are dropped (LS-25, DEC-46). */
export const purchaseOrderFilters = v.pipe(
  v.object({
    ...orderAndInvoiceFilters,
    poNumbers: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(100)), []),
    poStatuses: statusList,
    isAdjustment: optionalBoolean,
    /** Only orders that this import created. */
    importId: v.nullish(v.pipe(v.string(), v.maxLength(100)), null),
    rentalEnd: v.pipe(dateRange, v.description('Only orders with a rental that ends on one of these days.')),
  }),
  v.transform(withAllVendors),
);
export type PurchaseOrderFilters = v.InferOutput<typeof purchaseOrderFilters>;
/** The body as a client sends it. */
export type PurchaseOrderFilterBody = v.InferInput<typeof purchaseOrderFilters>;

/** The body of an invoice list (LS-26, DEC-46). */
export const invoiceFilters = v.pipe(
  v.object({
    ...orderAndInvoiceFilters,
    numbers,
    statuses: statusList,
    dueDate: v.pipe(dateRange, v.description('Only invoices that are due on one of these days.')),
  }),
  v.transform(withAllVendors),
);
export type InvoiceFilters = v.InferOutput<typeof invoiceFilters>;
/** The body as a client sends it. */
export type InvoiceFilterBody = v.InferInput<typeof invoiceFilters>;

/** The values of the filters that orders and invoices share. */
export type SharedFilters = Pick<
  InvoiceFilters,
  Exclude<keyof typeof orderAndInvoiceFilters, 'showId' | 'vendorData'>
>;
