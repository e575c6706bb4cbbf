import { Select } from '../../../parts/fields/select.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { CommonFields } from '../../documents/list/filters/common-filter-fields.tsx';
import type { FilterFieldsProps } from '../../documents/list/filters/filter-definition.ts';
import type { PurchaseOrderListFilters } from './filter-parts.ts';

const orderOptions: readonly Option[] = [
  { id: 'any', text: 'All' },
  { id: 'only', text: 'Only change orders' },
  { id: 'none', text: 'No change orders' },
];

/** The filters apart from status and number (LS-25). */
export function FilterFields(props: FilterFieldsProps<PurchaseOrderListFilters>) {
  const { filters, change } = props;
  const order = filters.isAdjustment === null ? 'any' : filters.isAdjustment ? 'only' : 'none';
  return (
    <>
      <CommonFields {...props} />
      <Select
        label="Change Orders"
        options={orderOptions}
        value={order}
        onChange={(id) => change({ isAdjustment: id === 'any' || id === null ? null : id === 'only' })}
      />
    </>
  );
}
