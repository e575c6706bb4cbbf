import { statusFilters, statusTab } from '#domain/lists/lists';
import type { InvoiceFilterBody } from '#domain/lists/list-filters';
import { commonBody, commonChips, commonParts } from '../../documents/list/filters/common-filters.ts';
import type { ChipNames, ChosenVendor, CommonFilters } from '../../documents/list/filters/common-filters.ts';
import { rangeBody, rangeOf, rangeText } from '../../documents/list/filters/filter-parts.ts';
import type { DayRange, FilterParts } from '../../documents/list/filters/filter-parts.ts';
import type { PageRequest } from '../../documents/list/list-definition.ts';
import type { FilterChip } from '../../documents/list/filters/filter-definition.ts';

/** The filters apart from status and number (LS-26). */
export interface InvoiceListFilters extends CommonFilters {
  /** Invoices that are due on one of these days. */
  due: DayRange;
}

const due = rangeOf('dueFrom', 'dueTo');

export const invoiceParts: FilterParts<InvoiceListFilters> = { ...commonParts, due };

export function filterChips(filters: InvoiceListFilters, names: ChipNames): FilterChip<InvoiceListFilters>[] {
  const chips = commonChips(filters, names);
  if (due.write(filters.due).length === 0) return chips;
  const text = `Due: ${rangeText(filters.due, names.day)}`;
  return [...chips, { id: 'due', text, without: { ...filters, due: due.none } }];
}

/** The body of the list request (LS-26, DEC-46). */
export function filterBody(
  request: Pick<PageRequest<'INVOICE', InvoiceListFilters>, 'query' | 'persona' | 'userId' | 'onlyOwn'>,
): InvoiceFilterBody & { vendorData: ChosenVendor[] } {
  const { query, persona, userId, onlyOwn } = request;
  const dueDate = rangeBody(query.filters.due);
  return {
    ...statusFilters(statusTab('INVOICE', persona, query.status), userId),
    numbers: query.number === '' ? [] : [query.number],
    ...commonBody(query, userId, onlyOwn),
    ...(dueDate && { dueDate }),
  };
}
