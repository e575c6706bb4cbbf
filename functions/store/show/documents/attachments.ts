import { and, asc, eq, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { attachments, files } from '#store/show/tables/document-tables';

/**
 * Whether the file was part of a submission: the document is not a draft, or the event that added the file is followed
 * by a submission or by a pull, which has no history type.
 */
export const wasSubmitted = sql<number>`(EXISTS (SELECT 1 FROM documents d
    WHERE d.id = ${attachments.documentId} AND d.status <> 'DRAFT')
  OR EXISTS (SELECT 1 FROM document_events e
    WHERE e.document_id = ${attachments.documentId} AND e.seq > ${attachments.addedSeq}
      AND (e.history_type IS NOT NULL OR e.action = 'pull')))`.mapWith(Boolean);

/** Whether the file was added after the last final approval; shown only while the document is approved. */
export const addedAfterApproval = sql<number>`EXISTS (SELECT 1 FROM documents d
  WHERE d.id = ${attachments.documentId} AND d.status = 'APPROVED' AND ${attachments.addedSeq} >
    (SELECT max(e.seq) FROM document_events e WHERE e.document_id = ${attachments.documentId}
      AND e.action = 'approve' AND e.payload ->> 'status' = 'APPROVED'))`.mapWith(Boolean);

const attachmentRows = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({ attachment: attachments, file: files, wasSubmitted, addedAfterApproval })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(attachments.showId, showId), eq(attachments.documentId, documentId)))
    .orderBy(asc(attachments.position)),
]);

/** The document's attachments in order, each with its file. */
export const attachmentsQuery = (store: Source, documentId: string) =>
  mapQuery(attachmentRows(store, { documentId }), ([rows]) => rows);
