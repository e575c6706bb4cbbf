import { asc, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { DocType } from '#domain/document';
import type { Page, Sort, SortType } from '#domain/lists';
import type { ShowStore } from '../open.ts';
import { documents } from './document-tables.ts';
import { payments } from './invoice-tables.ts';
import { documentsWhere, leads } from './list-documents.ts';
import type { Counted, DocumentsRequest } from './list-documents.ts';

const headerColumns = {
  DATE: documents.businessDay,
  VENDOR_NAME: documents.vendorName,
  DEPARTMENT: documents.departmentName,
  DESCRIPTION: documents.description,
  CREATED_BY: documents.creatorName,
  TOTAL: documents.totalCents,
  STATUS: documents.submissionStatus,
} as const;

/** DEC-46: what each type's list sorts by. The list of payments joins their own table. */
const sortColumns = {
  PO: { ...headerColumns, PO_NUMBER: documents.numberSort },
  INVOICE: { ...headerColumns, NUMBER: documents.numberSort },
  PAYMENT: {
    PAYMENT_NUMBER: documents.numberSort,
    DATE: documents.businessDay,
    VENDOR_NAME: documents.vendorName,
    PAYMENT_TYPE: payments.paymentType,
    BANK_NAME: payments.bankName,
    TOTAL: documents.totalCents,
    STATUS: documents.submissionStatus,
  },
} as const satisfies { [Type in DocType]: Record<SortType<Type>, SQLiteColumn> };

/** The order of a list; the newest id first among equals (DEC-46). */
function orderOf<Type extends DocType>(docType: Type, sort: Sort<Type>, walks: boolean): SQL[] {
  const columns: Record<string, SQLiteColumn> = sortColumns[docType];
  const column = columns[sort.type] ?? documents.numberSort;
  // Behind a plus a column has no index: what was gathered is sorted, where the index would lead through the whole show.
  const by = walks ? sql`${column}` : sql`+${column}`;
  return [
    sort.direction === 'ASC' ? asc(by) : desc(by),
    walks ? desc(documents.id) : desc(sql`+${documents.id}`),
  ];
}

/** A list's condition, and how its documents are found. */
interface Selection {
  where: SQL | undefined;
  /** The order of an index is walked until the page is full; else the few that fit are gathered and sorted. */
  walks: boolean;
  /** What the page and the total need of the type's own table, if anything. */
  joinsPayments: boolean;
}

/**
 * One page of a list, found in an index alone where the condition allows it: what lies before the page costs its index
 * entries. `from` is what a query of its documents begins with, `on` and `order` what it goes on with.
 */
export function pageOf<Type extends DocType>(
  { db }: ShowStore,
  docType: Type,
  { where, walks, joinsPayments }: Selection,
  sort: Sort<Type>,
  page: Page,
) {
  const rows = db
    .select({ row: sql<number>`${documents}.rowid`.as('row') })
    .from(documents)
    .$dynamic();
  if (joinsPayments) rows.innerJoin(payments, eq(payments.documentId, documents.id));
  const from = rows
    .where(where)
    .orderBy(...orderOf(docType, sort, walks))
    .limit(page.count)
    .offset((page.page - 1) * page.count)
    .as('page');
  return { from, on: sql`${documents}.rowid = ${from.row}`, order: orderOf(docType, sort, false) };
}

/** How many documents a list has: from what is counted as it changes, or else one by one. */
export function totalOf(
  store: ShowStore,
  request: DocumentsRequest,
  { where, joinsPayments }: Selection,
  own: readonly (SQL | undefined)[],
) {
  const counted = own.every((one) => one === undefined) ? countedBy(request) : null;
  if (counted)
    return store.db
      .select({ total: sql<number>`coalesce(sum(total), 0)` })
      .from(sql`${sql.raw(counted)} AS documents`)
      .where(documentsWhere(store, request, [], counted));
  const all = store.db
    .select({ total: sql<number>`count(*)` })
    .from(documents)
    .$dynamic();
  if (joinsPayments) all.innerJoin(payments, eq(payments.documentId, documents.id));
  return all.where(where);
}

/** The table whose columns are all that this condition asks; null: none. */
function countedBy({ filters, persona, visibility, byNumber }: DocumentsRequest): Counted | null {
  const {
    departmentIds = [],
    vendorNumbers = [],
    creatorIds = [],
    approverIds = [],
    voiderIds = [],
  } = filters;
  const isDated = filters.dateRange?.startDate || filters.dateRange?.endDate;
  const asksVotes = approverIds.length > 0 || voiderIds.length > 0 || (filters.denierIds ?? []).length > 0;
  if (isDated || byNumber || vendorNumbers.length > 0 || asksVotes) return null;
  const byPeople = departmentIds.length > 0 || creatorIds.length > 0;
  if (persona === 'APPROVER')
    return byPeople || filters.statuses.includes('SUBMITTED_FOR_APPROVAL') ? null : 'approver_counts';
  return visibility.kind === 'ALL' && !byPeople ? 'document_totals' : 'document_counts';
}

/** The list's selection; `own` is what only this type filters by. */
export function selectionOf<Type extends DocType>(
  store: ShowStore,
  request: DocumentsRequest & { docType: Type; sort: Sort<Type> },
  own: readonly (SQL | undefined)[],
  joinsPayments = false,
): Selection {
  const { filters, sort } = request;
  const { vendorNumbers = [], creatorIds = [] } = filters;
  const byVendor = vendorNumbers.length > 1 || (vendorNumbers.length === 1 && sort.type !== 'DATE');
  const isFew = leads(request) || byVendor || creatorIds.length > 0;
  return { where: documentsWhere(store, request, own), walks: !isFew && !joinsPayments, joinsPayments };
}
