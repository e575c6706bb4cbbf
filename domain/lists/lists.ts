import { Refusal } from '#domain/codes';
import { personas, type DocType, type Persona, type Status } from '#domain/document';
import type { PurchaseOrderFilterBody } from './list-filters.ts';

/** LS-03, LS-05, LS-09, DEC-46: what each type's list sorts by, and its default. */
export const sorts = {
  PO: {
    types: ['PO_NUMBER', 'DATE', 'VENDOR_NAME', 'DEPARTMENT', 'DESCRIPTION', 'CREATED_BY', 'TOTAL', 'STATUS'],
    default: { type: 'PO_NUMBER', direction: 'DESC' },
  },
  INVOICE: {
    types: ['NUMBER', 'DATE', 'VENDOR_NAME', 'DEPARTMENT', 'DESCRIPTION', 'CREATED_BY', 'TOTAL', 'STATUS'],
    default: { type: 'NUMBER', direction: 'DESC' },
  },
  PAYMENT: {
    types: ['PAYMENT_NUMBER', 'DATE', 'VENDOR_NAME', 'PAYMENT_TYPE', 'BANK_NAME', 'TOTAL', 'STATUS'],
    default: { type: 'PAYMENT_NUMBER', direction: 'DESC' },
  },
} as const satisfies Record<DocType, unknown>;

export type SortType<Type extends DocType = 'PO'> = (typeof sorts)[Type]['types'][number];
export type Direction = 'ASC' | 'DESC';
export interface Sort<Type extends DocType = 'PO'> {
  type: SortType<Type>;
  direction: Direction;
}

/** LS-04: `TYPE,DIR` of the query, or the type's default when absent. Anything else is `invalid_parameter`. */
export function parseSort<Type extends DocType>(docType: Type, sort: string | undefined): Sort<Type> {
  if (sort === undefined || sort === '') return sorts[docType].default;
  const [type = '', direction, ...rest] = sort.split(',');
  const known = sorts[docType].types.find((one) => one === type);
  if (known === undefined || (direction !== 'ASC' && direction !== 'DESC') || rest.length > 0) {
    throw new Refusal('invalid_parameter', { message: `sort is not valid: ${sort.slice(0, 60)}` });
  }
  return { type: known, direction };
}

/** The `sort` of a query. */
export function sortText({ type, direction }: Sort<DocType>): string {
  return `${type},${direction}`;
}

/** LS-23, DEC-47. */
export const pageSize = { dashboard: 50, mobile: 20, shows: 20 } as const;
const maximumCount = 200;

/** The last row of the page before, as its reader has it: the list goes on behind it unless it has changed since. */
export interface After {
  id: string;
  version: number;
}

/** The page that a query asks for: `page` from 1, `count` cut to 200 (DEC-47). */
export interface Page {
  page: number;
  count: number;
  /** Spares the way to a page far down; the answer is the same without. */
  after?: After;
}

/** The `after` of a query. */
export function formatCursor({ id, version }: After): string {
  return `${id},${version}`;
}

type PageText = { [Name in keyof Page]?: string | undefined };

/** LS-01, LS-24: `page` and `count` as the query has them. What is no positive whole number is `invalid_parameter`. */
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

function parseAfter(text: string): After {
  const [, id, version] = /^([\w-]{1,100}),(\d{1,9})$/.exec(text) ?? [];
  if (id === undefined) throw new Refusal('invalid_parameter', { message: 'after is not valid.' });
  return { id, version: Number(version) };
}

/** DEC-01: in any case; CREATOR when absent. */
export function parsePersona(persona: string | undefined): Persona {
  const known = personas.find((one) => one === (persona ?? 'CREATOR').toUpperCase());
  if (known === undefined) throw new Refusal('invalid_parameter', { message: 'persona is not valid.' });
  return known;
}

/** LS-21: whether a page follows the one just loaded. */
export function hasNextPage({ page, count }: Omit<Page, 'after'>, total: number): boolean {
  return page < Math.ceil(total / count);
}

/** LS-31: both empty, ordered, or one side missing. */
export const invalidDateRange = 'Invalid date range';
export function dateRangeFits(startDate: string | null, endDate: string | null): boolean {
  return !startDate || !endDate || startDate <= endDate;
}

/** LS-12, LS-13, DEC-46: a tab of the status select, and what it puts into the body. */
export interface StatusTab {
  key: string;
  label: string;
  statuses: readonly Status[];
  /** The user's own id goes into this filter; the server forces it in the approver persona. */
  mine?: 'approverIds' | 'voiderIds' | 'denierIds';
  isRevision?: true;
  isDefault?: true;
}

/** LS-12, LS-13, LS-16, LS-17: purchase orders and invoices have the same tabs. */
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

/** DEC-46: the tabs per persona; what is marked default is what a list opens with. */
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

/** The tab with this key, else the persona's default one. */
export function statusTab(docType: DocType, persona: Persona, key: string | null): StatusTab {
  const tabs: readonly StatusTab[] = statusTabs[docType][persona];
  const tab = tabs.find((one) => one.key === key) ?? tabs.find((one) => one.isDefault) ?? tabs[0];
  if (!tab) throw new Refusal('invalid_parameter', { message: 'status is not valid.' });
  return tab;
}

/** DEC-46: the part of the body that a tab of the PO list stands for. */
export function tabFilters(tab: StatusTab, userId: string): PurchaseOrderFilterBody {
  const { statuses: poStatuses, ...rest } = statusFilters(tab, userId);
  return { poStatuses, ...rest };
}

/** The same for lists whose body says `statuses`: invoices and payments. */
export function statusFilters(tab: StatusTab, userId: string) {
  return {
    statuses: [...tab.statuses],
    ...(tab.mine ? { [tab.mine]: [userId] } : {}),
    ...(tab.isRevision ? { isRevision: true } : {}),
  };
}

/** LS-32, DEC-18: what may be typed into a number search, and how much. */
export const numberSearch = {
  PO: { type: 'numeric', maximumLength: 10 },
  INVOICE: { type: 'multi', maximumLength: 30 },
  PAYMENT: { type: 'alphaNumeric', maximumLength: 20 },
} as const satisfies Record<DocType, { type: NumberSearchType; maximumLength: number }>;

const refused = {
  numeric: /\D/g,
  alpha: /[^A-Za-z]/g,
  alphaNumeric: /[^A-Za-z0-9]/g,
  multi: /(?!)/g,
} as const;
export type NumberSearchType = keyof typeof refused;

/** LS-32: the typed text without what its search type does not take. */
export function normalizeNumberInput(
  typed: string,
  search: { type: NumberSearchType; maximumLength: number },
): string {
  return typed.replace(refused[search.type], '').slice(0, search.maximumLength);
}

/** DEC-18: what is looked for inside PO numbers, whose own leading zeros are ignored too. '' finds every number. */
export function poNumberPattern(typed: string): string {
  return typed.trim().replace(/^0+/, '');
}

/** DEC-18: what is looked for inside invoice and payment numbers, in any case. */
export function numberPattern(typed: string): string {
  return typed.trim().toUpperCase();
}

/** A row of a list, and whether it stands in the queue of whoever reads it. */
export type Listed<Row> = Row & { isWaiting: boolean };

/** What a list comes to, loaded or not, in each of its currencies: that of most documents first (LS-46). */
export interface ListSums {
  sums: { currency: string; totalCost: number }[];
}

/** A queue says it with each page; any other list when it is asked for it. */
export type QueueTotals = Partial<ListSums>;
