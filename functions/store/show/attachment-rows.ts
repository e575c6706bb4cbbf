import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore } from '../open.ts';
import { saidOnce } from '../said-once.ts';
import { attachments, files } from './document-tables.ts';

const attached = saidOnce(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({ attachment: attachments, file: files })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(attachments.showId, showId), eq(attachments.documentId, documentId)))
    .orderBy(asc(attachments.position)),
]);

/** The document's attachments in order, each with its file. */
export async function readAttachments(store: ShowStore, documentId: string) {
  const [rows] = await attached(store, { documentId });
  return rows;
}
