import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore, Write } from '../open.ts';
import { documents, files, temporaryVendorFiles } from './document-tables.ts';
import { temporaryVendors } from './reference-tables.ts';

export type TemporaryVendorRow = typeof temporaryVendors.$inferSelect;

/** Makes the record, or brings an existing one to these values. */
export function saveTemporaryVendor({ db }: ShowStore, row: typeof temporaryVendors.$inferInsert): Write {
  const { id: _id, showId: _showId, createdBy: _by, createdAt: _at, ...values } = row;
  return db
    .insert(temporaryVendors)
    .values(row)
    .onConflictDoUpdate({ target: temporaryVendors.id, set: values });
}

/** A user's own upload, or a tax form that a vendor of the show has: whoever detaches a vendor takes its forms along. */
function isLinkable(showId: string, userId: string): SQL {
  return sql`files.show_id = ${showId} AND files.owner_kind = 'vendor' AND (files.uploaded_by = ${userId}
    OR EXISTS (SELECT 1 FROM temporary_vendor_files held WHERE held.show_id = ${showId} AND held.file_id = files.id))`;
}

/** Those of `fileIds` that this user may make tax forms of a vendor; what is gone or somebody else's is left out. */
export async function readLinkableForms(
  { db, showId }: ShowStore,
  fileIds: readonly string[],
  userId: string,
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        inArray(files.id, sql`(SELECT value FROM json_each(${JSON.stringify(fileIds)}))`),
        isLinkable(showId, userId),
      ),
    );
  return rows.map((row) => row.id);
}

/** Links tax forms to the vendor, those that this user may. */
export function linkTaxForms(
  { showId }: ShowStore,
  link: { tempVendorId: string; uploadedBy: string; now: string },
  fileIds: readonly string[],
): Write[] {
  if (fileIds.length === 0) return [];
  const ids = JSON.stringify(fileIds);
  return [
    sql`INSERT OR IGNORE INTO temporary_vendor_files (show_id, temporary_vendor_id, file_id)
      SELECT ${showId}, ${link.tempVendorId}, files.id FROM files JOIN json_each(${ids}) item ON item.value = files.id
      WHERE ${isLinkable(showId, link.uploadedBy)}`,
    sql`UPDATE files SET linked_at = ${link.now} WHERE show_id = ${showId} AND linked_at IS NULL
      AND owner_kind = 'vendor' AND uploaded_by = ${link.uploadedBy}
      AND id IN (SELECT value FROM json_each(${ids}))`,
  ];
}

/** The vendor's tax forms, oldest first. */
export async function readTaxForms({ db, showId }: ShowStore, tempVendorId: string) {
  return db
    .select({ id: files.id, label: files.label, contentType: files.contentType, size: files.size })
    .from(temporaryVendorFiles)
    .innerJoin(files, eq(files.id, temporaryVendorFiles.fileId))
    .where(
      and(eq(temporaryVendorFiles.showId, showId), eq(temporaryVendorFiles.temporaryVendorId, tempVendorId)),
    )
    .orderBy(asc(files.createdAt), asc(files.id));
}

/** Whether a file is a tax form of a temporary vendor. */
export async function isTaxForm({ db, showId }: ShowStore, fileId: string): Promise<boolean> {
  const rows = await db
    .select({ fileId: temporaryVendorFiles.fileId })
    .from(temporaryVendorFiles)
    .where(and(eq(temporaryVendorFiles.showId, showId), eq(temporaryVendorFiles.fileId, fileId)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Takes a tax form off every temporary vendor; it then belongs to nobody and is swept like an upload never linked.
 * Answers whether it was one.
 */
export async function unlinkTaxForm({ db, showId }: ShowStore, fileId: string): Promise<boolean> {
  const link = and(eq(temporaryVendorFiles.showId, showId), eq(temporaryVendorFiles.fileId, fileId));
  const [, gone] = await db.batch([
    db
      .update(files)
      .set({ linkedAt: null })
      .where(
        and(
          eq(files.showId, showId),
          eq(files.id, fileId),
          eq(files.ownerKind, 'vendor'),
          sql`EXISTS (SELECT 1 FROM ${temporaryVendorFiles} WHERE ${link})`,
        ),
      ),
    db.delete(temporaryVendorFiles).where(link).returning({ fileId: temporaryVendorFiles.fileId }),
  ]);
  return gone.length > 0;
}

/** The next `limit` documents that still follow the record: drafts and those in approval (DEC-34). */
export async function readFollowers(
  { db, showId }: ShowStore,
  tempVendorId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.showId, showId),
        inArray(documents.type, ['PO', 'INVOICE']),
        eq(documents.temporaryVendorId, tempVendorId),
        gt(documents.id, after),
        inArray(documents.status, [
          'DRAFT',
          'SUBMITTED_FOR_APPROVAL',
          'APPROVED_BY_DEPARTMENT_APPROVER',
          'APPROVED_BY_SPECIAL_APPROVER',
        ]),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(limit);
  return rows.map((row) => row.id);
}
