import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { statusesInApproval } from '#domain/document';
import { inList } from '#store/d1/in-list';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents, files, temporaryVendorFiles } from '#store/show/tables/document-tables';
import { temporaryVendors } from '#store/show/tables/reference-tables';
import { vendorUseJson } from '#store/show/documents/vendor-use';

export type TemporaryVendorRow = typeof temporaryVendors.$inferSelect;

export function insertTemporaryVendor({ db }: ShowStore, row: typeof temporaryVendors.$inferInsert): Write {
  return db.insert(temporaryVendors).values(row);
}

/**
 * Updates a record. The batch fails when the record's version is no longer `version`, or when the open documents that
 * use it are no longer those in `uses`, on which the user's permission was based (DEC-34).
 */
export function updateTemporaryVendor(
  { db, showId }: ShowStore,
  id: string,
  values: Omit<TemporaryVendorRow, 'id' | 'showId' | 'createdBy' | 'createdAt'>,
  { seen, uses, userId }: { seen: number; uses: string; userId: string },
): Write {
  const currentUses = vendorUseJson(showId, { tempVendorId: id, userId, exceptId: '' });
  const { version, ...others } = values;
  return db
    .update(temporaryVendors)
    .set({
      ...others,
      version: sql`CASE WHEN ${temporaryVendors.version} = ${seen} AND ${currentUses} = ${uses} THEN ${version} END`,
    })
    .where(and(eq(temporaryVendors.showId, showId), eq(temporaryVendors.id, id)));
}

/** A user's own upload, or a tax form of another vendor of the show: detaching a vendor copies its tax forms. */
function isLinkable(showId: string, userId: string): SQL {
  return sql`files.show_id = ${showId} AND files.owner_kind = 'vendor' AND (files.uploaded_by = ${userId}
    OR EXISTS (SELECT 1 FROM temporary_vendor_files f WHERE f.show_id = ${showId} AND f.file_id = files.id))`;
}

/**
 * The files among `fileIds` that this user has uploaded, or that are tax forms of a vendor; missing files are left out.
 */
export async function readLinkableForms(
  { db, showId }: ShowStore,
  fileIds: readonly string[],
  userId: string,
): Promise<{ id: string; uploadedBy: string }[]> {
  if (fileIds.length === 0) return [];
  return db
    .select({ id: files.id, uploadedBy: files.uploadedBy })
    .from(files)
    .where(and(inArray(files.id, inList(fileIds)), isLinkable(showId, userId)));
}

/** Links tax forms to the vendor, as far as the user may link them. */
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

const taxForms = prepareRead(({ db, showId }, { tempVendorId }: { tempVendorId: string }) => [
  db
    .select({ id: files.id, label: files.label, contentType: files.contentType, size: files.size })
    .from(temporaryVendorFiles)
    .innerJoin(files, eq(files.id, temporaryVendorFiles.fileId))
    .where(
      and(eq(temporaryVendorFiles.showId, showId), eq(temporaryVendorFiles.temporaryVendorId, tempVendorId)),
    )
    .orderBy(asc(files.createdAt), asc(files.id)),
]);

/** The vendor's tax forms, oldest first. */
export const taxFormsQuery = (source: Source, tempVendorId: string) =>
  mapQuery(taxForms(source, { tempVendorId }), ([rows]) => rows);

/** The next `limit` documents that still follow the record: drafts and those in approval (DEC-34). */
export async function readDocumentsUsing(
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
        inArray(documents.status, ['DRAFT', ...statusesInApproval]),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(limit);
  return rows.map((row) => row.id);
}
