import { statusFilters, statusTab } from '#domain/lists/lists';
import type { InvoiceFilterBody } from '#domain/lists/list-filters';
import { commonBody, commonChips } from '../../documents/list/filters/common-filters.ts';
import type { ChipNames } from '../../documents/list/filters/common-filters.ts';
import { rangeBody, rangeText } from '../../documents/list/filters/filter-parts.ts';
import type { PageRequest } from '../../documents/list/list-definition.ts';
import type { FilterChip } from '../../documents/list/filters/filter-definition.ts';
import { due } from './filter-parts.ts';
import type { InvoiceListFilters } from './filter-parts.ts';

export function filterChips(filters: InvoiceListFilters, names: ChipNames): FilterChip<InvoiceListFilters>[] {
  const chips = commonChips(filters, names);
  if (due.write(filters.due).length === 0) return chips;
  const text = `Due: ${rangeText(filters.due, names.day)}`;
  return [...chips, { id: 'due', text, without: { ...filters, due: due.none } }];
}

/** The body of the list request (LS-26, DEC-46). */
export function filterBody(
  request: Pick<PageRequest<'INVOICE', InvoiceListFilters>, 'query' | 'persona' | 'userId' | 'onlyOwn'>,
): InvoiceFilterBody {
  const { query, persona, userId, onlyOwn } = request;
  const dueDate = rangeBody(query.filters.due);
  return {
    ...statusFilters(statusTab('INVOICE', persona, query.status), userId),
    numbers: query.number === '' ? [] : [query.number],
    ...commonBody(query, userId, onlyOwn),
    ...(dueDate && { dueDate }),
  };
}
