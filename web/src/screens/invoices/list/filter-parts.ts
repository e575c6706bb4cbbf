import { commonParts } from '../../documents/list/filters/common-filters.ts';
import type { CommonFilters } from '../../documents/list/filters/common-filters.ts';
import { rangeOf } from '../../documents/list/filters/filter-parts.ts';
import type { DayRange, FilterParts } from '../../documents/list/filters/filter-parts.ts';

/** The filters apart from status and number (LS-26). */
export interface InvoiceListFilters extends CommonFilters {
  /** Invoices that are due on one of these days. */
  due: DayRange;
}

export const due = rangeOf('dueFrom', 'dueTo');

export const invoiceParts: FilterParts<InvoiceListFilters> = { ...commonParts, due };
