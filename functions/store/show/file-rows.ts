import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { ShowStore, Write } from '../open.ts';
import { attachments, files } from './document-tables.ts';

export type FileRow = typeof files.$inferSelect;

export function insertFile({ db }: ShowStore, row: typeof files.$inferInsert): Write {
  return db.insert(files).values(row);
}

/** A file with the document that holds it, if any. */
export async function readFile(store: ShowStore, id: string) {
  const rows = await store.db
    .select({ file: files, documentId: attachments.documentId })
    .from(files)
    .leftJoin(attachments, and(eq(attachments.showId, store.showId), eq(attachments.fileId, files.id)))
    .where(and(eq(files.showId, store.showId), eq(files.id, id)))
    .limit(1);
  return rows[0] ?? null;
}

/** Those of `ids` that exist in the show and are free, or already on `documentId`. */
export async function readLinkable(store: ShowStore, ids: readonly string[], documentId: string | null) {
  if (ids.length === 0) return [];
  const rows = await store.db
    .select({ file: files, documentId: attachments.documentId })
    .from(files)
    .leftJoin(attachments, and(eq(attachments.showId, store.showId), eq(attachments.fileId, files.id)))
    .where(
      and(
        eq(files.showId, store.showId),
        inArray(files.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),
    );
  return rows
    .filter((row) => row.documentId === null || row.documentId === documentId)
    .map((row) => row.file);
}

/** Statements that make `fileIds` the document's whole list, in this order. */
export function replaceAttachments(
  { db, showId }: ShowStore,
  documentId: string,
  kept: readonly { fileId: string; isTopSheet: boolean }[],
  now: string,
): Write[] {
  const json = JSON.stringify(kept.map((item, position) => ({ ...item, position })));
  return [
    // What is taken off belongs to nobody again, and is swept like an upload that was never linked.
    sql`UPDATE files SET linked_at = NULL WHERE show_id = ${showId}
      AND id IN (SELECT file_id FROM attachments WHERE show_id = ${showId} AND document_id = ${documentId})
      AND id NOT IN (SELECT value ->> 'fileId' FROM json_each(${json}))`,
    db.delete(attachments).where(and(eq(attachments.showId, showId), eq(attachments.documentId, documentId))),
    sql`INSERT INTO attachments (show_id, document_id, file_id, position, is_top_sheet)
      SELECT ${showId}, ${documentId}, value ->> 'fileId', value ->> 'position', value ->> 'isTopSheet'
      FROM json_each(${json})`,
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

export async function deleteFileRows(store: ShowStore, ids: readonly string[]): Promise<void> {
  await store.db
    .delete(files)
    .where(
      and(
        eq(files.showId, store.showId),
        inArray(files.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),
    );
}

/** Files nobody linked within a day (DEC-53), at most 100 at a time. */
export async function readOrphans(store: ShowStore, before: string): Promise<FileRow[]> {
  return store.db
    .select()
    .from(files)
    .where(and(isNull(files.linkedAt), lt(files.createdAt, before)))
    .limit(100);
}
