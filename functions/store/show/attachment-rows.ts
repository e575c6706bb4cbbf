import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore } from '../open.ts';
import { attachments, files } from './document-tables.ts';

/** The document's attachments in order, each with its file. */
export async function readAttachments({ db, showId }: ShowStore, documentId: string) {
  return db
    .select({ attachment: attachments, file: files })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(attachments.showId, showId), eq(attachments.documentId, documentId)))
    .orderBy(asc(attachments.position));
}
