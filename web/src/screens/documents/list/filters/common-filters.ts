import { dayRange, rangeBody, rangeFits, someOf } from './filter-parts.ts';
import type { DayRange, FilterPart, FilterParts } from './filter-parts.ts';
import type { FilterChip } from './filter-definition.ts';

/** A chosen vendor: the filter goes by its number, people by its name. */
export interface ChosenVendor {
  number: string;
  name: string;
}

/** What purchase orders and invoices are narrowed by alike (LS-25, LS-26). */
export interface CommonFilters {
  range: DayRange;
  departmentIds: readonly string[];
  creatorIds: readonly string[];
  vendors: readonly ChosenVendor[];
}

function readVendor(text: string): ChosenVendor {
  const at = text.indexOf('~');
  return at < 0 ? { number: text, name: text } : { number: text.slice(0, at), name: text.slice(at + 1) };
}

const vendors: FilterPart<readonly ChosenVendor[]> = {
  none: [],
  read: (params) => params.getAll('vendor').map(readVendor),
  write: (chosen) => chosen.map(({ number, name }) => ['vendor', `${number}~${name}`] as const),
};

export const commonParts: FilterParts<CommonFilters> = {
  range: dayRange,
  departmentIds: someOf('department'),
  creatorIds: someOf('creator'),
  vendors,
};

export function commonFit({ range }: CommonFilters): boolean {
  return rangeFits(range);
}

/** Their part of the body (DEC-46). PE-18: somebody who sees only his own has no other creator to choose. */
export function commonBody(filters: CommonFilters, userId: string, onlyOwn: boolean) {
  return {
    dateRange: rangeBody(filters.range),
    departmentIds: [...filters.departmentIds],
    creatorIds: onlyOwn ? [userId] : [...filters.creatorIds],
    vendorNumbers: filters.vendors.map(({ number }) => number),
    vendorData: [...filters.vendors],
  };
}

/** How ids and days are written. */
export interface ChipNames {
  department: (id: string) => string;
  person: (id: string) => string;
  day: (day: string) => string;
}

function rangeText({ startDate, endDate }: DayRange, day: ChipNames['day']): string {
  if (startDate && endDate) return `${day(startDate)} to ${day(endDate)}`;
  return startDate ? `From ${day(startDate)}` : `Until ${day(endDate)}`;
}

/** LS-37: one chip for the days. */
export function rangeChips<Filters extends { range: DayRange }>(
  filters: Filters,
  day: ChipNames['day'],
): FilterChip<Filters>[] {
  const { range } = filters;
  if (!range.startDate && !range.endDate) return [];
  return [{ id: 'range', text: rangeText(range, day), without: { ...filters, range: dayRange.none } }];
}

/** The applied filters, each to be taken away by itself. */
export function commonChips<Filters extends CommonFilters>(
  filters: Filters,
  names: ChipNames,
): FilterChip<Filters>[] {
  const { departmentIds, creatorIds } = filters;
  return [
    ...rangeChips(filters, names.day),
    ...departmentIds.map((id) => ({
      id: `department:${id}`,
      text: names.department(id),
      without: { ...filters, departmentIds: departmentIds.filter((one) => one !== id) },
    })),
    ...creatorIds.map((id) => ({
      id: `creator:${id}`,
      text: `By ${names.person(id)}`,
      without: { ...filters, creatorIds: creatorIds.filter((one) => one !== id) },
    })),
    ...filters.vendors.map(({ number, name }) => ({
      id: `vendor:${number}`,
      text: name,
      without: { ...filters, vendors: filters.vendors.filter((one) => one.number !== number) },
    })),
  ];
}
