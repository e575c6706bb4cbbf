import { editableStatuses } from '#domain/document';
import { dayRange, flag, rangeBody, rangeFits, rangeText, someOf } from './filter-parts.ts';
import type { DayRange, FilterPart, FilterParts } from './filter-parts.ts';
import { waitingBody, waitingChips, waitingParts } from './waiting-filters.ts';
import type { WaitingFilters } from './waiting-filters.ts';
import type { FilterChip } from './filter-definition.ts';

/** A selected vendor. The filter uses the number, the chip shows the name. */
export interface ChosenVendor {
  number: string;
  name: string;
}

/** The filters that purchase orders and invoices share (LS-25, LS-26). */
export interface CommonFilters extends WaitingFilters {
  range: DayRange;
  departmentIds: readonly string[];
  creatorIds: readonly string[];
  vendors: readonly ChosenVendor[];
  /** Only the user's own documents. */
  isOwn: boolean;
  submissionStatuses: readonly EditableStatus[];
}

type EditableStatus = (typeof editableStatuses)[number];

/** The statuses by which a list has a filter besides its tabs. */
const submissionStatuses: FilterPart<readonly EditableStatus[]> = {
  ...someOf('state'),
  none: [],
  read: (params) => editableStatuses.filter((text) => params.getAll('state').includes(text)),
};

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
  isOwn: flag('own'),
  submissionStatuses,
  ...waitingParts,
};

export function commonFit({ range }: CommonFilters): boolean {
  return rangeFits(range);
}

/**
 * The shared filters in the request body (DEC-46). A user who sees only their own documents has no other creator to
 * choose (PE-18).
 */
export function commonBody(
  { filters, sort }: { filters: CommonFilters; sort: { type: string } },
  userId: string,
  onlyOwn: boolean,
) {
  return {
    dateRange: rangeBody(filters.range),
    departmentIds: [...filters.departmentIds],
    creatorIds: onlyOwn ? [userId] : [...filters.creatorIds],
    vendorNumbers: filters.vendors.map(({ number }) => number),
    ...(filters.isOwn && { isOwn: true }),
    ...(filters.submissionStatuses.length > 0 && { submissionStatuses: [...filters.submissionStatuses] }),
    ...waitingBody(filters, sort),
  };
}

/** Functions that return the displayed form of ids and days. */
export interface ChipNames {
  department: (id: string) => string;
  person: (id: string) => string;
  day: (day: string) => string;
}

/** One chip for the date range (LS-37). */
export function rangeChips<Filters extends { range: DayRange }>(
  filters: Filters,
  day: ChipNames['day'],
): FilterChip<Filters>[] {
  const { range } = filters;
  if (!range.startDate && !range.endDate) return [];
  return [{ id: 'range', text: rangeText(range, day), without: { ...filters, range: dayRange.none } }];
}

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
    ...(filters.isOwn ? [{ id: 'own', text: 'My documents', without: { ...filters, isOwn: false } }] : []),
    ...filters.submissionStatuses.map((text) => ({
      id: `state:${text}`,
      text,
      without: {
        ...filters,
        submissionStatuses: filters.submissionStatuses.filter((one) => one !== text),
      },
    })),
    ...waitingChips(filters, names),
  ];
}
