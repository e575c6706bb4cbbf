import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore, Write } from '../open.ts';
import { attachments, documents, files } from './document-tables.ts';

/** The document's attachments in order, each with its file. */
export async function readAttachments({ db, showId }: ShowStore, documentId: string) {
  return db
    .select({ attachment: attachments, file: files })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(attachments.showId, showId), eq(attachments.documentId, documentId)))
    .orderBy(asc(attachments.position));
}

/** Runs `writes` (of `replaceAttachments`) and sets the count that lists show, in one batch. */
export async function saveAttachments(
  { db, showId, write }: ShowStore,
  documentId: string,
  count: number,
  writes: readonly Write[],
): Promise<void> {
  const counted = db
    .update(documents)
    .set({ attachmentCount: count })
    .where(and(eq(documents.id, documentId), eq(documents.showId, showId)));
  await write([counted, ...writes]);
}
