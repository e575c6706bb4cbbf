import { someOf } from './filter-parts.ts';
import type { FilterPart, FilterParts } from './filter-parts.ts';
import type { FilterChip } from './filter-definition.ts';
import { isDay } from '#domain/values/days';

/** The filters by waiting time and by person, which all lists have (WAIT-07, WAIT-08). */
export interface WaitingFilters {
  /** The last day of arrival. '' for any. */
  waitingSince: string;
  waitingWith: readonly string[];
  /** A step of an approval flow. */
  waitingAt: StepOfFlow | null;
  /** Documents by id, as home names them. Empty for all. */
  documentIds: readonly string[];
}

interface StepOfFlow {
  workflowTemplateId: string;
  step: string;
}

const waitingAt: FilterPart<StepOfFlow | null> = {
  none: null,
  read: (params) => {
    const [, workflowTemplateId, step] = /^([^~]+)~(.+)$/.exec(params.get('waitingAt') ?? '') ?? [];
    return workflowTemplateId && step ? { workflowTemplateId, step } : null;
  },
  write: (at) => (at ? [['waitingAt', `${at.workflowTemplateId}~${at.step}`]] : []),
};

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
  waitingAt,
  documentIds: someOf('document'),
};

/** The filters in the request body. A list by waiting time has only documents in approval, and so have its totals. */
export function waitingBody(filters: WaitingFilters, sort: { type: string }) {
  return {
    isWaiting: sort.type === 'WAITING_SINCE' ? true : null,
    waitingSince: filters.waitingSince || null,
    waitingWith: [...filters.waitingWith],
    ...(filters.waitingAt && { waitingAt: filters.waitingAt }),
    ...(filters.documentIds.length > 0 && { documentIds: [...filters.documentIds] }),
  };
}

export function waitingChips<Filters extends WaitingFilters>(
  filters: Filters,
  names: { person: (id: string) => string; day: (day: string) => string },
): FilterChip<Filters>[] {
  const { waitingSince, waitingWith, waitingAt: at, documentIds } = filters;
  return [
    ...(waitingSince
      ? [
          {
            id: 'waiting-since',
            text: `Waiting since ${names.day(waitingSince)} or longer`,
            without: { ...filters, waitingSince: '' },
          },
        ]
      : []),
    ...waitingWith.map((id) => ({
      id: `waiting-with:${id}`,
      text: `With ${names.person(id)}`,
      without: { ...filters, waitingWith: waitingWith.filter((one) => one !== id) },
    })),
    ...(at ? [{ id: 'waiting-at', text: `At ${at.step}`, without: { ...filters, waitingAt: null } }] : []),
    ...(documentIds.length > 0
      ? [
          {
            id: 'documents',
            text: documentIds.length === 1 ? '1 document' : `${documentIds.length} documents`,
            without: { ...filters, documentIds: [] },
          },
        ]
      : []),
  ];
}
