import { statusFilters, statusTab } from '#domain/lists/lists';
import type { InvoiceFilterBody } from '#domain/lists/list-filters';
import { commonBody } from '../../documents/list/filters/common-filters.ts';
import type { ChosenVendor, CommonFilters } from '../../documents/list/filters/common-filters.ts';
import type { PageRequest } from '../../documents/list/list-definition.ts';

/** The body of the list request (LS-26, DEC-46). */
export function filterBody(
  request: Pick<PageRequest<'INVOICE', CommonFilters>, 'query' | 'persona' | 'userId' | 'onlyOwn'>,
): InvoiceFilterBody & { vendorData: ChosenVendor[] } {
  const { query, persona, userId, onlyOwn } = request;
  return {
    ...statusFilters(statusTab('INVOICE', persona, query.status), userId),
    numbers: query.number === '' ? [] : [query.number],
    ...commonBody(query, userId, onlyOwn),
  };
}
