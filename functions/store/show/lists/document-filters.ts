import { and, between, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { statusesInApproval } from '#domain/document';
import type { DocType, Persona, Status } from '#domain/document';
import type { InvoiceFilters, SharedFilters } from '#domain/lists/list-filters';
import type { PaymentFilters } from '#domain/payments/payment-filters';
import type { Visibility } from '#domain/identity/visibility';
import { addDays } from '#domain/values/days';
import { inList } from '#store/d1/in-list';
import type { Source } from '#store/d1/open';
import { documentEvents, documents } from '#store/show/tables/document-tables';
import { isQueued, queuedFor, queuedIds, queueStateOf, undecidedIds } from '#store/show/cover/approval-queue';
import { isFailedToSendToAccounting } from '#store/show/outbox/failed-pushes';
import { waitingApprovals } from '#store/show/tables/workflow-tables';
import { findsIds } from './filter-traits.ts';
import { groupCondition, waitsForNobody } from './group-condition.ts';
import { visible } from './visible.ts';

/** Days of a filter, either of which may be missing. */
export interface DayRange {
  startDate: string | null;
  endDate: string | null;
}

/** Whether a range narrows a list. */
export function hasDay(range: DayRange | null | undefined): range is DayRange {
  return Boolean(range?.startDate || range?.endDate);
}

/** The condition for a column that its partial index finds: with at least one day. */
export function betweenDays(column: SQL, { startDate, endDate }: DayRange): SQL {
  return sql`${column} >= ${startDate ?? ''} AND ${column} <= ${endDate ?? '9999-12-31'}`;
}

/** The filters of all document types; an absent or empty one does not filter. */
export type DocumentFilters = Partial<SharedFilters & Pick<PaymentFilters, 'denierIds'>> &
  Pick<InvoiceFilters, 'statuses'>;

export interface DocumentsRequest {
  docType: DocType;
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: DocumentFilters;
  /** Whether the user searches for numbers, which also finds archived documents (DEC-31). */
  byNumber: boolean;
  /** Whether an index finds those numbers. */
  isIndexed: boolean;
}

/** A table of maintained counts that has some columns of `documents`. */
export type CountTable = 'document_totals' | 'document_counts' | 'approver_counts';

/**
 * The condition of a list (LS, DEC-46). `typeConditions` are those that only this type has. `from` is the table with
 * the alias `documents`, which may be a table of counts.
 */
export function documentsWhere(
  store: Source,
  request: DocumentsRequest,
  typeConditions: readonly (SQL | undefined)[],
  from: 'documents' | CountTable = 'documents',
): SQL | undefined {
  const { docType, userId, persona, visibility } = request;
  const isOwn = from === 'documents' && visibility.kind === 'OWN';
  const visibleRows = isOwn ? ownDocuments(store, docType, userId) : visible(store, visibility);
  const visibilityCondition = from === 'approver_counts' ? sql`documents.user_id = ${userId}` : visibleRows;
  return and(
    ...(from === 'documents' && selectsIds(request)
      ? // The plus keeps SQLite from using an index on these columns: the documents are found by id, without a
        // scan of the show.
        [sql`+${documents.showId} = ${store.showId}`, sql`+${documents.type} = ${docType}`]
      : [eq(documents.showId, store.showId), eq(documents.type, docType)]),
    docType === 'PAYMENT' ? ne(documents.status, 'CANCELED') : undefined,
    // The approver of the current step sees the document whatever their visibility.
    isApprovalQueue(request) ? undefined : visibilityCondition,
    ...commonConditions(request),
    ...waitingConditions(store, request),
    questionCondition(store, request),
    ...draftConditions(store, request),
    request.filters.isFailedToSendToAccounting
      ? isFailedToSendToAccounting(sql`(${store.showId})`)
      : undefined,
    request.filters.group ? groupCondition(store, docType, request.filters.group) : undefined,
    ...typeConditions,
    ...(persona === 'APPROVER' ? approverConditions(store, request) : []),
  );
}

/** Whether the condition itself selects documents by id. */
export function selectsIds(request: DocumentsRequest): boolean {
  return (
    request.isIndexed ||
    findsIds(request.docType, request.filters) ||
    isApprovalQueue(request) ||
    (request.persona === 'CREATOR' && request.visibility.kind === 'OWN')
  );
}

/** Whether a filter selects documents by their waiting time or by the users with whom they wait. */
function filtersByWaiting(filters: DocumentFilters): boolean {
  const { isWaiting, waitingSince, waitingWith = [], isWaitingForNobody, notCoveredFor, waitingAt } = filters;
  return (
    Boolean(isWaiting || waitingSince || isWaitingForNobody || notCoveredFor || waitingAt) ||
    waitingWith.length > 0
  );
}

/** Whether the list is the user's approval queue. */
export function isApprovalQueue({
  persona,
  filters,
}: Pick<DocumentsRequest, 'persona' | 'filters'>): boolean {
  return persona === 'APPROVER' && filters.statuses.includes('SUBMITTED_FOR_APPROVAL');
}

/** Whether a document is in this user's approval queue. */
export function isInQueueOf({ showId }: Pick<Source, 'showId'>, userId: string): SQL<boolean> {
  return sql<boolean>`${isQueued(showId, userId, documents.type, documents.id)}`.mapWith(Boolean);
}

/** Whether a document is in this user's approval queue, and for which absent approver (COV-02). */
export function queueStateIn({ showId }: Pick<Source, 'showId'>, userId: string) {
  return queueStateOf(showId, userId, documents.type, documents.id);
}

/** The absent approver for whom this user may decide a document (COV-02); null for others. */
export function onBehalfOfIn({ showId }: Pick<Source, 'showId'>, userId: string) {
  return queuedFor(showId, userId, documents.type, documents.id);
}

/** The user's own documents, found by two indexes. */
function ownDocuments({ showId }: Source, docType: DocType, userId: string): SQL {
  const by = (column: string) => sql`SELECT id FROM documents
    WHERE show_id = ${showId} AND type = ${docType} AND ${sql.raw(column)} = ${userId}`;
  return sql`${documents.id} IN (${by('creator_id')} UNION ${by('owner_id')})`;
}

/** The filter's SUBMITTED_FOR_APPROVAL includes every document in approval (DEC-22). */
export function statusesOf(filter: readonly Status[]): readonly Status[] {
  return filter.includes('SUBMITTED_FOR_APPROVAL')
    ? [...new Set([...filter, ...statusesInApproval])]
    : filter;
}

function commonConditions({ filters, persona, byNumber, userId }: DocumentsRequest): (SQL | undefined)[] {
  const { departmentIds = [], vendorNumbers = [], creatorIds = [], approverIds = [] } = filters;
  const { submissionStatuses = [], documentIds = [], accountingPeriods = [] } = filters;
  const statuses = statusesOf(filters.statuses);
  const onlyVendor = vendorNumbers.length === 1 ? vendorNumbers[0] : undefined;
  const { startDate, endDate } = filters.dateRange ?? { startDate: null, endDate: null };
  // The tab of documents that the approver has approved also shows those in later steps (DEC-46).
  const byVote = persona === 'APPROVER' && approverIds.length > 0;
  const selectsEnded = filters.statuses.includes('VOID') || filters.statuses.includes('DENIED');
  return [
    statuses.length > 0 && !byVote ? inArray(documents.status, [...statuses]) : undefined,
    startDate && endDate ? between(documents.businessDay, startDate, endDate) : undefined,
    startDate && !endDate ? gte(documents.businessDay, startDate) : undefined,
    endDate && !startDate ? lte(documents.businessDay, endDate) : undefined,
    departmentIds.length > 0 ? inArray(documents.departmentId, inList(departmentIds)) : undefined,
    vendorNumbers.length > 1 ? inArray(documents.vendorNumber, inList(vendorNumbers)) : undefined,
    // A single value is written as an equality, so that the index by vendor and day is used in order.
    onlyVendor === undefined ? undefined : eq(documents.vendorNumber, onlyVendor),
    creatorIds.length > 0 ? inArray(documents.creatorId, inList(creatorIds)) : undefined,
    filters.isOwn ? eq(documents.ownerId, userId) : undefined,
    submissionStatuses.length > 0 ? inArray(documents.submissionStatus, [...submissionStatuses]) : undefined,
    documentIds.length > 0 ? inArray(documents.id, inList(documentIds)) : undefined,
    accountingPeriods.length > 0 ? inArray(documents.accountingPeriod, inList(accountingPeriods)) : undefined,
    // Archived documents are found only by status or number (DEC-31).
    selectsEnded || byNumber ? undefined : isNull(documents.archivedAt),
  ];
}

/** The conditions of the filters by waiting time and by person (WAIT-07, WAIT-08, WAIT-14, COV-27). */
function waitingConditions({ showId }: Source, { docType, filters }: DocumentsRequest): (SQL | undefined)[] {
  if (!filtersByWaiting(filters)) return [];
  const { waitingSince, waitingWith = [], isWaitingForNobody, notCoveredFor, waitingAt } = filters;
  return [
    // Repeats the statuses of documents in approval, whose index finds them.
    inArray(documents.status, statusesInApproval),
    isNotNull(documents.waitingSince),
    // The column begins with the local day.
    waitingSince ? lt(documents.waitingSince, addDays(waitingSince, 1)) : undefined,
    waitingWith.length > 0
      ? inArray(
          documents.id,
          sql`(SELECT ${waitingApprovals.documentId} FROM ${waitingApprovals} WHERE ${waitingApprovals.showId} = ${showId}
            AND ${waitingApprovals.userId} IN ${inList(waitingWith)} AND ${waitingApprovals.type} = ${docType})`,
        )
      : undefined,
    isWaitingForNobody ? waitsForNobody(showId) : undefined,
    notCoveredFor ? inArray(documents.id, undecidedIds(showId, notCoveredFor, docType)) : undefined,
    waitingAt
      ? sql`EXISTS (SELECT 1 FROM workflow_steps s CROSS JOIN workflows w
          WHERE s.id = ${documents.currentStepId} AND s.name = ${waitingAt.step}
            AND w.id = s.workflow_id AND w.template_id = ${waitingAt.workflowTemplateId})`
      : undefined,
  ];
}

/** The condition of the filter by open questions (ASK-07). Inlined, not bound: it is that of the partial index. */
function questionCondition(
  { showId }: Source,
  { userId, filters: { openQuestion } }: DocumentsRequest,
): SQL | undefined {
  if (!openQuestion) return undefined;
  const toMe = openQuestion === 'TO_ME' ? sql` AND q.asked_id = ${userId}` : sql``;
  return sql`${documents.id} IN (SELECT q.document_id FROM notes q INDEXED BY notes_open_questions
    WHERE q.show_id = ${showId} AND q.question_state = 'OPEN'${toMe})`;
}

/** The conditions of drafts that the user can submit; anyone submits a payment (BULK-10, DEC-28). */
function draftConditions(store: Source, { docType, userId, filters }: DocumentsRequest): (SQL | undefined)[] {
  if (!filters.isDraftToSubmit) return [];
  return [
    eq(documents.status, 'DRAFT'),
    eq(documents.submissionStatus, 'Draft'),
    docType === 'PAYMENT' ? undefined : ownDocuments(store, docType, userId),
  ];
}

/** The conditions of the approver's tabs; the queue, the votes and the voids are always the session user's (DEC-46). */
function approverConditions(
  { showId }: Source,
  { docType, userId, filters }: DocumentsRequest,
): (SQL | undefined)[] {
  const { approverIds = [], voiderIds = [], denierIds = [] } = filters;
  const pending = filters.statuses.includes('SUBMITTED_FOR_APPROVAL');
  return [
    pending ? inArray(documents.id, queuedIds(showId, userId, docType)) : undefined,
    filters.isRevision ? eq(documents.submissionStatus, 'Needs revision') : undefined,
    approverIds.length > 0
      ? and(
          inArray(documents.status, ['APPROVED', ...statusesInApproval]),
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
