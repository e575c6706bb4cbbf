import { isDay } from '#domain/values/days';
import { dateRangeFits } from '#domain/lists/lists';

/** One filter of a list, as stored in the address. It is applied if it writes a parameter. */
export interface FilterPart<Value> {
  none: Value;
  /** Ignores invalid parameters. */
  read: (params: URLSearchParams) => Value;
  write: (value: Value) => readonly (readonly [name: string, value: string])[];
}

/** All filters that the popover of a list sets. */
export type FilterParts<Filters> = { readonly [Name in keyof Filters]: FilterPart<Filters[Name]> };

/** A date range. Either day may be missing (''). */
export interface DayRange {
  startDate: string;
  endDate: string;
}

function day(text: string | null): string {
  return text !== null && isDay(text) ? text : '';
}

/** A date range in two parameters. */
export function rangeOf(first: string, last: string): FilterPart<DayRange> {
  return {
    none: { startDate: '', endDate: '' },
    read: (params) => ({ startDate: day(params.get(first)), endDate: day(params.get(last)) }),
    write: ({ startDate, endDate }) => [
      ...(startDate ? [[first, startDate] as const] : []),
      ...(endDate ? [[last, endDate] as const] : []),
    ],
  };
}

/** (LS-37) */
export const dayRange = rangeOf('from', 'to');

/** A filter that is on or off. */
export function flag(name: string): FilterPart<boolean> {
  return {
    none: false,
    read: (params) => params.get(name) === 'yes',
    write: (isOn) => (isOn ? [[name, 'yes']] : []),
  };
}

/** Such as `Mar 1 to Mar 7`, `From Mar 1` or `Until Mar 7`. */
export function rangeText({ startDate, endDate }: DayRange, format: (day: string) => string): string {
  if (startDate && endDate) return `${format(startDate)} to ${format(endDate)}`;
  return startDate ? `From ${format(startDate)}` : `Until ${format(endDate)}`;
}

/** (LS-31) */
export function rangeFits({ startDate, endDate }: DayRange): boolean {
  return dateRangeFits(startDate || null, endDate || null);
}

/** The range in the request body. Null if it ends before it starts. */
export function rangeBody(range: DayRange): { startDate: string | null; endDate: string | null } | null {
  const { startDate, endDate } = range;
  if (!rangeFits(range) || (!startDate && !endDate)) return null;
  return { startDate: startDate || null, endDate: endDate || null };
}

/** A filter with any number of ids or names. */
export function someOf(name: string): FilterPart<readonly string[]> {
  return {
    none: [],
    read: (params) => params.getAll(name),
    write: (values) => values.map((value) => [name, value] as const),
  };
}

function names<Filters>(parts: FilterParts<Filters>): (keyof Filters)[] {
  return Object.keys(parts) as (keyof Filters)[];
}

function mapped<Filters>(
  parts: FilterParts<Filters>,
  value: <Name extends keyof Filters>(part: FilterPart<Filters[Name]>) => Filters[Name],
): Filters {
  return Object.fromEntries(names(parts).map((name) => [name, value(parts[name])])) as Filters;
}

export function noFilters<Filters>(parts: FilterParts<Filters>): Filters {
  return mapped(parts, ({ none }) => none);
}

export function readFilters<Filters>(parts: FilterParts<Filters>, params: URLSearchParams): Filters {
  return mapped(parts, ({ read }) => read(params));
}

export function writeFilters<Filters>(parts: FilterParts<Filters>, filters: Filters): [string, string][] {
  return names(parts).flatMap((name) => parts[name].write(filters[name]).map(([key, value]) => [key, value]));
}

/** The number of applied filters. A date range counts once (LS-30). */
export function filterCount<Filters>(parts: FilterParts<Filters>, filters: Filters): number {
  return names(parts).filter((name) => parts[name].write(filters[name]).length > 0).length;
}
