import { formatDay } from '#domain/values/days';
import { useDepartments, usePeople } from '../../../../forms/document/model/use-reference-data.ts';
import { useDateFormat } from '../../../../parts/display/date-format.tsx';
import type { ChipNames, CommonFilters } from './common-filters.ts';
import { namesWaiting } from './waiting-filters.ts';

/** The displayed names of the ids and days of applied filters. */
export function useChipNames(filters: CommonFilters, onlyOwn: boolean): ChipNames {
  const format = useDateFormat();
  const { data: departments } = useDepartments(filters.departmentIds.length > 0);
  const namesCreators = !onlyOwn && filters.creatorIds.length > 0;
  const { data: people } = usePeople(namesCreators || namesWaiting(filters));
  const nameOf =
    (all: readonly { id: string; name: string }[] | undefined, fallback: string) => (id: string) =>
      all ? (all.find((one) => one.id === id)?.name ?? fallback) : '…';
  return {
    department: nameOf(departments, 'Unknown department'),
    person: nameOf(people, 'someone unknown'),
    day: (day) => formatDay(day, format),
  };
}
