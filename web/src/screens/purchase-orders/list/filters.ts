import { statusTab, tabFilters } from '#domain/lists/lists';
import type { PurchaseOrderFilterBody } from '#domain/lists/list-filters';
import { commonBody, commonChips } from '../../documents/list/filters/common-filters.ts';
import type { ChipNames } from '../../documents/list/filters/common-filters.ts';
import { rangeBody, rangeText } from '../../documents/list/filters/filter-parts.ts';
import type { PageRequest } from '../../documents/list/list-definition.ts';
import type { FilterChip } from '../../documents/list/filters/filter-definition.ts';
import { rentalEnd } from './filter-parts.ts';
import type { PurchaseOrderListFilters } from './filter-parts.ts';

export function filterChips(
  filters: PurchaseOrderListFilters,
  names: ChipNames,
): FilterChip<PurchaseOrderListFilters>[] {
  const orders = filters.isAdjustment ? 'Change orders' : 'No change orders';
  return [
    ...commonChips(filters, names),
    ...(filters.isAdjustment === null
      ? []
      : [{ id: 'co', text: orders, without: { ...filters, isAdjustment: null } }]),
    ...(filters.importId
      ? [{ id: 'import', text: 'Imported together', without: { ...filters, importId: '' } }]
      : []),
    ...(rentalEnd.write(filters.rentalEnd).length > 0
      ? [
          {
            id: 'rental',
            text: `Rental ends: ${rangeText(filters.rentalEnd, names.day)}`,
            without: { ...filters, rentalEnd: rentalEnd.none },
          },
        ]
      : []),
  ];
}

/** The body of the list request: status tab, number and filters (LS-25, DEC-46). */
export function filterBody(
  request: Pick<PageRequest<'PO', PurchaseOrderListFilters>, 'query' | 'persona' | 'userId' | 'onlyOwn'>,
): PurchaseOrderFilterBody {
  const { query, persona, userId, onlyOwn } = request;
  const { filters } = query;
  const rentalEnds = rangeBody(filters.rentalEnd);
  return {
    ...tabFilters(statusTab('PO', persona, query.status), userId),
    poNumbers: query.number === '' ? [] : [query.number],
    ...commonBody(query, userId, onlyOwn),
    isAdjustment: filters.isAdjustment,
    importId: filters.importId || null,
    ...(rentalEnds && { rentalEnd: rentalEnds }),
  };
}
