import { and, asc, desc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { DocType, Status } from '#domain/document';
import { sorts } from '#domain/lists/lists';
import type { PageCursor, Page, Sort, SortType } from '#domain/lists/lists';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import type { Builder } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { payments } from '#store/show/tables/invoice-tables';
import { documentsWhere, selectsIds, statusesOf } from './document-filters.ts';
import type { DocumentFilters, DocumentsRequest } from './document-filters.ts';
import { findsFew } from './filter-traits.ts';

const headerColumns = {
  DATE: documents.businessDay,
  VENDOR_NAME: documents.vendorName,
  DEPARTMENT: documents.departmentName,
  DESCRIPTION: documents.description,
  CREATED_BY: documents.creatorName,
  TOTAL: documents.totalCents,
  STATUS: documents.submissionStatus,
  WAITING_SINCE: documents.waitingSince,
} as const;

/** The sort columns of each type's list. The list of payments joins the payments table (DEC-46). */
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
    WAITING_SINCE: documents.waitingSince,
  },
} as const satisfies { [Type in DocType]: Record<SortType<Type>, SQLiteColumn> };

export const listColumns = {
  id: documents.id,
  showId: documents.showId,
  version: documents.version,
  contentVersion: documents.contentVersion,
  revision: documents.revision,
  number: documents.number,
  milestones: documents.milestones,
  businessDay: documents.businessDay,
  description: documents.description,
  departmentId: documents.departmentId,
  departmentName: documents.departmentName,
  vendorName: documents.vendorName,
  currencyCode: documents.currencyCode,
  totalCents: documents.totalCents,
  costing: documents.costing,
  baseTotalCents: documents.baseTotalCents,
  creatorId: documents.creatorId,
  creatorName: documents.creatorName,
  creatorUsername: documents.creatorUsername,
  ownerId: documents.ownerId,
  status: documents.status,
  submissionStatus: documents.submissionStatus,
  currentStepId: documents.currentStepId,
  waitingSince: documents.waitingSince,
  nudgedAt: documents.nudgedAt,
  attachmentCount: documents.attachmentCount,
  currentChangeOrder: documents.currentChangeOrder,
  createdAt: documents.createdAt,
};

/** The condition of a list, and how its documents are found. */
export interface ListCondition {
  where: SQL | undefined;
  /**
   * Whether an index is scanned in order until the page is full; else the few matching documents are collected and
   * sorted.
   */
  usesIndexOrder: boolean;
  /** The statuses whose own index is in the order of the numbers; empty: any order, all statuses. */
  states: readonly Status[];
  /** Whether the page and the count need the payments table. */
  joinsPayments: boolean;
}

type ListRequest = Pick<DocumentsRequest, 'userId' | 'visibility'> & {
  page: Page;
  sort: Sort<DocType>;
  filters: Pick<DocumentFilters, 'isWaiting'>;
};

function hasKey(after: PageCursor | undefined): boolean {
  return after?.key !== undefined;
}

/** A list query that is prepared once for each shape of the request; the user and the page are bound. */
export function prepareListQuery<Request extends ListRequest, const Queries extends readonly Builder[]>(
  build: (source: Source, request: Request) => Queries,
) {
  type Bound = { userId: string; page: number; count: number } & Required<PageCursor>;
  const withValues = (request: Request, { userId, page, count, id, version, key }: Bound): Request => ({
    ...request,
    userId,
    visibility: { ...request.visibility, userId },
    page: {
      page,
      count,
      after: request.page.after && { id, version, ...(hasKey(request.page.after) && { key }) },
    },
    // The waiting time has no index: only documents in approval have one, which are few and are sorted (WAIT-06).
    filters: {
      ...request.filters,
      isWaiting: request.filters.isWaiting || request.sort.type === 'WAITING_SINCE',
    },
  });
  const noValues = { userId: '', page: 0, count: 0, id: '', version: 0, key: '' };
  const list = prepareRead((source, bound: Bound, shape: Request) => build(source, withValues(shape, bound)));
  return (source: Source, request: Request) => {
    const { page, count, after } = request.page;
    const bound = { ...noValues, userId: request.userId, page, count, ...after };
    return list(source, bound, withValues(request, noValues));
  };
}

/** D1 allows at most 5 selects in a compound select. */
const maxStates = 5;

/**
 * One page of a list, found by an index alone where the condition allows it. With a cursor the page starts directly
 * after that row; by its page number it costs the index entries of the pages before. `from` is the start of the query,
 * `on` and `order` are its join condition and its order, `key` is the sort key of a row, for the cursor after it.
 */
export function pageOf<Type extends DocType>(
  docType: Type,
  { where, usesIndexOrder, states, joinsPayments }: ListCondition,
  sort: Sort<Type>,
  page: Page,
) {
  const columns: Record<string, SQLiteColumn> = sortColumns[docType];
  const column = columns[sort.type] ?? documents.numberSort;
  const isUp = sort.direction === 'ASC';
  // A plus keeps SQLite from using the column's index: the collected documents are sorted, without a scan of the whole
  // show.
  const key = usesIndexOrder ? sql`${column}` : sql`+${column}`;
  // D1 binds at most 100 values, and each status repeats the whole condition.
  const hasRoom = states.length < maxStates;
  const after = hasKey(page.after) || (usesIndexOrder && hasRoom) ? page.after : undefined;
  const isText = column.dataType === 'string';
  const cursor = after ? cursorOf({ key, isText, isUp }, column, where, after) : null;
  const paymentsJoin = joinsPayments
    ? sql`INNER JOIN payments ON payments.document_id = documents.id`
    : sql``;
  const selectPart = (
    narrower: SQL | undefined,
  ) => sql`SELECT documents.rowid AS row, ${key} AS key, ${documents.id} AS id
    FROM documents ${paymentsJoin} WHERE ${and(where, narrower)}`;
  const statusParts = states.map((state) => selectPart(and(eq(documents.status, state), cursor?.nextRows)));
  const afterCursor =
    cursor && usesIndexOrder
      ? [selectPart(cursor.sameKey), selectPart(cursor.otherKeys)]
      : [selectPart(cursor?.nextRows)];
  const parts = states.length > 0 ? statusParts : afterCursor;
  const direction = isUp ? sql`ASC` : sql`DESC`;
  const offset = sql`(${page.page} - 1) * ${page.count}`;
  const from = sql`(${cursor?.table ?? sql``} ${sql.join(parts, sql` UNION ALL `)} ORDER BY key ${direction}, id DESC
    LIMIT ${page.count} OFFSET ${cursor ? cursor.skipUnlessFound(offset) : offset}) AS page`;
  return {
    from,
    key: sql<string | number>`page.key`,
    on: sql`documents.rowid = page.row`,
    order: [isUp ? asc(sql`page.key`) : desc(sql`page.key`), desc(sql`page.id`)],
  };
}

/**
 * The cursor of a page: the position after the key and id of a row, or after an unchanged row of the list, whose key is
 * read. When that row has changed, the offset is used instead.
 */
function cursorOf(
  order: { key: SQL; isText: boolean; isUp: boolean },
  column: SQLiteColumn,
  where: SQL | undefined,
  after: PageCursor,
) {
  const { key: sortKey, isText, isUp } = order;
  const unchangedRow = and(eq(documents.id, after.id), eq(documents.version, after.version), where);
  const position = hasKey(after)
    ? sql`SELECT ${after.key} AS key, ${after.id} AS id`
    : sql`SELECT ${column} AS key, ${documents.id} AS id FROM documents WHERE ${unchangedRow}`;
  const greatestText = sql`char(1114111)`;
  const smallestKey = isUp ? (isText ? sql`''` : sql`-9e18`) : isText ? greatestText : sql`9e18`;
  const key = sql`coalesce((SELECT key FROM cursor), ${smallestKey})`;
  const older = sql`${documents.id} < coalesce((SELECT id FROM cursor), ${greatestText})`;
  return {
    table: sql`WITH cursor AS (${position})`,
    /** Rows with the same key, and rows with another: each set is in the order of an index. */
    sameKey: sql`${sortKey} = ${key} AND ${older}`,
    otherKeys: isUp ? gt(sortKey, key) : lt(sortKey, key),
    /** Both in one condition, for columns with few equal keys. */
    nextRows: sql`${isUp ? gte(sortKey, key) : lte(sortKey, key)} AND (${sortKey} <> ${key} OR ${older})`,
    skipUnlessFound: (offset: SQL) => sql`CASE WHEN EXISTS (SELECT 1 FROM cursor) THEN 0 ELSE ${offset} END`,
  };
}

/**
 * The list's condition; `typeConditions` are those that only this type has. `selectsByTable`: one of them finds the
 * documents by an index of another table.
 */
export function listCondition<Type extends DocType>(
  store: Source,
  request: DocumentsRequest & { docType: Type; sort: Sort<Type> },
  typeConditions: readonly (SQL | undefined)[],
  { joinsPayments = false, selectsByTable = false } = {},
): ListCondition {
  const { docType, persona, filters, sort } = request;
  const { vendorNumbers = [], approverIds = [], dateRange } = filters;
  const byVendor = vendorNumbers.length > 1 || (vendorNumbers.length === 1 && sort.type !== 'DATE');
  const selectsFew = selectsIds(request) || byVendor || findsFew(filters);
  const usesIndexOrder = !selectsFew && !joinsPayments && !selectsByTable;
  const states = statusesOf(filters.statuses);
  // The vote narrows an approver's own votes, and the days a range of days.
  const byVote = persona === 'APPROVER' && approverIds.length > 0;
  const isDated = Boolean(dateRange?.startDate || dateRange?.endDate);
  const isByState =
    usesIndexOrder &&
    sort.type === sorts[docType].default.type &&
    states.length <= maxStates &&
    !byVote &&
    !isDated;
  return {
    where: documentsWhere(store, request, typeConditions),
    usesIndexOrder,
    states: isByState ? states : [],
    joinsPayments,
  };
}
