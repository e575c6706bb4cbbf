import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Withdrawal } from '#domain/documents/file-list-change';
import { inList } from '#store/d1/in-list';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { attachments, documents, files } from '#store/show/tables/document-tables';
import { erasedFiles, withdrawnAttachments } from '#store/show/tables/evidence-tables';
import { isNotMoving } from '#store/show/outbox/moving-shows';

export type FileRow = typeof files.$inferSelect;

export function insertFile({ db }: ShowStore, row: typeof files.$inferInsert): Write {
  return db.insert(files).values(row);
}

/**
 * Whether anything refers to a row of `files`: a document (other than `butDocument`), a temporary vendor as its tax
 * form, or a company as its terms, at present or in the past. Such a file is not free, whatever its `linked_at`.
 */
function isReferenced(butDocument: string | null): SQL {
  return sql`(EXISTS (SELECT 1 FROM attachments a WHERE a.show_id = files.show_id AND a.file_id = files.id
      AND a.document_id IS NOT ${butDocument})
    OR EXISTS (SELECT 1 FROM withdrawn_attachments w WHERE w.show_id = files.show_id AND w.file_id = files.id)
    OR EXISTS (SELECT 1 FROM withdrawn_tax_forms w WHERE w.show_id = files.show_id AND w.file_id = files.id)
    OR EXISTS (SELECT 1 FROM replaced_terms r WHERE r.show_id = files.show_id AND r.file_id = files.id)
    OR EXISTS (SELECT 1 FROM erased_files e WHERE e.show_id = files.show_id AND e.file_id = files.id)
    OR EXISTS (SELECT 1 FROM temporary_vendor_files t WHERE t.show_id = files.show_id AND t.file_id = files.id)
    OR EXISTS (SELECT 1 FROM companies c WHERE c.show_id = files.show_id AND c.terms_file_id = files.id))`;
}

const file = prepareRead(({ db, showId }, { id }: { id: string }) => {
  const ofFile = (table: typeof attachments | typeof withdrawnAttachments) =>
    and(eq(table.showId, showId), eq(table.fileId, files.id));
  const documentId = sql<
    string | null
  >`coalesce(${attachments.documentId}, ${withdrawnAttachments.documentId})`;
  return [
    db
      .select({ file: files, documentId, docType: documents.type, erasedAt: erasedFiles.erasedAt })
      .from(files)
      .leftJoin(attachments, ofFile(attachments))
      .leftJoin(withdrawnAttachments, ofFile(withdrawnAttachments))
      .leftJoin(documents, eq(documents.id, documentId))
      .leftJoin(erasedFiles, and(eq(erasedFiles.showId, showId), eq(erasedFiles.fileId, files.id)))
      .where(and(eq(files.showId, showId), eq(files.id, id)))
      .limit(1),
  ];
});

/** A file with the id and type of the document it is (or was) attached to, if any, and when the file was erased. */
export const fileQuery = (store: Source, id: string) =>
  mapQuery(file(store, { id }), ([rows]) => rows[0] ?? null);

/**
 * The files among `ids` that may be attached: those already attached to `documentId`, and this uploader's free files of
 * the right kind.
 */
export function linkableFilesQuery(
  { db, showId }: Source,
  ids: readonly string[],
  by: { documentId: string | null; uploadedBy: string; ownerKind: FileRow['ownerKind'] },
): Query<FileRow[]> {
  const linkable = db
    .select()
    .from(files)
    .where(
      and(
        eq(files.showId, showId),
        inArray(files.id, inList(ids)),
        sql`(EXISTS (SELECT 1 FROM attachments a WHERE a.show_id = files.show_id AND a.file_id = files.id
            AND a.document_id = ${by.documentId})
          OR (files.uploaded_by = ${by.uploadedBy} AND files.owner_kind = ${by.ownerKind}
            AND files.linked_at IS NULL AND NOT ${isReferenced(null)}))`,
      ),
    );
  return queryOf(db, linkable);
}

function withdraw(showId: string, documentId: string, seq: number, withdrawn: readonly Withdrawal[]): Write {
  return sql`INSERT INTO withdrawn_attachments (show_id, document_id, file_id, position, is_top_sheet, invoice_id,
      added_seq, withdrawn_seq, reason, replaced_by)
    SELECT a.show_id, a.document_id, a.file_id, a.position, a.is_top_sheet, a.invoice_id, a.added_seq, ${seq},
      item.value ->> 'reason', item.value ->> 'replacedBy'
    FROM json_each(${JSON.stringify(withdrawn)}) item JOIN attachments a
      ON a.show_id = ${showId} AND a.document_id = ${documentId} AND a.file_id = item.value ->> 'fileId'`;
}

/**
 * Statements that replace the document's attachments by `attached`, in this order, under the event `seq`. Files of
 * `withdrawn` stay readable; any other file that is missing becomes free. A file that another document used meanwhile
 * gets a null id, which fails the batch.
 */
export function replaceAttachments(
  { db, showId }: ShowStore,
  documentId: string,
  attached: readonly { fileId: string; isTopSheet: boolean; invoiceId: string | null; addedSeq: number }[],
  { now, seq, withdrawn }: { now: string; seq: number; withdrawn: readonly Withdrawal[] },
): Write[] {
  const json = JSON.stringify(attached.map((item, position) => ({ ...item, position })));
  return [
    ...(withdrawn.length > 0 ? [withdraw(showId, documentId, seq, withdrawn)] : []),
    // A removed file without any other reference becomes free, so that the sweep deletes it like an upload that was
    // never linked.
    sql`UPDATE files SET linked_at = NULL WHERE show_id = ${showId}
      AND id IN (SELECT file_id FROM attachments WHERE show_id = ${showId} AND document_id = ${documentId})
      AND id NOT IN (SELECT value ->> 'fileId' FROM json_each(${json})) AND NOT ${isReferenced(documentId)}`,
    db.delete(attachments).where(and(eq(attachments.showId, showId), eq(attachments.documentId, documentId))),
    sql`INSERT INTO attachments (show_id, document_id, file_id, position, is_top_sheet, invoice_id, added_seq)
      SELECT ${showId}, ${documentId},
        (SELECT files.id FROM files WHERE files.show_id = ${showId} AND files.id = item.value ->> 'fileId'
          AND NOT EXISTS (SELECT 1 FROM attachments a WHERE a.show_id = ${showId} AND a.file_id = files.id)
          AND NOT EXISTS (SELECT 1 FROM withdrawn_attachments w WHERE w.show_id = ${showId} AND w.file_id = files.id)),
        item.value ->> 'position', item.value ->> 'isTopSheet', item.value ->> 'invoiceId',
        item.value ->> 'addedSeq'
      FROM json_each(${json}) item`,
    db
      .update(files)
      .set({ linkedAt: now })
      .where(
        and(
          eq(files.showId, showId),
          isNull(files.linkedAt),
          inArray(files.id, sql`(SELECT value ->> 'fileId' FROM json_each(${json}))`),
        ),
      ),
  ];
}

/**
 * Deletes the user's own uploads if nothing refers to any of them: all except the withdrawn ones, or none. Returns the
 * deleted ids, whose bytes the caller removes, and how many of the user's files are still there and how many are
 * withdrawn.
 */
export async function deleteFreeUploads(
  { db, showId }: ShowStore,
  ids: readonly string[],
  uploadedBy: string,
): Promise<{ gone: string[]; held: number; withdrawn: number }> {
  const own = and(eq(files.showId, showId), inArray(files.id, inList(ids)), eq(files.uploadedBy, uploadedBy));
  const free = and(own, isNull(files.linkedAt), sql`NOT ${isReferenced(null)}`);
  const isWithdrawn = sql`EXISTS (SELECT 1 FROM withdrawn_attachments w
    WHERE w.show_id = files.show_id AND w.file_id = files.id)`;
  const count = sql<number>`count(*)`;
  const [gone, ownTotals, withdrawnTotals] = await db.batch([
    db
      .delete(files)
      .where(
        and(free, sql`(SELECT count(*) FROM files WHERE ${or(free, and(own, isWithdrawn))}) = ${ids.length}`),
      )
      .returning({ id: files.id }),
    db.select({ total: count }).from(files).where(own),
    db.select({ total: count }).from(files).where(and(own, isWithdrawn)),
  ]);
  return {
    gone: gone.map(({ id }) => id),
    held: ownTotals[0]?.total ?? 0,
    withdrawn: withdrawnTotals[0]?.total ?? 0,
  };
}

/**
 * Deletes at most 100 files of any show that were created before `before`, were not linked and have no reference, in
 * one statement, so that a file that was just linked stays (DEC-53). Returns the ids; their bytes can be removed.
 */
export async function deleteOrphans(store: ShowStore, before: string): Promise<string[]> {
  const rows = await store.db
    .delete(files)
    .where(
      sql`${files.id} IN (SELECT files.id FROM files WHERE files.linked_at IS NULL AND files.created_at < ${before}
        AND NOT ${isReferenced(null)} AND ${isNotMoving(files.showId)} ORDER BY files.created_at LIMIT 100)`,
    )
    .returning({ id: files.id });
  return rows.map((row) => row.id);
}
