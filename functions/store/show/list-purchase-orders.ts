import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Milestone, Persona } from '#domain/document';
import { purchaseOrderNumberNeedle } from '#domain/lists';
import type { Page, PurchaseOrderFilters, Sort } from '#domain/lists';
import type { Visibility } from '#domain/visibility';
import type { ShowStore } from '../open.ts';
import { documents, purchaseOrders } from './document-tables.ts';
import { documentsWhere, orderOf } from './list-documents.ts';

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
  const { db } = store;
  const { filters, page } = request;
  const needles = filters.poNumbers.map(purchaseOrderNumberNeedle);
  const common = { ...filters, statuses: filters.poStatuses };
  const where = documentsWhere(
    store,
    { ...request, docType: 'PO', filters: common, byNumber: needles.length > 0 },
    ownFilters(request, needles),
  );
  const [rows, totals] = await db.batch([
    db
      .select({ document: documents, prefix: purchaseOrders.prefix })
      .from(documents)
      .innerJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
      .where(where)
      .orderBy(...orderOf('PO', request.sort))
      .limit(page.count)
      .offset((page.page - 1) * page.count),
    db
      .select({ total: sql<number>`count(*)` })
      .from(documents)
      .where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

function ownFilters(
  { filters: given, numberMilestone }: ListRequest,
  needles: readonly string[],
): (SQL | undefined)[] {
  return [
    needles.length > 0
      ? and(
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(needles)})
            WHERE instr(ltrim(${documents.number}, '0'), value) > 0)`,
          numberReadable(numberMilestone),
        )
      : undefined,
    given.isAdjustment === null || given.isAdjustment === undefined
      ? undefined
      : sql`(${documents.currentChangeOrder} > 0) = ${given.isAdjustment ? 1 : 0}`,
    given.isFailedToSendToAccounting ? eq(documents.accountingFailed, true) : undefined,
  ];
}

/** Whether somebody may read a PO's number who reads it from this milestone on (DEC-17). */
export function numberReadable(milestone: Milestone): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${documents.milestones}) WHERE value IN (${milestone}, 'FULL_APPROVAL'))`;
}
