import type { DocType } from '#domain/document';
import type { DocumentFilters } from './document-filters.ts';

interface Traits {
  /**
   * How the filter finds its documents: by their ids, a few that are collected and sorted, or many in the order of an
   * index.
   */
  finds: 'IDS' | 'FEW' | 'MANY';
  /** The tables of counts that have its column. */
  countedIn: 'ALL' | 'DOCUMENT_COUNTS' | 'NONE';
}

const many = { finds: 'MANY', countedIn: 'NONE' } as const;
const few = { finds: 'FEW', countedIn: 'NONE' } as const;
const byIds = { finds: 'IDS', countedIn: 'NONE' } as const;

/** A filter of one type alone is a condition of that type, which no table of counts has. */
const filterTraits = {
  statuses: { finds: 'MANY', countedIn: 'ALL' },
  dateRange: many,
  departmentIds: { finds: 'MANY', countedIn: 'DOCUMENT_COUNTS' },
  vendorNumbers: many,
  creatorIds: { finds: 'FEW', countedIn: 'DOCUMENT_COUNTS' },
  isRevision: { finds: 'MANY', countedIn: 'ALL' },
  isWaiting: few,
  waitingSince: few,
  waitingWith: byIds,
  isWaitingForNobody: few,
  notCoveredFor: byIds,
  waitingAt: few,
  documentIds: byIds,
  isOwn: { finds: 'FEW', countedIn: 'DOCUMENT_COUNTS' },
  submissionStatuses: { finds: 'FEW', countedIn: 'ALL' },
  openQuestion: byIds,
  isDraftToSubmit: byIds,
  isFailedToSendToAccounting: byIds,
  accountingPeriods: few,
  group: few,
  approverIds: many,
  voiderIds: many,
  denierIds: many,
} as const satisfies Record<keyof DocumentFilters, Traits>;

/** Whether a filter narrows the list. */
function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && typeof value === 'object' ? Object.values(value).some(Boolean) : Boolean(value);
}

const filterNames = Object.keys(filterTraits) as (keyof DocumentFilters)[];

function activeFilters(filters: DocumentFilters) {
  return filterNames.filter((name) => isSet(filters[name]));
}

/** Whether a filter finds the documents by their ids. */
export function findsIds(docType: DocType, filters: DocumentFilters): boolean {
  const { group } = filters;
  const byGroup = group?.by !== undefined && ['ACCOUNT', 'APPROVER'].includes(group.by) && group.key !== '';
  return (
    byGroup ||
    activeFilters(filters).some(
      // Anyone submits a payment, so its drafts are not found by their owners.
      (name) => filterTraits[name].finds === 'IDS' && !(name === 'isDraftToSubmit' && docType === 'PAYMENT'),
    )
  );
}

/** Whether a filter selects so few documents that they are collected and sorted, without a scan of the whole list. */
export function findsFew(filters: DocumentFilters): boolean {
  return activeFilters(filters).some((name) => filterTraits[name].finds === 'FEW');
}

/** The tables of counts that have the columns of all filters. */
export function countedIn(filters: DocumentFilters): Traits['countedIn'] {
  const tables = activeFilters(filters).map((name): Traits['countedIn'] => filterTraits[name].countedIn);
  return (['NONE', 'DOCUMENT_COUNTS'] as const).find((table) => tables.includes(table)) ?? 'ALL';
}
