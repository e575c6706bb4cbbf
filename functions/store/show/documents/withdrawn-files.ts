import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { attachments, documentEvents, documents, files } from '#store/show/tables/document-tables';
import { erasedFiles, withdrawnAttachments, withdrawnTaxForms } from '#store/show/tables/evidence-tables';

/**
 * The files that were withdrawn from a document after a submission, with user and time, in the order of their
 * withdrawal.
 */
export function withdrawnQuery({ db, showId }: Source, documentId: string) {
  return db
    .select({
      withdrawn: withdrawnAttachments,
      file: files,
      actorId: documentEvents.actorId,
      actorName: documentEvents.actorName,
      at: documentEvents.at,
      erasedAt: erasedFiles.erasedAt,
    })
    .from(withdrawnAttachments)
    .innerJoin(files, eq(files.id, withdrawnAttachments.fileId))
    .innerJoin(
      documentEvents,
      and(
        eq(documentEvents.documentId, documentId),
        eq(documentEvents.seq, withdrawnAttachments.withdrawnSeq),
      ),
    )
    .leftJoin(erasedFiles, and(eq(erasedFiles.showId, showId), eq(erasedFiles.fileId, files.id)))
    .where(and(eq(withdrawnAttachments.showId, showId), eq(withdrawnAttachments.documentId, documentId)))
    .orderBy(asc(withdrawnAttachments.withdrawnSeq), asc(withdrawnAttachments.position));
}

const withdrawnOf = prepareRead((source, { id }: { id: string }) => [withdrawnQuery(source, id)]);

export const withdrawnOfQuery = (source: Source, id: string) =>
  mapQuery(withdrawnOf(source, { id }), ([rows]) => rows);

export type WithdrawnRow = RowOf<ReturnType<typeof withdrawnOfQuery>>[number];

/** The tax forms that were withdrawn from the temporary vendor of a document; without those that it has again. */
export function withdrawnTaxFormQuery({ db, showId }: Source, documentId: string) {
  return db
    .select({ withdrawn: withdrawnTaxForms, file: files, erasedAt: erasedFiles.erasedAt })
    .from(documents)
    .innerJoin(
      withdrawnTaxForms,
      and(
        eq(withdrawnTaxForms.showId, showId),
        eq(withdrawnTaxForms.temporaryVendorId, documents.temporaryVendorId),
      ),
    )
    .innerJoin(files, eq(files.id, withdrawnTaxForms.fileId))
    .leftJoin(erasedFiles, and(eq(erasedFiles.showId, showId), eq(erasedFiles.fileId, files.id)))
    .where(
      and(
        eq(documents.id, documentId),
        eq(documents.showId, showId),
        sql`NOT EXISTS (SELECT 1 FROM temporary_vendor_files t WHERE t.show_id = ${showId}
          AND t.temporary_vendor_id = ${withdrawnTaxForms.temporaryVendorId} AND t.file_id = ${files.id})`,
      ),
    )
    .orderBy(asc(withdrawnTaxForms.withdrawnAt), asc(files.id));
}

/** The request of the open change order, and the files that were withdrawn since. */
export function changeOrderQueries({ db, showId }: Source, documentId: string) {
  const requestedSeq = sql<number>`(SELECT max(e.seq) FROM document_events e
    WHERE e.document_id = ${documentId} AND e.action = 'adjust')`;
  return [
    db
      .select({ seq: documentEvents.seq })
      .from(documentEvents)
      .where(and(eq(documentEvents.documentId, documentId), eq(documentEvents.seq, requestedSeq))),
    db
      .select({ withdrawn: withdrawnAttachments, file: files })
      .from(withdrawnAttachments)
      .innerJoin(files, eq(files.id, withdrawnAttachments.fileId))
      .where(
        and(
          eq(withdrawnAttachments.showId, showId),
          eq(withdrawnAttachments.documentId, documentId),
          gt(withdrawnAttachments.withdrawnSeq, requestedSeq),
        ),
      ),
  ] as const;
}

/**
 * Statements that restore the files of a document as they were when its change order was requested: files added since
 * are withdrawn under the event `seq`, and files withdrawn since are attached again (DEC-26).
 */
export function restoreFiles(
  { showId }: ShowStore,
  documentId: string,
  { requestedSeq, seq, reason }: { requestedSeq: number; seq: number; reason: string },
): Write[] {
  const ofDocument = sql`show_id = ${showId} AND document_id = ${documentId}`;
  const sinceRequest = sql`${ofDocument} AND added_seq > ${requestedSeq}`;
  const toRestore = sql`${ofDocument} AND withdrawn_seq > ${requestedSeq} AND withdrawn_seq < ${seq}
    AND added_seq <= ${requestedSeq}`;
  return [
    sql`INSERT INTO withdrawn_attachments (show_id, document_id, file_id, position, is_top_sheet, invoice_id, added_seq,
        withdrawn_seq, reason)
      SELECT show_id, document_id, file_id, position, is_top_sheet, invoice_id, added_seq, ${seq}, ${reason}
      FROM attachments WHERE ${sinceRequest}`,
    sql`DELETE FROM attachments WHERE ${sinceRequest}`,
    sql`INSERT INTO attachments (show_id, document_id, file_id, position, is_top_sheet, invoice_id, added_seq)
      SELECT show_id, document_id, file_id, position, is_top_sheet, invoice_id, added_seq
      FROM withdrawn_attachments WHERE ${toRestore}`,
    sql`DELETE FROM withdrawn_attachments WHERE ${toRestore}`,
    sql`UPDATE documents SET attachment_count = (SELECT count(*) FROM ${attachments} WHERE ${ofDocument})
      WHERE id = ${documentId} AND show_id = ${showId}`,
  ];
}
