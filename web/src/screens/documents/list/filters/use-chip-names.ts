import { formatDay } from '#domain/values/days';
import { useDepartments, usePeople } from '../../../../forms/document/model/use-reference-data.ts';
import { useDateFormat } from '../../../../parts/display/date-format.tsx';
import type { ChipNames, CommonFilters } from './common-filters.ts';

/** How the ids and days of applied filters are written. */
export function useChipNames(filters: CommonFilters, onlyOwn: boolean): ChipNames {
  const format = useDateFormat();
  const { data: departments } = useDepartments(filters.departmentIds.length > 0);
  const { data: people } = usePeople(!onlyOwn && filters.creatorIds.length > 0);
  const named = (all: readonly { id: string; name: string }[] | undefined, gone: string) => (id: string) =>
    all ? (all.find((one) => one.id === id)?.name ?? gone) : '…';
  return {
    department: named(departments, 'Unknown department'),
    person: named(people, 'someone unknown'),
    day: (day) => formatDay(day, format),
  };
}
