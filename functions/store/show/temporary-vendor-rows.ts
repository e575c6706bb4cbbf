import { sql } from 'drizzle-orm';
import type { ShowStore, Write } from '../open.ts';
import { temporaryVendors } from './reference-tables.ts';

/** Makes the record, or brings an existing one to these values. */
export function saveTemporaryVendor({ db }: ShowStore, row: typeof temporaryVendors.$inferInsert): Write {
  const { id: _id, showId: _showId, createdBy: _by, createdAt: _at, ...values } = row;
  return db
    .insert(temporaryVendors)
    .values(row)
    .onConflictDoUpdate({ target: temporaryVendors.id, set: values });
}

/** Links uploaded tax forms of this uploader to the vendor; files of anybody else are passed over. */
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
      WHERE files.show_id = ${showId} AND files.uploaded_by = ${link.uploadedBy} AND files.owner_kind = 'vendor'`,
    sql`UPDATE files SET linked_at = ${link.now} WHERE show_id = ${showId} AND linked_at IS NULL
      AND owner_kind = 'vendor' AND uploaded_by = ${link.uploadedBy}
      AND id IN (SELECT value FROM json_each(${ids}))`,
  ];
}
