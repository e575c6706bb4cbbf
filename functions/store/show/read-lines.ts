import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore } from '../open.ts';
import { saidOnce } from '../said-once.ts';
import { documentLines } from './document-tables.ts';

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
