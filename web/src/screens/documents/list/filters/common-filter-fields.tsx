import { isGuarantor } from '#domain/identity/permissions';
import { useRef } from 'react';
import { vendorSearch } from '#domain/reference-data/vendor';
import {
  findVendors,
  readVendor,
  useDepartments,
  usePeople,
} from '../../../../forms/document/model/use-reference-data.ts';
import type { Person } from '../../../../forms/document/model/use-reference-data.ts';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { MultiSelect } from '../../../../parts/fields/multi-select.tsx';
import { Select, memberOption } from '../../../../parts/fields/select.tsx';
import type { Option } from '../../../../parts/fields/select.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../../parts/hooks/use-debounced.ts';
import { useSession } from '../../../../session/session.tsx';
import type { CommonFilters } from './common-filters.ts';
import { DateRange } from './date-range.tsx';
import { useDepartmentPeople } from './use-department-members.ts';
import { WaitingFields } from './waiting-fields.tsx';
import type { FilterFieldsProps } from './filter-definition.ts';
import type { Department } from '#domain/management/management-response';

type Fields = FilterFieldsProps<CommonFilters>;

/** An id that is not in the options, or not yet, has no name. */
function picked(ids: readonly string[], options: readonly Option[]): Option[] {
  return ids.map((id) => options.find((option) => option.id === id) ?? { id, text: 'Unknown' });
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((one) => one !== id);
}

const noMembers: readonly Person[] = [];

/** With departments selected, only their members are offered (LS-36). */
function creatorOptions(people: readonly Person[], inList: ReadonlySet<string> | null | undefined): Option[] {
  return people
    .filter(({ id, roleId }) => !isGuarantor({ role: roleId }) && (inList === null || inList?.has(id)))
    .map(memberOption)
    .toSorted((a, b) => a.text.localeCompare(b.text));
}

function CreatorField(props: Fields & { departments: readonly Department[] }) {
  const { filters, change, departments, onlyOwn } = props;
  const { data, error } = usePeople(!onlyOwn);
  const people = data ?? noMembers;
  const { user } = useSession();
  const inList = useDepartmentPeople(departments, filters.departmentIds);
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
    <MultiSelect
      label="Created By"
      options={creatorOptions(people, inList)}
      isLoadingOptions={(!data && !error) || inList === undefined}
      emptyText={inList === undefined ? 'Loading...' : 'Nothing found.'}
      picked={picked(filters.creatorIds, people.map(memberOption))}
      onPick={({ id }) => change({ creatorIds: [...filters.creatorIds, id] })}
      onRemove={(id) => change({ creatorIds: without(filters.creatorIds, id) })}
      placeholder="Anyone"
    />
  );
}

function VendorField({ filters, change, changeLater, pendingChoice }: Fields) {
  const { show } = useSession();
  const flash = useToast();
  // The search returns vendor ids, the filter uses vendor numbers.
  const numbers = useRef(new Map<string, string>());
  const isChosen = (id: string) => filters.vendors.some(({ number }) => number === numbers.current.get(id));
  const search = async (text: string, signal: AbortSignal) => {
    const matches = await findVendors(show.id, text, false, signal);
    return matches.filter(({ id }) => !isChosen(id)).map(({ id, name }): Option => ({ id, text: name }));
  };
  const pick = async ({ id }: Option): Promise<boolean> => {
    try {
      const { number, name } = await readVendor(show.id, id);
      numbers.current.set(id, number);
      changeLater(({ vendors }) =>
        vendors.some((vendor) => vendor.number === number) ? {} : { vendors: [...vendors, { number, name }] },
      );
      return true;
    } catch {
      flash('error', 'Error retrieving vendor list.');
      return false;
    }
  };
  return (
    <MultiSelect
      label="Vendor"
      search={search}
      minLength={vendorSearch.minimumLength}
      debounceMs={SEARCH_DEBOUNCE_MS}
      picked={filters.vendors.map(({ number, name }) => ({ id: number, text: name }))}
      onPick={(option) => pendingChoice.add(pick(option))}
      onRemove={(number) => change({ vendors: filters.vendors.filter((one) => one.number !== number) })}
      placeholder="Search Vendor..."
    />
  );
}

/** The filters that purchase orders and invoices share, apart from status and number (LS-25, LS-26). */
export function CommonFields(props: Fields) {
  const { filters, change } = props;
  const { data, error } = useDepartments();
  const departments = data ?? [];
  const offered = departments.map(({ id, name, isActive }): Option => ({
    id,
    text: name,
    ...(!isActive && { detail: 'Inactive' }),
  }));
  return (
    <>
      <DateRange range={filters.range} onChange={(range) => change({ range })} />
      <MultiSelect
        label="Departments"
        options={offered}
        isLoadingOptions={!data && !error}
        picked={picked(filters.departmentIds, offered)}
        onPick={({ id }) => change({ departmentIds: [...filters.departmentIds, id] })}
        onRemove={(id) => change({ departmentIds: without(filters.departmentIds, id) })}
        placeholder="Any department"
      />
      <CreatorField {...props} departments={departments} />
      <VendorField {...props} />
      <WaitingFields filters={filters} change={change} />
    </>
  );
}
