import { and, between, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DocType, Persona, Status } from '#domain/document';
import type { Visibility } from '#domain/identity/visibility';
import { inList } from '#store/d1/in-list';
import type { Source } from '#store/d1/open';
import { documentEvents, documents } from '#store/show/tables/document-tables';
import { waitingApprovals } from '#store/show/tables/workflow-tables';

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
  /** Whether an index leads to those numbers. */
  isIndexed: boolean;
}

/** What is counted as it changes, by the columns that it has of the documents. */
export type Counted = 'document_totals' | 'document_counts' | 'approver_counts';

/**
 * Which documents a list shows (LS, DEC-46); `own` is what only this type filters by. `from` is the table that stands for
 * the documents where they are counted.
 */
export function documentsWhere(
  store: Source,
  request: DocumentsRequest,
  own: readonly (SQL | undefined)[],
  from: 'documents' | Counted = 'documents',
): SQL | undefined {
  const { docType, userId, persona, visibility } = request;
  const isOwn = from === 'documents' && visibility.kind === 'OWN';
  const seen = isOwn ? gathered(store, docType, userId) : visible(store, visibility);
  const sight = from === 'approver_counts' ? sql`documents.user_id = ${userId}` : seen;
  return and(
    ...(from === 'documents' && leads(request)
      ? // Behind a plus they lead to no index: what was gathered is looked up, and not the show walked through for it.
        [sql`+${documents.showId} = ${store.showId}`, sql`+${documents.type} = ${docType}`]
      : [eq(documents.showId, store.showId), eq(documents.type, docType)]),
    docType === 'PAYMENT' ? ne(documents.status, 'CANCELED') : undefined,
    // Whoever's turn it is stands on the flow.
    isApprovalQueue(request) ? undefined : sight,
    ...commonFilters(request),
    ...own,
    ...(persona === 'APPROVER' ? approverFilters(store, request) : []),
  );
}

/** Whether the condition itself names the documents, by what it looks up elsewhere. */
export function leads(request: DocumentsRequest): boolean {
  return (
    request.isIndexed ||
    isApprovalQueue(request) ||
    (request.persona === 'CREATOR' && request.visibility.kind === 'OWN')
  );
}

/** Whether a list shows what waits for its user. */
export function isApprovalQueue({
  persona,
  filters,
}: Pick<DocumentsRequest, 'persona' | 'filters'>): boolean {
  return persona === 'APPROVER' && filters.statuses.includes('SUBMITTED_FOR_APPROVAL');
}

/** Of a document in whatever list: whether it stands in this user's queue. */
export function isInQueueOf({ showId }: Pick<Source, 'showId'>, userId: string): SQL<boolean> {
  return sql`EXISTS (SELECT 1 FROM ${waitingApprovals} WHERE ${waitingApprovals.showId} = ${showId}
    AND ${waitingApprovals.userId} = ${userId} AND ${waitingApprovals.type} = ${documents.type}
    AND ${waitingApprovals.documentId} = ${documents.id})`.mapWith(Boolean);
}

/** The user's own documents, found by the two indexes that lead to them. */
function gathered({ showId }: Source, docType: DocType, userId: string): SQL {
  const by = (column: string) => sql`SELECT id FROM documents
    WHERE show_id = ${showId} AND type = ${docType} AND ${sql.raw(column)} = ${userId}`;
  return sql`${documents.id} IN (${by('creator_id')} UNION ${by('owner_id')})`;
}

/** Which rows of `documents` these are; undefined: all of the show. The departments are the user's of this moment. */
export function visible({ showId }: Pick<Source, 'showId'>, visibility: Visibility): SQL | undefined {
  switch (visibility.kind) {
    case 'ALL':
      return undefined;
    case 'OWN':
      return or(eq(documents.creatorId, visibility.userId), eq(documents.ownerId, visibility.userId));
    case 'DEPARTMENTS':
      return or(
        eq(documents.creatorId, visibility.userId),
        eq(documents.ownerId, visibility.userId),
        inArray(
          documents.departmentId,
          sql`(SELECT department_id FROM department_members
            WHERE show_id = ${showId} AND user_id = ${visibility.userId} AND is_active = 1)`,
        ),
      );
    case 'WORKFLOW':
      return sql`EXISTS (SELECT 1 FROM document_approvers a
        WHERE a.show_id = ${showId} AND a.document_id = ${documents.id} AND a.user_id = ${visibility.userId})`;
  }
}

/** Which rows of `documents` any of these shows, for what knows no persona; undefined: all of the show. */
export function visibleAnyhow(
  store: Pick<Source, 'showId'>,
  visibilities: readonly Visibility[],
): SQL | undefined {
  if (visibilities.some(({ kind }) => kind === 'ALL')) return undefined;
  return or(...visibilities.map((visibility) => visible(store, visibility)));
}

/** DEC-22: the filter's SUBMITTED_FOR_APPROVAL means every PO in approval. */
export function statusesOf(filter: readonly Status[]): readonly Status[] {
  return filter.includes('SUBMITTED_FOR_APPROVAL')
    ? [...filter, 'APPROVED_BY_DEPARTMENT_APPROVER', 'APPROVED_BY_SPECIAL_APPROVER']
    : filter;
}

function commonFilters({ filters: given, persona, byNumber }: DocumentsRequest): (SQL | undefined)[] {
  const { departmentIds = [], vendorNumbers = [], creatorIds = [], approverIds = [] } = given;
  const statuses = statusesOf(given.statuses);
  const only = vendorNumbers.length === 1 ? vendorNumbers[0] : undefined;
  const { startDate, endDate } = given.dateRange ?? { startDate: null, endDate: null };
  // The tab of what an approver has approved shows it while it climbs further up, too (DEC-46).
  const byVote = persona === 'APPROVER' && approverIds.length > 0;
  const asksForEnded = given.statuses.includes('VOID') || given.statuses.includes('DENIED');
  return [
    statuses.length > 0 && !byVote ? inArray(documents.status, [...statuses]) : undefined,
    startDate && endDate ? between(documents.businessDay, startDate, endDate) : undefined,
    startDate && !endDate ? gte(documents.businessDay, startDate) : undefined,
    endDate && !startDate ? lte(documents.businessDay, endDate) : undefined,
    departmentIds.length > 0 ? inArray(documents.departmentId, inList(departmentIds)) : undefined,
    vendorNumbers.length > 1 ? inArray(documents.vendorNumber, inList(vendorNumbers)) : undefined,
    // One is spelt as such: its documents by day stand in an index, in order.
    only === undefined ? undefined : eq(documents.vendorNumber, only),
    creatorIds.length > 0 ? inArray(documents.creatorId, inList(creatorIds)) : undefined,
    // DEC-31: archived documents come back only when asked for by status or number.
    asksForEnded || byNumber ? undefined : isNull(documents.archivedAt),
  ];
}

/** DEC-46: what the approver's tabs mean; whose turn, vote or void it is, is always the session user's. */
function approverFilters(
  { showId }: Source,
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
          sql`EXISTS (SELECT 1 FROM step_approvals v INDEXED BY step_approvals_by_user CROSS JOIN workflow_steps s
            WHERE v.show_id = ${showId} AND v.user_id = ${userId} AND v.document_id = ${documents.id}
              AND v.dropped_at IS NULL AND s.id = v.step_id AND s.workflow_id = ${documents.workflowId})`,
        )
      : undefined,
    // A denied invoice is void, too (DEC-15).
    voiderIds.length > 0 ? endedBy(userId, ['VOID', 'DENIED']) : undefined,
    denierIds.length > 0 ? endedBy(userId, ['DENIED']) : undefined,
  ];
}

function endedBy(userId: string, historyTypes: readonly string[]): SQL {
  return sql`EXISTS (SELECT 1 FROM ${documentEvents} WHERE ${documentEvents.documentId} = ${documents.id}
    AND ${documentEvents.historyType} IN ${inList(historyTypes)} AND ${documentEvents.actorId} = ${userId})`;
}
