import { someOf } from './filter-parts.ts';
import type { FilterPart, FilterParts } from './filter-parts.ts';
import type { FilterChip } from './filter-definition.ts';
import { isDay } from '#domain/values/days';

/** The filters by waiting time and by person, which all lists have (WAIT-07, WAIT-08). */
export interface WaitingFilters {
  /** The last day of arrival. '' for any. */
  waitingSince: string;
  waitingWith: readonly string[];
}

const since: FilterPart<string> = {
  none: '',
  read: (params) => {
    const day = params.get('waitingSince') ?? '';
    return isDay(day) ? day : '';
  },
  write: (day) => (day ? [['waitingSince', day]] : []),
};

export const waitingParts: FilterParts<WaitingFilters> = {
  waitingSince: since,
  waitingWith: someOf('waitingWith'),
};

/** The filters in the request body. A list by waiting time has only documents in approval, and so have its totals. */
export function waitingBody(filters: WaitingFilters, sort: { type: string }) {
  return {
    isWaiting: sort.type === 'WAITING_SINCE' ? true : null,
    waitingSince: filters.waitingSince || null,
    waitingWith: [...filters.waitingWith],
  };
}

export function waitingChips<Filters extends WaitingFilters>(
  filters: Filters,
  names: { person: (id: string) => string; day: (day: string) => string },
): FilterChip<Filters>[] {
  const { waitingSince, waitingWith } = filters;
  return [
    ...(waitingSince
      ? [
          {
            id: 'waiting-since',
            text: `Waiting since ${names.day(waitingSince)} or earlier`,
            without: { ...filters, waitingSince: '' },
          },
        ]
      : []),
    ...waitingWith.map((id) => ({
      id: `waiting-with:${id}`,
      text: `With ${names.person(id)}`,
      without: { ...filters, waitingWith: waitingWith.filter((one) => one !== id) },
    })),
  ];
}
