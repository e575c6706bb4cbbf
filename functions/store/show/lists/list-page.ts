import { and, asc, desc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { DocType, Status } from '#domain/document';
import { sorts } from '#domain/lists/lists';
import type { After, Page, Sort, SortType } from '#domain/lists/lists';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import type { Builder } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { payments } from '#store/show/tables/invoice-tables';
import { documentsWhere, leads, statusesOf } from './document-filters.ts';
import type { DocumentsRequest } from './document-filters.ts';

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

/** What a list shows of a document. */
export const listed = {
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
  creatorId: documents.creatorId,
  creatorName: documents.creatorName,
  creatorUsername: documents.creatorUsername,
  ownerId: documents.ownerId,
  status: documents.status,
  submissionStatus: documents.submissionStatus,
  currentStepId: documents.currentStepId,
  attachmentCount: documents.attachmentCount,
  currentChangeOrder: documents.currentChangeOrder,
  createdAt: documents.createdAt,
};

/** A list's condition, and how its documents are found. */
export interface Selection {
  where: SQL | undefined;
  /** The order of an index is walked until the page is full; else the few that fit are gathered and sorted. */
  walks: boolean;
  /** The states that an index of their own leads through, by number; none: any order, of whatever states. */
  states: readonly Status[];
  /** What the page and the total need of the type's own table, if anything. */
  joinsPayments: boolean;
}

type ListRequest = Pick<DocumentsRequest, 'userId' | 'visibility'> & { page: Page };

/** A list that is prepared once for each shape of request: the user and the page are bound. */
export function listOf<Request extends ListRequest, const Queries extends readonly Builder[]>(
  build: (source: Source, request: Request) => Queries,
) {
  type Bound = { userId: string; page: number; count: number; id: string; version: number };
  const withValues = (request: Request, { userId, page, count, id, version }: Bound): Request => ({
    ...request,
    userId,
    visibility: { ...request.visibility, userId },
    page: { page, count, after: request.page.after && { id, version } },
  });
  const noValues = { userId: '', page: 0, count: 0, id: '', version: 0 };
  const list = prepareRead((source, bound: Bound, shape: Request) => build(source, withValues(shape, bound)));
  return (source: Source, request: Request) => {
    const { page, count, after } = request.page;
    const { id, version } = after ?? noValues;
    return list(source, { userId: request.userId, page, count, id, version }, withValues(request, noValues));
  };
}

/** D1 joins no more selects to one than 5. */
const mostStates = 5;

/**
 * One page of a list, found in an index alone where the condition allows it. Behind a row that the reader has it begins at
 * once; by its number alone it costs the index entries of the pages before. `from` is what a query of its documents begins
 * with, `on` and `order` what it goes on with.
 */
export function pageOf<Type extends DocType>(
  docType: Type,
  { where, walks, states, joinsPayments }: Selection,
  sort: Sort<Type>,
  page: Page,
) {
  const columns: Record<string, SQLiteColumn> = sortColumns[docType];
  const column = columns[sort.type] ?? documents.numberSort;
  const isUp = sort.direction === 'ASC';
  // Behind a plus a column has no index: what was gathered is sorted, where the index would lead through the whole show.
  const key = walks ? sql`${column}` : sql`+${column}`;
  // D1 binds no more than 100 values, and every state says the whole condition anew.
  const hasRoom = states.length < mostStates;
  const mark = walks && page.after && hasRoom ? markOf(column, where, page.after, isUp) : null;
  const theirs = joinsPayments ? sql`INNER JOIN payments ON payments.document_id = documents.id` : sql``;
  const part = (
    narrower: SQL | undefined,
  ) => sql`SELECT documents.rowid AS row, ${key} AS key, ${documents.id} AS id
    FROM documents ${theirs} WHERE ${and(where, narrower)}`;
  const inStates = states.map((state) => part(and(eq(documents.status, state), mark?.behind)));
  const behindMark = mark ? [part(mark.inList), part(mark.beyond)] : [part(undefined)];
  const parts = states.length > 0 ? inStates : behindMark;
  const direction = isUp ? sql`ASC` : sql`DESC`;
  const before = sql`(${page.page} - 1) * ${page.count}`;
  const from = sql`(${mark?.table ?? sql``} ${sql.join(parts, sql` UNION ALL `)} ORDER BY key ${direction}, id DESC
    LIMIT ${page.count} OFFSET ${mark ? mark.orElse(before) : before}) AS page`;
  return {
    from,
    on: sql`documents.rowid = page.row`,
    order: [isUp ? asc(sql`page.key`) : desc(sql`page.key`), desc(sql`page.id`)],
  };
}

/**
 * Where a page begins: behind a row of the list that is as it was, of equals behind its id. Without it everything is
 * behind.
 */
function markOf(column: SQLiteColumn, where: SQL | undefined, { id, version }: After, isUp: boolean) {
  const own = and(eq(documents.id, id), eq(documents.version, version), where);
  const last = sql`char(1114111)`;
  const isText = column.dataType === 'string';
  const first = isUp ? (isText ? sql`''` : sql`-9e18`) : isText ? last : sql`9e18`;
  const key = sql`coalesce((SELECT key FROM mark), ${first})`;
  const older = sql`${documents.id} < coalesce((SELECT id FROM mark), ${last})`;
  return {
    table: sql`WITH mark AS (SELECT ${column} AS key, ${documents.id} AS id FROM documents WHERE ${own})`,
    /** Those with the same key, and those with another: each stands in order in an index. */
    inList: sql`${column} = ${key} AND ${older}`,
    beyond: isUp ? gt(column, key) : lt(column, key),
    /** Both at once, where hardly two are equal. */
    behind: sql`${isUp ? gte(column, key) : lte(column, key)} AND (${column} <> ${key} OR ${older})`,
    orElse: (offset: SQL) => sql`CASE WHEN EXISTS (SELECT 1 FROM mark) THEN 0 ELSE ${offset} END`,
  };
}

/** The list's selection; `own` is what only this type filters by. */
export function selectionOf<Type extends DocType>(
  store: Source,
  request: DocumentsRequest & { docType: Type; sort: Sort<Type> },
  own: readonly (SQL | undefined)[],
  joinsPayments = false,
): Selection {
  const { docType, persona, filters, sort } = request;
  const { vendorNumbers = [], creatorIds = [], approverIds = [], dateRange } = filters;
  const byVendor = vendorNumbers.length > 1 || (vendorNumbers.length === 1 && sort.type !== 'DATE');
  const isFew = leads(request) || byVendor || creatorIds.length > 0;
  const walks = !isFew && !joinsPayments;
  const states = statusesOf(filters.statuses);
  // What an approver has voted on is narrowed by the vote, and a range of days by the days.
  const byVote = persona === 'APPROVER' && approverIds.length > 0;
  const isDated = Boolean(dateRange?.startDate || dateRange?.endDate);
  const isByState =
    walks && sort.type === sorts[docType].default.type && states.length <= mostStates && !byVote && !isDated;
  return {
    where: documentsWhere(store, request, own),
    walks,
    states: isByState ? states : [],
    joinsPayments,
  };
}
