import { and, asc, between, desc, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { DocType, Persona, Status } from '#domain/document';
import type { Sort, SortType } from '#domain/lists';
import type { Visibility } from '#domain/visibility';
import type { ShowStore } from '../open.ts';
import { documentEvents, documents } from './document-tables.ts';
import { stepApprovals, waitingApprovals } from './flow-tables.ts';
import { payments } from './invoice-tables.ts';

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
export function orderOf<Type extends DocType>(docType: Type, sort: Sort<Type>): SQL[] {
  const columns: Record<string, SQLiteColumn> = sortColumns[docType];
  const column = columns[sort.type] ?? documents.numberSort;
  return [sort.direction === 'ASC' ? asc(column) : desc(column), desc(documents.id)];
}

/** What lists filter by, of whatever type; absent or empty: not by that. */
export interface DocumentFilters {
  statuses: readonly Status[];
  dateRange?: { startDate: string | null; endDate: string | null } | null;
  departmentIds?: readonly string[];
  vendorNumbers?: readonly string[];
  creatorIds?: readonly string[];
  isRevision?: boolean | null;
  approverIds?: readonly string[];
  voiderIds?: readonly string[];
  denierIds?: readonly string[];
}

export interface DocumentsRequest {
  docType: DocType;
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: DocumentFilters;
  /** Whether the user looks for numbers: then archived documents are found, too (DEC-31). */
  byNumber: boolean;
}

/** Which documents a list shows (LS, DEC-46); `own` is what only this type filters by. */
export function documentsWhere(
  store: ShowStore,
  request: DocumentsRequest,
  own: readonly (SQL | undefined)[],
): SQL | undefined {
  return and(
    eq(documents.showId, store.showId),
    eq(documents.type, request.docType),
    request.docType === 'PAYMENT' ? ne(documents.status, 'CANCELED') : undefined,
    visible(store, request.visibility),
    ...commonFilters(request),
    ...own,
    ...(request.persona === 'APPROVER' ? approverFilters(store, request) : []),
  );
}

function among(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** Which rows of `documents` these are; undefined: all of the show. */
export function visible({ showId }: Pick<ShowStore, 'showId'>, visibility: Visibility): SQL | undefined {
  switch (visibility.kind) {
    case 'ALL':
      return undefined;
    case 'OWN':
      return or(eq(documents.creatorId, visibility.userId), eq(documents.ownerId, visibility.userId));
    case 'DEPARTMENTS':
      return or(
        eq(documents.creatorId, visibility.userId),
        eq(documents.ownerId, visibility.userId),
        inArray(documents.departmentId, among(visibility.departmentIds)),
      );
    case 'WORKFLOW':
      return inArray(
        documents.id,
        sql`(SELECT a.document_id FROM workflow_step_approvers a JOIN workflow_steps s ON s.id = a.step_id
          JOIN workflows w ON w.id = s.workflow_id AND w.is_latest = 1
          WHERE a.show_id = ${showId} AND a.user_id = ${visibility.userId})`,
      );
  }
}

/** Which rows of `documents` any of these shows, for what knows no persona; undefined: all of the show. */
export function visibleAnyhow(
  store: Pick<ShowStore, 'showId'>,
  visibilities: readonly Visibility[],
): SQL | undefined {
  if (visibilities.some(({ kind }) => kind === 'ALL')) return undefined;
  return or(...visibilities.map((visibility) => visible(store, visibility)));
}

/** DEC-22: the filter's SUBMITTED_FOR_APPROVAL means every PO in approval. */
function statusesOf(filter: readonly Status[]): readonly Status[] {
  return filter.includes('SUBMITTED_FOR_APPROVAL')
    ? [...filter, 'APPROVED_BY_DEPARTMENT_APPROVER', 'APPROVED_BY_SPECIAL_APPROVER']
    : filter;
}

function commonFilters({ filters: given, persona, byNumber }: DocumentsRequest): (SQL | undefined)[] {
  const { departmentIds = [], vendorNumbers = [], creatorIds = [], approverIds = [] } = given;
  const statuses = statusesOf(given.statuses);
  const { startDate, endDate } = given.dateRange ?? { startDate: null, endDate: null };
  // The tab of what an approver has approved shows it while it climbs further up, too (DEC-46).
  const byVote = persona === 'APPROVER' && approverIds.length > 0;
  const asksForEnded = given.statuses.includes('VOID') || given.statuses.includes('DENIED');
  return [
    statuses.length > 0 && !byVote ? inArray(documents.status, [...statuses]) : undefined,
    startDate && endDate ? between(documents.businessDay, startDate, endDate) : undefined,
    startDate && !endDate ? gte(documents.businessDay, startDate) : undefined,
    endDate && !startDate ? lte(documents.businessDay, endDate) : undefined,
    departmentIds.length > 0 ? inArray(documents.departmentId, among(departmentIds)) : undefined,
    vendorNumbers.length > 0 ? inArray(documents.vendorNumber, among(vendorNumbers)) : undefined,
    creatorIds.length > 0 ? inArray(documents.creatorId, among(creatorIds)) : undefined,
    // DEC-31: archived documents come back only when asked for by status or number.
    asksForEnded || byNumber ? undefined : isNull(documents.archivedAt),
  ];
}

/** DEC-46: what the approver's tabs mean; whose turn, vote or void it is, is always the session user's. */
function approverFilters(
  { showId }: ShowStore,
  { docType, userId, filters: given }: DocumentsRequest,
): (SQL | undefined)[] {
  const { approverIds = [], voiderIds = [], denierIds = [] } = given;
  const pending = given.statuses.includes('SUBMITTED_FOR_APPROVAL');
  return [
    pending
      ? inArray(
          documents.id,
          sql`(SELECT ${waitingApprovals.documentId} FROM ${waitingApprovals} WHERE ${waitingApprovals.showId} = ${showId}
            AND ${waitingApprovals.userId} = ${userId} AND ${waitingApprovals.type} = ${docType})`,
        )
      : undefined,
    given.isRevision ? eq(documents.submissionStatus, 'Needs revision') : undefined,
    approverIds.length > 0
      ? and(
          inArray(documents.status, [
            'APPROVED',
            'SUBMITTED_FOR_APPROVAL',
            'APPROVED_BY_DEPARTMENT_APPROVER',
            'APPROVED_BY_SPECIAL_APPROVER',
          ]),
          sql`EXISTS (SELECT 1 FROM ${stepApprovals} JOIN workflow_steps s ON s.id = ${stepApprovals.stepId}
            WHERE ${stepApprovals.showId} = ${showId} AND ${stepApprovals.userId} = ${userId}
              AND ${stepApprovals.documentId} = ${documents.id} AND ${stepApprovals.droppedAt} IS NULL
              AND s.workflow_id = ${documents.workflowId})`,
        )
      : undefined,
    // A denied invoice is void, too (DEC-15).
    voiderIds.length > 0 ? endedBy(userId, ['VOID', 'DENIED']) : undefined,
    denierIds.length > 0 ? endedBy(userId, ['DENIED']) : undefined,
  ];
}

function endedBy(userId: string, historyTypes: readonly string[]): SQL {
  return sql`EXISTS (SELECT 1 FROM ${documentEvents} WHERE ${documentEvents.documentId} = ${documents.id}
    AND ${documentEvents.historyType} IN ${among(historyTypes)} AND ${documentEvents.actorId} = ${userId})`;
}
