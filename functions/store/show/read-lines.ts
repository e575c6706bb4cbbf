import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore } from '../open.ts';
import { attachments, documentLines } from './document-tables.ts';

/** The document's lines in order. */
export async function readLines(store: ShowStore, documentId: string) {
  return store.db
    .select()
    .from(documentLines)
    .where(and(eq(documentLines.showId, store.showId), eq(documentLines.documentId, documentId)))
    .orderBy(asc(documentLines.lineNumber));
}

/** Ids of the files attached to the document. */
export async function readAttachmentIds(store: ShowStore, documentId: string): Promise<string[]> {
  const rows = await store.db
    .select({ fileId: attachments.fileId })
    .from(attachments)
    .where(and(eq(attachments.showId, store.showId), eq(attachments.documentId, documentId)));
  return rows.map((row) => row.fileId);
}
