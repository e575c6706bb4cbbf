import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';

/** What its index holds, spelt out so that it is known to fit. */
function sentBackTo({ showId }: Source, userId: string) {
  const sentBack = sql`${documents.submissionStatus} = 'Needs revision'`;
  return and(eq(documents.showId, showId), eq(documents.ownerId, userId), sentBack);
}

const counts = prepareRead((source, { userId }: { userId: string }) => [
  source.db
    .select({ type: documents.type, total: count() })
    .from(documents)
    .where(sentBackTo(source, userId))
    .groupBy(documents.type),
]);

/** How many documents this user is asked to revise, by type. */
export const revisionCountsQuery = (
  store: Source,
  userId: string,
): Query<{ type: DocType; total: number }[]> => mapped(counts(store, { userId }), ([rows]) => rows);

const revisions = prepareRead((source, { userId }: { userId: string }, limit: number) => [
  source.db
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
    .where(sentBackTo(source, userId))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit),
]);

/** The documents that this user is asked to revise, what was sent back last first. */
export const revisionsQuery = (store: Source, userId: string, limit: number) =>
  mapped(revisions(store, { userId }, limit), ([rows]) => rows);
