import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { ShowStore } from '#store/d1/open';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';

/** What its index holds, spelt out so that it is known to fit. */
function sentBackTo({ showId }: ShowStore, userId: string) {
  const sentBack = sql`${documents.submissionStatus} = 'Needs revision'`;
  return and(eq(documents.showId, showId), eq(documents.ownerId, userId), sentBack);
}

/** How many documents this user is asked to revise, by type. */
export async function countRevisions(
  store: ShowStore,
  userId: string,
): Promise<{ type: DocType; total: number }[]> {
  return store.db
    .select({ type: documents.type, total: count() })
    .from(documents)
    .where(sentBackTo(store, userId))
    .groupBy(documents.type);
}

/** The documents that this user is asked to revise, what was sent back last first. */
export async function readRevisions(store: ShowStore, userId: string, limit: number) {
  return store.db
    .select({
      docType: documents.type,
      id: documents.id,
      number: documents.number,
      milestones: documents.milestones,
      prefix: sql<string>`coalesce(${purchaseOrders.prefix}, '')`,
      vendorName: documents.vendorName,
      currency: documents.currencyCode,
      totalCents: documents.totalCents,
    })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(sentBackTo(store, userId))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit);
}
