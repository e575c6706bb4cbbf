import { Refusal } from '#domain/codes';
import { personas, type DocType, type Persona, type Status } from '#domain/document';
import type { PurchaseOrderFilterBody } from './list-filters.ts';
import type { OpenQuestion } from '#domain/questions/question-response';
import type { Waiting } from '#domain/workflow/waiting-response';
import type { ExtraColumns } from './extra-columns.ts';
import type { ListTotals } from './list-response.ts';

/** The sort types of each list, and its default (LS-03, LS-05, LS-09, DEC-46). */
export const sorts = {
  PO: {
    types: [
      'PO_NUMBER',
      'DATE',
      'VENDOR_NAME',
      'DEPARTMENT',
      'DESCRIPTION',
      'CREATED_BY',
      'TOTAL',
      'STATUS',
      'WAITING_SINCE',
    ],
    default: { type: 'PO_NUMBER', direction: 'DESC' },
  },
  INVOICE: {
    types: [
      'NUMBER',
      'DATE',
      'VENDOR_NAME',
      'DEPARTMENT',
      'DESCRIPTION',
      'CREATED_BY',
      'TOTAL',
      'STATUS',
      'WAITING_SINCE',
    ],
    default: { type: 'NUMBER', direction: 'DESC' },
  },
  PAYMENT: {
    types: [
      'PAYMENT_NUMBER',
      'DATE',
      'VENDOR_NAME',
      'PAYMENT_TYPE',
      'BANK_NAME',
      'TOTAL',
      'STATUS',
      'WAITING_SINCE',
    ],
    default: { type: 'PAYMENT_NUMBER', direction: 'DESC' },
  },
} as const satisfies Record<DocType, unknown>;

export type SortType<Type extends DocType = 'PO'> = (typeof sorts)[Type]['types'][number];
export type Direction = 'ASC' | 'DESC';
export interface Sort<Type extends DocType = 'PO'> {
  type: SortType<Type>;
  direction: Direction;
}

/**
 * Parses `TYPE,DIR`, or returns the type's default when absent. Throws `invalid_parameter` for anything else (LS-04).
 */
export function parseSort<Type extends DocType>(docType: Type, sort: string | undefined): Sort<Type> {
  if (sort === undefined || sort === '') return sorts[docType].default;
  const [type = '', direction, ...rest] = sort.split(',');
  const match = sorts[docType].types.find((one) => one === type);
  if (match === undefined || (direction !== 'ASC' && direction !== 'DESC') || rest.length > 0) {
    throw new Refusal('invalid_parameter', { message: `sort is not valid: ${sort.slice(0, 60)}` });
  }
  return { type: match, direction };
}

/** Formats the `sort` of a query. */
export function sortText({ type, direction }: Sort<DocType>): string {
  return `${type},${direction}`;
}

/** LS-23, DEC-47. */
export const pageSize = { dashboard: 50, mobile: 20, shows: 20 } as const;
const maximumCount = 200;

/** The last row of the previous page as the client has it: the next page starts after it unless the row has changed. */
export interface PageCursor {
  id: string;
  version: number;
  /** The row's value of the sort column: the next page starts after it, whatever has become of the row (VIEW-64). */
  key?: string | number;
}

/** The requested page: `page` from 1, `count` limited to 200 (DEC-47). */
export interface Page {
  page: number;
  count: number;
  /** Avoids counting through to a late page; the result is the same without it. */
  after?: PageCursor;
}

/** Formats the `after` of a query. */
export function formatCursor({ id, version }: PageCursor): string {
  return `${id},${version}`;
}

type PageText = { [Name in keyof Page]?: string | undefined };

/** Parses `page` and `count`. Throws `invalid_parameter` for anything but a positive integer (LS-01, LS-24). */
export function parsePage(query: PageText): Page {
  const whole = (name: 'page' | 'count', fallback: number) => {
    const text = query[name];
    if (text === undefined || text === '') return fallback;
    if (!/^\d{1,7}$/.test(text) || Number(text) < 1)
      throw new Refusal('invalid_parameter', { message: `${name} is not valid.` });
    return Number(text);
  };
  return {
    page: whole('page', 1),
    count: Math.min(whole('count', pageSize.dashboard), maximumCount),
    ...(query.after && { after: parseAfter(query.after) }),
  };
}

function parseAfter(text: string): PageCursor {
  const [, id, version] = /^([\w-]{1,100}),(\d{1,9})$/.exec(text) ?? [];
  if (id === undefined) throw new Refusal('invalid_parameter', { message: 'after is not valid.' });
  return { id, version: Number(version) };
}

/** Ignores case; defaults to CREATOR (DEC-01). */
export function parsePersona(persona: string | undefined): Persona {
  const match = personas.find((one) => one === (persona ?? 'CREATOR').toUpperCase());
  if (match === undefined) throw new Refusal('invalid_parameter', { message: 'persona is not valid.' });
  return match;
}

/** True when a page follows the one just loaded (LS-21). */
export function hasNextPage({ page, count }: Omit<Page, 'after'>, total: number): boolean {
  return page < Math.ceil(total / count);
}

/** Valid when the days are in order, or one or both are missing (LS-31). */
export const invalidDateRange = 'Invalid date range';
export function dateRangeFits(startDate: string | null, endDate: string | null): boolean {
  return !startDate || !endDate || startDate <= endDate;
}

/** A tab of the status select, and its filters in the body (LS-12, LS-13, DEC-46). */
export interface StatusTab {
  key: string;
  label: string;
  statuses: readonly Status[];
  /** The filter that receives the user's own id; the server forces it in the approver persona. */
  mine?: 'approverIds' | 'voiderIds' | 'denierIds';
  isRevision?: true;
  isDefault?: true;
}

/** Purchase orders and invoices have the same tabs (LS-12, LS-13, LS-16, LS-17). */
const orderTabs = {
  CREATOR: [
    { key: 'all', label: 'Show All', statuses: [] },
    {
      key: 'in-progress',
      label: 'In Progress',
      statuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'],
      isDefault: true,
    },
    { key: 'approved', label: 'Approved', statuses: ['APPROVED'] },
    { key: 'void', label: 'Voided', statuses: ['VOID'] },
  ],
  APPROVER: [
    {
      key: 'in-progress',
      label: 'Pending Approval',
      statuses: ['SUBMITTED_FOR_APPROVAL'],
      isDefault: true,
    },
    { key: 'awaiting-revision', label: 'Awaiting Revision', statuses: ['DRAFT'], isRevision: true },
    { key: 'approved', label: 'Approved By Me', statuses: ['APPROVED'], mine: 'approverIds' },
    { key: 'void', label: 'Voided By Me', statuses: ['VOID'], mine: 'voiderIds' },
  ],
} as const;

/** The tabs of each persona; a list opens with the default one (DEC-46). */
export const statusTabs = {
  PO: orderTabs,
  INVOICE: orderTabs,
  PAYMENT: {
    CREATOR: [
      { key: 'all', label: 'Show All', statuses: [] },
      { key: 'draft', label: 'Draft', statuses: ['DRAFT'], isDefault: true },
      { key: 'in-progress', label: 'Pending Approval', statuses: ['SUBMITTED_FOR_APPROVAL'] },
      { key: 'approved', label: 'Approved', statuses: ['APPROVED'] },
      { key: 'denied', label: 'Denied', statuses: ['DENIED'] },
    ],
    APPROVER: [
      {
        key: 'in-progress',
        label: 'Pending Approval',
        statuses: ['SUBMITTED_FOR_APPROVAL'],
        isDefault: true,
      },
      { key: 'approved', label: 'Approved By Me', statuses: ['APPROVED'], mine: 'approverIds' },
      { key: 'denied', label: 'Denied By Me', statuses: ['DENIED'], mine: 'denierIds' },
    ],
  },
} as const satisfies Record<DocType, Record<Persona, readonly StatusTab[]>>;

/** Returns the tab with this key, else the persona's default tab. */
export function statusTab(docType: DocType, persona: Persona, key: string | null): StatusTab {
  const tabs: readonly StatusTab[] = statusTabs[docType][persona];
  const tab = tabs.find((one) => one.key === key) ?? tabs.find((one) => one.isDefault) ?? tabs[0];
  if (!tab) throw new Refusal('invalid_parameter', { message: 'status is not valid.' });
  return tab;
}

/** Returns a tab's filters in the body of the PO list (DEC-46). */
export function tabFilters(tab: StatusTab, userId: string): PurchaseOrderFilterBody {
  const { statuses: poStatuses, ...rest } = statusFilters(tab, userId);
  return { poStatuses, ...rest };
}

/** The same for lists whose body has `statuses`: invoices and payments. */
export function statusFilters(tab: StatusTab, userId: string) {
  return {
    statuses: [...tab.statuses],
    ...(tab.mine ? { [tab.mine]: [userId] } : {}),
    ...(tab.isRevision ? { isRevision: true } : {}),
  };
}

/** Allowed characters and maximum length of a number search (LS-32, DEC-18). */
export const numberSearch = {
  PO: { type: 'numeric', maximumLength: 10 },
  INVOICE: { type: 'multi', maximumLength: 30 },
  PAYMENT: { type: 'alphaNumeric', maximumLength: 20 },
} as const satisfies Record<DocType, { type: NumberSearchType; maximumLength: number }>;

const disallowedCharacters = {
  numeric: /\D/g,
  alpha: /[^A-Za-z]/g,
  alphaNumeric: /[^A-Za-z0-9]/g,
  multi: /(?!)/g,
} as const;
export type NumberSearchType = keyof typeof disallowedCharacters;

/** Removes the characters that the search type does not allow (LS-32). */
export function normalizeNumberInput(
  typed: string,
  search: { type: NumberSearchType; maximumLength: number },
): string {
  return typed.replace(disallowedCharacters[search.type], '').slice(0, search.maximumLength);
}

/** Normalizes a search inside PO numbers, ignoring leading zeros. '' matches every number (DEC-18). */
export function poNumberPattern(typed: string): string {
  return typed.trim().replace(/^0+/, '');
}

/** Normalizes a search inside invoice and payment numbers, ignoring case (DEC-18). */
export function numberPattern(typed: string): string {
  return typed.trim().toUpperCase();
}

/**
 * A row of a list. `isWaiting` is true when it is in the user's queue, with `onBehalfOf` for that of an absent approver
 * (COV-02).
 */
export type ListRow<Row> = Row & {
  isWaiting: boolean;
  onBehalfOf?: { userId: string; name: string } | undefined;
  openQuestion?: OpenQuestion | undefined;
  waiting: Waiting | null;
  /** The data of added columns (VIEW-03). */
  extra?: ExtraColumns | undefined;
};

/** A queue returns its totals with each page; other lists have a separate request. */
export type QueueTotals = Partial<ListTotals>;
