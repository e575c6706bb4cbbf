import { and, asc, between, desc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Milestone, Persona, Status } from '#domain/document';
import { purchaseOrderNumberNeedle } from '#domain/lists';
import type { Page, PurchaseOrderFilters, Sort, SortType } from '#domain/lists';
import type { Visibility } from '#domain/visibility';
import type { ShowStore } from '../open.ts';
import { documentEvents, documents, purchaseOrders } from './document-tables.ts';
import { stepApprovals, waitingApprovals } from './flow-tables.ts';

const sortColumns = {
  PO_NUMBER: documents.numberSort,
  DATE: documents.businessDay,
  VENDOR_NAME: documents.vendorName,
  DEPARTMENT: documents.departmentName,
  DESCRIPTION: documents.description,
  CREATED_BY: documents.creatorName,
  TOTAL: documents.totalCents,
  STATUS: documents.submissionStatus,
} as const satisfies Record<SortType, unknown>;

export interface ListRequest {
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: PurchaseOrderFilters;
  sort: Sort;
  page: Page;
  /** From when on this user may read numbers; a masked number is not found by number (DEC-17). */
  numberMilestone: Milestone;
}

/** One page of purchase orders and how many there are in all, in one round trip (LS, DEC-46). */
export async function listPurchaseOrders(store: ShowStore, request: ListRequest) {
  const { db, showId } = store;
  const where = and(
    eq(documents.showId, showId),
    eq(documents.type, 'PO'),
    visible(store, request.visibility),
    ...filters(request),
    ...(request.persona === 'APPROVER' ? approverFilters(store, request) : []),
  );
  const column = sortColumns[request.sort.type];
  const order = request.sort.direction === 'ASC' ? asc(column) : desc(column);
  const [rows, totals] = await db.batch([
    db
      .select({ document: documents, prefix: purchaseOrders.prefix })
      .from(documents)
      .innerJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
      .where(where)
      .orderBy(order, desc(documents.id))
      .limit(request.page.count)
      .offset((request.page.page - 1) * request.page.count),
    db
      .select({ total: sql<number>`count(*)` })
      .from(documents)
      .where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
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

/** DEC-22: the filter's SUBMITTED_FOR_APPROVAL means every PO in approval. */
function statusesOf(filter: readonly Status[]): readonly Status[] {
  return filter.includes('SUBMITTED_FOR_APPROVAL')
    ? [...filter, 'APPROVED_BY_DEPARTMENT_APPROVER', 'APPROVED_BY_SPECIAL_APPROVER']
    : filter;
}

function filters({ filters: given, numberMilestone, persona }: ListRequest): (SQL | undefined)[] {
  const statuses = statusesOf(given.poStatuses);
  const { startDate, endDate } = given.dateRange ?? { startDate: null, endDate: null };
  const needles = given.poNumbers.map(purchaseOrderNumberNeedle);
  // The tab of what an approver has approved shows it while it climbs further up, too (DEC-46).
  const byVote = persona === 'APPROVER' && given.approverIds.length > 0;
  return [
    statuses.length > 0 && !byVote ? inArray(documents.status, [...statuses]) : undefined,
    needles.length > 0
      ? and(
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(needles)})
            WHERE instr(ltrim(${documents.number}, '0'), value) > 0)`,
          readable(numberMilestone),
        )
      : undefined,
    startDate && endDate ? between(documents.businessDay, startDate, endDate) : undefined,
    startDate && !endDate ? gte(documents.businessDay, startDate) : undefined,
    endDate && !startDate ? lte(documents.businessDay, endDate) : undefined,
    given.departmentIds.length > 0 ? inArray(documents.departmentId, among(given.departmentIds)) : undefined,
    given.vendorNumbers.length > 0 ? inArray(documents.vendorNumber, among(given.vendorNumbers)) : undefined,
    given.creatorIds.length > 0 ? inArray(documents.creatorId, among(given.creatorIds)) : undefined,
    given.isAdjustment === null || given.isAdjustment === undefined
      ? undefined
      : sql`(${documents.currentChangeOrder} > 0) = ${given.isAdjustment ? 1 : 0}`,
    given.isFailedToSendToAccounting ? eq(documents.accountingFailed, true) : undefined,
    // DEC-31: archived documents come back only when asked for by status or number.
    given.poStatuses.includes('VOID') || needles.length > 0 ? undefined : isNull(documents.archivedAt),
  ];
}

function readable(milestone: Milestone): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${documents.milestones}) WHERE value IN (${milestone}, 'FULL_APPROVAL'))`;
}

/** DEC-46: what the approver's tabs mean; whose turn, vote or void it is, is always the session user's. */
function approverFilters(
  { showId }: ShowStore,
  { userId, filters: given }: ListRequest,
): (SQL | undefined)[] {
  const pending = given.poStatuses.includes('SUBMITTED_FOR_APPROVAL');
  return [
    pending
      ? inArray(
          documents.id,
          sql`(SELECT ${waitingApprovals.documentId} FROM ${waitingApprovals} WHERE ${waitingApprovals.showId} = ${showId}
            AND ${waitingApprovals.userId} = ${userId} AND ${waitingApprovals.type} = 'PO')`,
        )
      : undefined,
    given.isRevision ? eq(documents.submissionStatus, 'Needs revision') : undefined,
    given.approverIds.length > 0
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
    given.voiderIds.length > 0
      ? sql`EXISTS (SELECT 1 FROM ${documentEvents} WHERE ${documentEvents.documentId} = ${documents.id}
          AND ${documentEvents.historyType} = 'VOID' AND ${documentEvents.actorId} = ${userId})`
      : undefined,
  ];
}
