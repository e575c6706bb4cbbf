import { and, asc, eq, sql } from 'drizzle-orm';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore } from '#store/d1/open';
import { documentLines, documents, purchaseOrders } from '#store/show/tables/document-tables';
import { logCondition, logHeaderColumns, logPageSize, firstCursor } from '#store/show/lists/log-page';
import type { LogCursor } from '#store/show/lists/log-page';
import { categories } from '#store/show/tables/reference-tables';
import { relievedTotals } from '#store/show/relief/write-relief';

/**
 * The next lines of the purchase orders that any of `visibilities` shows, including archived ones, by number and line:
 * one page with a keyset cursor (DEC-68).
 */
export async function readPurchaseOrderLog(
  store: ShowStore,
  visibilities: readonly Visibility[],
  after: LogCursor = firstCursor,
) {
  const { db, showId } = store;
  return db
    .select({
      document: {
        ...logHeaderColumns,
        milestones: documents.milestones,
        currentChangeOrder: documents.currentChangeOrder,
        revision: documents.revision,
        vendorNumber: documents.vendorNumber,
      },
      prefix: purchaseOrders.prefix,
      companyName: purchaseOrders.companyName,
      categoryName: categories.name,
      line: documentLines,
      ...relievedTotals(store, documentLines.id),
      lastApprovalAt: sql<string | null>`(SELECT e.at FROM document_events e
        WHERE e.document_id = ${documents.id} AND e.history_type = 'APPROVED'
          AND NOT EXISTS (SELECT 1 FROM document_events t
            WHERE t.document_id = e.document_id AND t.seq = e.seq + 1 AND t.action = 'take-back')
        ORDER BY e.seq DESC LIMIT 1)`,
      sentToAccountingAt: sql<string | null>`(SELECT max(s.created_at) FROM send_history s
        WHERE s.show_id = ${showId} AND s.document_id = ${documents.id}
          AND s.send_type = 'ACCOUNTING' AND s.is_successful = 1)`,
    })
    .from(documents)
    .innerJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .innerJoin(
      documentLines,
      and(eq(documentLines.showId, showId), eq(documentLines.documentId, documents.id)),
    )
    .leftJoin(categories, eq(categories.id, purchaseOrders.categoryId))
    .where(logCondition(store, 'PO', visibilities, after))
    .orderBy(asc(documents.numberSort), asc(documents.id), asc(documentLines.lineNumber))
    .limit(logPageSize);
}

export type LogLineRows = Awaited<ReturnType<typeof readPurchaseOrderLog>>;
