import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';
import { saidOnce } from '#store/d1/prepared-read';
import { documentLines } from '#store/show/tables/document-tables';

const lines = saidOnce(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select()
    .from(documentLines)
    .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, documentId)))
    .orderBy(asc(documentLines.lineNumber)),
]);

/** The document's lines in order. */
export async function readLines(store: ShowStore, documentId: string) {
  const [rows] = await lines(store, { documentId });
  return rows;
}
