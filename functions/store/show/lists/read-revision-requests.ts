import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { documentSummary } from '#store/show/documents/document-summary';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';

/** The literal status matches the condition of the partial index. */
function needsRevision({ showId }: Source, userId: string) {
  const hasStatus = sql`${documents.submissionStatus} = 'Needs revision'`;
  return and(eq(documents.showId, showId), eq(documents.ownerId, userId), hasStatus);
}

const counts = prepareRead((source, { userId }: { userId: string }) => [
  source.db
    .select({ type: documents.type, total: count() })
    .from(documents)
    .where(needsRevision(source, userId))
    .groupBy(documents.type),
]);

/** How many documents of this user need a revision, by type. */
export const revisionCountsQuery = (
  store: Source,
  userId: string,
): Query<{ type: DocType; total: number }[]> => mapQuery(counts(store, { userId }), ([rows]) => rows);

const revisions = prepareRead((source, { userId }: { userId: string }, limit: number) => [
  source.db
    .select({
      ...documentSummary,
    })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(needsRevision(source, userId))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit),
]);

/** The user's documents that need a revision, the latest first. */
export const revisionsQuery = (store: Source, userId: string, limit: number) =>
  mapQuery(revisions(store, { userId }, limit), ([rows]) => rows);
