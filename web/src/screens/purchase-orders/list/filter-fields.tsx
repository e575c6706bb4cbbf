import { useCallback } from 'react';
import { dateRangeFits, invalidDateRange } from '#domain/lists';
import { vendorSearch } from '#domain/vendor';
import { findVendors, readVendor } from '../../../forms/purchase-order/reference.ts';
import type { Department, Person } from '../../../forms/purchase-order/reference.ts';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { DateField } from '../../../parts/date-field.tsx';
import { useFlash } from '../../../parts/flash.tsx';
import { MultiPick } from '../../../parts/multi-pick.tsx';
import { Select, personOption } from '../../../parts/select.tsx';
import type { Option } from '../../../parts/select.tsx';
import { useSession } from '../../../session/session.tsx';
import { useDepartmentPeople } from './department-people.ts';
import type { ListFilters } from './list-query.ts';

/** LS-42 */
const SEARCH_AFTER_MS = 500;

export interface FilterFieldsProps {
  filters: ListFilters;
  change: (part: Partial<ListFilters>) => void;
  departments: readonly Department[];
  people: readonly Person[];
  /** PE-18: only one's own documents can be seen, so the creator is settled. */
  onlyOwn: boolean;
}

/** One that the lists do not know, or not yet, has no name to be called by. */
function picked(ids: readonly string[], options: readonly Option[]): Option[] {
  return ids.map((id) => options.find((option) => option.id === id) ?? { id, text: 'Unknown' });
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((one) => one !== id);
}

function DateRange({ filters, change }: FilterFieldsProps) {
  const fits = dateRangeFits(filters.startDate || null, filters.endDate || null);
  return (
    <div className="grid grid-cols-2 gap-3">
      <DateField label="From" value={filters.startDate} onChange={(startDate) => change({ startDate })} />
      <DateField
        label="To"
        value={filters.endDate}
        onChange={(endDate) => change({ endDate })}
        error={fits ? null : invalidDateRange}
      />
    </div>
  );
}

/** LS-36: with departments chosen, only their people are offered. */
function creatorOptions(people: readonly Person[], among: ReadonlySet<string> | null | undefined): Option[] {
  return people
    .filter(({ id }) => among === null || among?.has(id))
    .map(personOption)
    .toSorted((a, b) => a.text.localeCompare(b.text));
}

function CreatorField(props: FilterFieldsProps) {
  const { filters, change, departments, people, onlyOwn } = props;
  const { user } = useSession();
  const among = useDepartmentPeople(departments, filters.departmentIds);
  if (onlyOwn) {
    return (
      <Select
        label="Created By"
        options={[{ id: user.id, text: 'Me' }]}
        value={user.id}
        onChange={() => undefined}
        isReadOnly
      />
    );
  }
  return (
    <MultiPick
      label="Created By"
      options={creatorOptions(people, among)}
      emptyText={among === undefined ? 'Loading...' : 'Nothing found.'}
      picked={picked(filters.creatorIds, people.map(personOption))}
      onPick={({ id }) => change({ creatorIds: [...filters.creatorIds, id] })}
      onRemove={(id) => change({ creatorIds: without(filters.creatorIds, id) })}
      placeholder="Anyone"
    />
  );
}

function VendorField({ filters, change }: FilterFieldsProps) {
  const { show } = useSession();
  const flash = useFlash();
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      const found = await findVendors(show.id, text, false, signal);
      return found.map(({ id, name }): Option => ({ id, text: name }));
    },
    [show.id],
  );
  const pick = async (option: Option) => {
    try {
      const { number, name } = await readVendor(show.id, option.id);
      if (filters.vendors.some((vendor) => vendor.number === number)) return;
      change({ vendors: [...filters.vendors, { number, name }] });
    } catch {
      flash('error', 'Error retrieving vendor list.');
    }
  };
  return (
    <MultiPick
      label="Vendor"
      search={search}
      minLength={vendorSearch.minimumLength}
      debounceMs={SEARCH_AFTER_MS}
      picked={filters.vendors.map(({ number, name }) => ({ id: number, text: name }))}
      onPick={(option) => void pick(option)}
      onRemove={(number) => change({ vendors: filters.vendors.filter((one) => one.number !== number) })}
      placeholder="Search Vendor..."
    />
  );
}

const orderOptions: readonly Option[] = [
  { id: 'any', text: 'All' },
  { id: 'only', text: 'Only change orders' },
  { id: 'none', text: 'No change orders' },
];

/** LS-25: what the list can be narrowed by, beside status and number. */
export function FilterFields(props: FilterFieldsProps) {
  const { filters, change, departments } = props;
  const offered = departments.map(({ id, name, isActive }): Option => ({
    id,
    text: name,
    ...(!isActive && { detail: 'Inactive' }),
  }));
  const order = filters.isAdjustment === null ? 'any' : filters.isAdjustment ? 'only' : 'none';
  return (
    <div className="grid gap-3">
      <DateRange {...props} />
      <MultiPick
        label="Departments"
        options={offered}
        picked={picked(filters.departmentIds, offered)}
        onPick={({ id }) => change({ departmentIds: [...filters.departmentIds, id] })}
        onRemove={(id) => change({ departmentIds: without(filters.departmentIds, id) })}
        placeholder="Any department"
      />
      <CreatorField {...props} />
      <VendorField {...props} />
      <Select
        label="Change Orders"
        options={orderOptions}
        value={order}
        onChange={(id) => change({ isAdjustment: id === 'any' || id === null ? null : id === 'only' })}
      />
      <Checkbox
        label="Failed to send to Accounting"
        isSelected={filters.isFailedToSend}
        onChange={(isFailedToSend) => change({ isFailedToSend })}
      />
    </div>
  );
}
