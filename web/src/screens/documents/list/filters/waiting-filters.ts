import { flag, someOf } from './filter-parts.ts';
import type { FilterPart, FilterParts } from './filter-parts.ts';
import type { FilterChip } from './filter-definition.ts';
import type { OpenQuestionFilter } from '#domain/lists/list-filters';
import { isDay } from '#domain/values/days';

/** The filters that all lists have: by waiting time, person, question, draft, accounting and period (WAIT-07, WAIT-08, WAIT-14, COV-27, ASK-07, BULK-10, AC-06, PERIOD-10). */
export interface WaitingFilters {
  /** The last day of arrival. '' for any. */
  waitingSince: string;
  waitingWith: readonly string[];
  isWaitingForNobody: boolean;
  /** An absent user: only what nobody may decide in their place. '' for any. */
  notCoveredFor: string;
  /** A step of an approval flow. */
  waitingAt: StepOfFlow | null;
  /** Documents by id, as home names them. Empty for all. */
  documentIds: readonly string[];
  /** Null: with and without open questions. */
  openQuestion: OpenQuestionFilter | null;
  isDraftToSubmit: boolean;
  isFailedToSendToAccounting: boolean;
  /** Names of accounting periods. */
  accountingPeriods: readonly string[];
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

const openQuestion: FilterPart<OpenQuestionFilter | null> = {
  none: null,
  read: (params) => ({ any: 'ANY' as const, me: 'TO_ME' as const })[params.get('question') ?? ''] ?? null,
  write: (value) => (value === null ? [] : [['question', value === 'ANY' ? 'any' : 'me']]),
};

const notCoveredFor: FilterPart<string> = {
  none: '',
  read: (params) => params.get('notCovered') ?? '',
  write: (id) => (id ? [['notCovered', id]] : []),
};

export const waitingParts: FilterParts<WaitingFilters> = {
  waitingSince: since,
  waitingWith: someOf('waitingWith'),
  isWaitingForNobody: flag('nobody'),
  notCoveredFor,
  waitingAt,
  documentIds: someOf('document'),
  openQuestion,
  isDraftToSubmit: flag('drafts'),
  isFailedToSendToAccounting: flag('failed'),
  accountingPeriods: someOf('period'),
};

/** The filters in the request body. A list by waiting time has only documents in approval, and so have its totals. */
export function waitingBody(filters: WaitingFilters, sort: { type: string }) {
  return {
    isWaiting: sort.type === 'WAITING_SINCE' ? true : null,
    waitingSince: filters.waitingSince || null,
    waitingWith: [...filters.waitingWith],
    ...(filters.isWaitingForNobody && { isWaitingForNobody: true }),
    ...(filters.notCoveredFor && { notCoveredFor: filters.notCoveredFor }),
    ...(filters.waitingAt && { waitingAt: filters.waitingAt }),
    ...(filters.documentIds.length > 0 && { documentIds: [...filters.documentIds] }),
    // Absent, so that the first request of a list is the one that was sent ahead.
    ...(filters.openQuestion && { openQuestion: filters.openQuestion }),
    ...(filters.isDraftToSubmit && { isDraftToSubmit: true }),
    ...(filters.isFailedToSendToAccounting && { isFailedToSendToAccounting: true }),
    ...(filters.accountingPeriods.length > 0 && { accountingPeriods: [...filters.accountingPeriods] }),
  };
}

/** Whether their chips name users. */
export function namesWaiting({ waitingWith, notCoveredFor: absent }: WaitingFilters): boolean {
  return waitingWith.length > 0 || absent !== '';
}

/** The same filters with only drafts to submit; the object itself when they are shown already (BULK-10). */
export function withDrafts<Filters extends WaitingFilters>(filters: Filters): Filters {
  return filters.isDraftToSubmit ? filters : { ...filters, isDraftToSubmit: true };
}

export function waitingChips<Filters extends WaitingFilters>(
  filters: Filters,
  names: { person: (id: string) => string; day: (day: string) => string },
): FilterChip<Filters>[] {
  const { waitingSince, waitingWith, notCoveredFor: absent, waitingAt: at, documentIds } = filters;
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
    ...(filters.isWaitingForNobody
      ? [{ id: 'nobody', text: 'Waits for nobody', without: { ...filters, isWaitingForNobody: false } }]
      : []),
    ...(absent
      ? [
          {
            id: 'not-covered',
            text: `Only ${names.person(absent)} can decide`,
            without: { ...filters, notCoveredFor: '' },
          },
        ]
      : []),
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
    ...(filters.openQuestion
      ? [
          {
            id: 'question',
            text: filters.openQuestion === 'ANY' ? 'Open question' : 'Question to me',
            without: { ...filters, openQuestion: null },
          },
        ]
      : []),
    ...(filters.isDraftToSubmit
      ? [{ id: 'drafts', text: 'Drafts to submit', without: { ...filters, isDraftToSubmit: false } }]
      : []),
    ...(filters.isFailedToSendToAccounting
      ? [
          {
            id: 'failed',
            text: 'Failed to send to Accounting',
            without: { ...filters, isFailedToSendToAccounting: false },
          },
        ]
      : []),
    ...filters.accountingPeriods.map((name) => ({
      id: `period:${name}`,
      text: name,
      without: {
        ...filters,
        accountingPeriods: filters.accountingPeriods.filter((one) => one !== name),
      },
    })),
  ];
}
