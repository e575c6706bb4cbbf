import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documentSummary } from '#store/show/documents/document-summary';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';

const newestOwn = prepareRead(({ db, showId }, { userId }: { userId: string }, limit: number) => {
  const newest = (type: 'PO' | 'INVOICE') =>
    db
      .select({
        ...documentSummary,
        status: documents.status,
        submissionStatus: documents.submissionStatus,
        createdAt: documents.createdAt,
      })
      .from(documents)
      .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
      .where(
        and(
          eq(documents.showId, showId),
          eq(documents.type, type),
          eq(documents.ownerId, userId),
          isNull(documents.archivedAt),
        ),
      )
      .orderBy(desc(sql`documents.rowid`))
      .limit(limit);
  return [newest('PO'), newest('INVOICE')] as const;
});

/** The newest purchase orders and invoices of one user; each query reads a few entries of one index. */
export const ownDocumentsQuery = (store: Source, userId: string, limit: number) =>
  mapQuery(newestOwn(store, { userId }, limit), ([orders, invoices]) =>
    [...orders, ...invoices].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
  );
