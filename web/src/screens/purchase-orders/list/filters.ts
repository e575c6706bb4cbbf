import { statusTab, tabFilters } from '#domain/lists/lists';
import type { PurchaseOrderFilterBody } from '#domain/lists/list-filters';
import { commonBody, commonChips, commonParts } from '../../documents/list/filters/common-filters.ts';
import type { ChipNames, ChosenVendor, CommonFilters } from '../../documents/list/filters/common-filters.ts';
import { rangeBody, rangeOf, rangeText } from '../../documents/list/filters/filter-parts.ts';
import type { DayRange, FilterPart, FilterParts } from '../../documents/list/filters/filter-parts.ts';
import type { PageRequest } from '../../documents/list/list-definition.ts';
import type { FilterChip } from '../../documents/list/filters/filter-definition.ts';

/** The filters apart from status and number (LS-25). */
export interface PurchaseOrderListFilters extends CommonFilters {
  /** Null: with and without change orders. */
  isAdjustment: boolean | null;
  importId: string;
  /** Orders with a rental that ends on one of these days. */
  rentalEnd: DayRange;
}

const isAdjustment: FilterPart<boolean | null> = {
  none: null,
  read: (params) => {
    const order = params.get('co');
    return order === 'only' ? true : order === 'none' ? false : null;
  },
  write: (value) => (value === null ? [] : [['co', value ? 'only' : 'none']]),
};

const importId: FilterPart<string> = {
  none: '',
  read: (params) => params.get('import') ?? '',
  write: (value) => (value ? [['import', value]] : []),
};

const rentalEnd = rangeOf('rentalFrom', 'rentalTo');

export const purchaseOrderParts: FilterParts<PurchaseOrderListFilters> = {
  ...commonParts,
  isAdjustment,
  importId,
  rentalEnd,
};

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
): PurchaseOrderFilterBody & { vendorData: ChosenVendor[] } {
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
