import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore } from '../open.ts';
import { documentLines } from './document-tables.ts';

/** The document's lines in order. */
export async function readLines(store: ShowStore, documentId: string) {
  return store.db
    .select()
    .from(documentLines)
    .where(and(eq(documentLines.showId, store.showId), eq(documentLines.documentId, documentId)))
    .orderBy(asc(documentLines.lineNumber));
}
