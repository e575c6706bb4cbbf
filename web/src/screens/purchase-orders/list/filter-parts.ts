import { commonParts } from '../../documents/list/filters/common-filters.ts';
import type { CommonFilters } from '../../documents/list/filters/common-filters.ts';
import { rangeOf } from '../../documents/list/filters/filter-parts.ts';
import type { DayRange, FilterPart, FilterParts } from '../../documents/list/filters/filter-parts.ts';

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

export const rentalEnd = rangeOf('rentalFrom', 'rentalTo');

export const purchaseOrderParts: FilterParts<PurchaseOrderListFilters> = {
  ...commonParts,
  isAdjustment,
  importId,
  rentalEnd,
};
