import { Refusal } from '#domain/codes';
import type { DocType, Persona } from '#domain/document';
import { sorts } from './lists.ts';

/** A list of a person: the creator's or the approver's of one type. Settings and views belong to one (VIEW-04). */
export const listNames = [
  'PO_CREATOR',
  'PO_APPROVER',
  'INVOICE_CREATOR',
  'INVOICE_APPROVER',
  'PAYMENT_CREATOR',
  'PAYMENT_APPROVER',
] as const;
export type ListName = (typeof listNames)[number];

export function listNameOf(docType: DocType, persona: Persona): ListName {
  return `${docType}_${persona}`;
}

export function docTypeOfList(list: ListName): DocType {
  return list.startsWith('PO') ? 'PO' : list.startsWith('INVOICE') ? 'INVOICE' : 'PAYMENT';
}

/** The columns of the contract in their order, which are the default (LS-03, LS-09, PA-06, VIEW-01). */
export const defaultColumns = {
  PO: [...sorts.PO.types, 'ATTACHMENTS'],
  INVOICE: [...sorts.INVOICE.types, 'ATTACHMENTS'],
  PAYMENT: [...sorts.PAYMENT.types, 'ATTACHMENTS'],
} as const;

/** The columns that a person can add (VIEW-02). */
export const addedColumns = {
  PO: ['WAITING_WITH', 'WAITING_FROM', 'AGE', 'ACCOUNTS', 'REMAINING', 'FLAGS', 'CHANGED_AT', 'PERIOD'],
  INVOICE: [
    'WAITING_WITH',
    'WAITING_FROM',
    'AGE',
    'DUE_DATE',
    'ORDER_NUMBERS',
    'ACCOUNTS',
    'FLAGS',
    'CHANGED_AT',
    'PERIOD',
  ],
  PAYMENT: ['WAITING_WITH', 'WAITING_FROM', 'AGE', 'CHANGED_AT', 'PERIOD'],
} as const satisfies Record<DocType, readonly string[]>;

export type AddedColumn = (typeof addedColumns)[DocType][number];
export type ColumnId = (typeof defaultColumns)[DocType][number] | AddedColumn;

/** Columns whose data is read only for a list that shows them (VIEW-03). */
export const fetchedColumns = [
  'ORDER_NUMBERS',
  'ACCOUNTS',
  'REMAINING',
  'FLAGS',
  'CHANGED_AT',
  'PERIOD',
] as const;
export type FetchedColumn = (typeof fetchedColumns)[number];

/** Every column of a list, in the order in which they are offered. */
export function columnsOf(docType: DocType): readonly ColumnId[] {
  return [...defaultColumns[docType], ...addedColumns[docType]];
}

/** Parses the `columns` of a query, in its order. A name that this list does not have is ignored (VIEW-03). */
export function parseColumns(docType: DocType, text: string | undefined): ColumnId[] {
  const known = columnsOf(docType);
  const named = new Set((text ?? '').slice(0, 500).split(','));
  return [...named].flatMap((name) => known.find((id) => id === name) ?? []);
}

/** The header of each column, on the screen and in an export (LS-03, LS-09, PA-06, VIEW-02). */
const commonNames = {
  DATE: 'Date',
  VENDOR_NAME: 'Vendor',
  DEPARTMENT: 'Department',
  DESCRIPTION: 'Description',
  CREATED_BY: 'Created By',
  TOTAL: 'Total',
  STATUS: 'Status',
  WAITING_SINCE: 'Waiting',
  ATTACHMENTS: 'Attachment',
  WAITING_WITH: 'Waiting With',
  WAITING_FROM: 'Waiting Since',
  AGE: 'Age',
  ACCOUNTS: 'Accounts',
  FLAGS: 'Flags',
  CHANGED_AT: 'Last Change',
  PERIOD: 'Period',
};
export const columnNames: {
  [Type in DocType]: Record<
    (typeof defaultColumns)[Type][number] | (typeof addedColumns)[Type][number],
    string
  >;
} = {
  PO: { ...commonNames, PO_NUMBER: 'PO #', ATTACHMENTS: 'Attachments', REMAINING: 'Remaining' },
  INVOICE: { ...commonNames, NUMBER: 'Invoice#', DUE_DATE: 'Due Date', ORDER_NUMBERS: 'PO #' },
  PAYMENT: {
    ...commonNames,
    PAYMENT_NUMBER: 'Payment #',
    VENDOR_NAME: 'Vendor Name',
    PAYMENT_TYPE: 'Payment Type',
    BANK_NAME: 'Bank Name',
  },
};

export function columnName(docType: DocType, id: ColumnId): string {
  const names: Partial<Record<ColumnId, string>> = columnNames[docType];
  return names[id] ?? id;
}

/** The columns among these whose data must be read, in one order for the same set. */
export function fetchedAmong(ids: readonly string[]): FetchedColumn[] {
  return fetchedColumns.filter((id) => ids.includes(id));
}

/** Width in pixels that a person may give a column (VIEW-04). */
export const columnWidth = { minimum: 64, maximum: 640, step: 16 } as const;

export interface ChosenColumn {
  id: string;
  /** Null: the column's own width. */
  width: number | null;
}

/**
 * The chosen columns that the list has, each once. The first column of the contract names the row, so it is always
 * there; null means the default (VIEW-04).
 */
export function knownColumns(
  docType: DocType,
  chosen: readonly ChosenColumn[] | null,
): (ChosenColumn & { id: ColumnId })[] | null {
  if (chosen === null) return null;
  const known = columnsOf(docType);
  const [name] = defaultColumns[docType];
  const seen = new Set<string>();
  const columns = chosen.flatMap(({ id, width }) => {
    const match = known.find((one) => one === id);
    if (match === undefined || seen.has(match)) return [];
    seen.add(match);
    return [{ id: match, width }];
  });
  return seen.has(name) ? columns : [{ id: name, width: null }, ...columns];
}

export const densities = ['COMFORTABLE', 'COMPACT'] as const;

/** How the documents of a list can be grouped (VIEW-20). */
export const groupings = {
  PO: ['VENDOR', 'DEPARTMENT', 'ACCOUNT', 'APPROVER', 'WEEK'],
  INVOICE: ['VENDOR', 'DEPARTMENT', 'ACCOUNT', 'APPROVER', 'WEEK'],
  PAYMENT: ['VENDOR', 'APPROVER', 'WEEK'],
} as const satisfies Record<DocType, readonly string[]>;
export type Grouping = (typeof groupings)['PO'][number];

/** Returns the grouping of this name that the list has, else null. */
export function groupingOf(docType: DocType, name: string | null | undefined): Grouping | null {
  return groupings[docType].find((one) => one === name) ?? null;
}

/** Parses the `by` of a query. Throws `invalid_parameter` for a grouping that the list does not have. */
export function parseGrouping(docType: DocType, name: string | undefined): Grouping {
  const grouping = groupingOf(docType, name);
  if (grouping === null) throw new Refusal('invalid_parameter', { message: 'by is not valid.' });
  return grouping;
}

/** Groups of one answer; a list with more is to be filtered first (VIEW-21). */
export const maxGroups = 500;

/** A vendor's group is named by its number, that of a vendor without one by its name. */
export const vendorNumberMark = '#';
