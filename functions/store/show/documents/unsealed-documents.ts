import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database, ShowStore } from '#store/d1/open';
import { approvalHistory, documents } from '#store/show/tables/document-tables';

// Inlined, to match the condition of the partial index `documents_unsealed`.
const unsealed = sql`${documents.contentHash} = ''`;

/** The shows of a shard that have documents without a content hash. */
export async function readShowsToSeal(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ showId: documents.showId })
    .from(documents)
    .where(unsealed)
    .limit(100);
  return rows.map(({ showId }) => showId);
}

/** The next documents of the show without a content hash, by id. */
export async function readUnsealed(
  { db, showId }: ShowStore,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.showId, showId), gt(documents.id, after), unsealed))
    .orderBy(asc(documents.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The approved versions of a document in order. */
export async function readSnapshots({ db, showId }: ShowStore, documentId: string) {
  return db
    .select()
    .from(approvalHistory)
    .where(and(eq(approvalHistory.showId, showId), eq(approvalHistory.documentId, documentId)))
    .orderBy(asc(approvalHistory.position));
}
