import { statusFilters, statusTab } from '#domain/lists/lists';
import type { InvoiceFilterBody } from '#domain/lists/list-filters';
import { commonBody } from '../../documents/list/filters/common-filters.ts';
import type { ChosenVendor, CommonFilters } from '../../documents/list/filters/common-filters.ts';
import type { PageQuestion } from '../../documents/list/list-definition.ts';

/** The body of the list call (LS-26, DEC-46). */
export function filterBody(
  question: Pick<PageQuestion<'INVOICE', CommonFilters>, 'query' | 'persona' | 'userId' | 'onlyOwn'>,
): InvoiceFilterBody & { vendorData: ChosenVendor[] } {
  const { query, persona, userId, onlyOwn } = question;
  return {
    ...statusFilters(statusTab('INVOICE', persona, query.status), userId),
    numbers: query.number === '' ? [] : [query.number],
    ...commonBody(query.filters, userId, onlyOwn),
  };
}
