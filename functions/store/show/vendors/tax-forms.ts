import { and, eq, or, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore, Write } from '#store/d1/open';
import { documents, temporaryVendorFiles } from '#store/show/tables/document-tables';
import { visibleAnyhow } from '#store/show/lists/document-filters';

/** What the user may see of each type that has a vendor. */
export type VendorSights = Record<Extract<DocType, 'PO' | 'INVOICE'>, readonly Visibility[]>;

/** A temporary vendor, or those that have or had this tax form. */
export type FormOwner = { tempVendorId: string } | { fileId: string };

/**
 * Types of the documents that use a temporary vendor, as far as the user may see them. A draft of the user's own that nobody
 * else has seen counts only if they made the vendor's record: else naming a vendor would be a way to read its forms.
 */
export async function readTypesOfVendor(
  store: ShowStore,
  owner: FormOwner,
  sights: VendorSights,
  userId: string,
): Promise<DocType[]> {
  const { db, showId } = store;
  const vendorIds =
    'tempVendorId' in owner
      ? sql`(${owner.tempVendorId})`
      : sql`(SELECT temporary_vendor_id FROM temporary_vendor_files
          WHERE show_id = ${showId} AND file_id = ${owner.fileId}
        UNION ALL SELECT temporary_vendor_id FROM withdrawn_tax_forms
          WHERE show_id = ${showId} AND file_id = ${owner.fileId})`;
  const seen = (type: keyof VendorSights) =>
    and(eq(documents.type, type), visibleAnyhow(store, sights[type]));
  // By name: D1 keeps no statistics, and would walk the documents of the show.
  const rows = await db.all<{ type: DocType }>(sql`SELECT DISTINCT type
    FROM documents INDEXED BY documents_by_temporary_vendor
    WHERE ${and(
      eq(documents.showId, showId),
      sql`${documents.temporaryVendorId} IS NOT NULL AND ${documents.temporaryVendorId} IN ${vendorIds}`,
      or(seen('PO'), seen('INVOICE')),
      sql`(${documents.ownerId} <> ${userId} OR instr(${documents.milestones}, 'SUBMITTED_FOR_APPROVAL') > 0
        OR EXISTS (SELECT 1 FROM temporary_vendors v WHERE v.show_id = ${showId}
          AND v.id = ${documents.temporaryVendorId} AND v.created_by = ${userId}))`,
    )}`);
  return rows.map(({ type }) => type);
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
 * Statements that take a tax form off every temporary vendor. Where a submitted document uses the vendor it is withdrawn and
 * kept; otherwise it belongs to nobody and is swept like an upload never linked.
 */
export function unlinkTaxForm(
  { db, showId }: ShowStore,
  fileId: string,
  by: { id: string; name: string; now: string },
): Write[] {
  const link = and(eq(temporaryVendorFiles.showId, showId), eq(temporaryVendorFiles.fileId, fileId));
  return [
    sql`INSERT OR REPLACE INTO withdrawn_tax_forms
        (show_id, temporary_vendor_id, file_id, withdrawn_by, withdrawn_by_name, withdrawn_at)
      SELECT t.show_id, t.temporary_vendor_id, t.file_id, ${by.id}, ${by.name}, ${by.now}
      FROM temporary_vendor_files t WHERE t.show_id = ${showId} AND t.file_id = ${fileId}
        AND EXISTS (SELECT 1 FROM documents d JOIN document_events e ON e.document_id = d.id
          WHERE d.show_id = ${showId} AND d.temporary_vendor_id = t.temporary_vendor_id
            AND e.history_type = 'SUBMITTED')`,
    sql`UPDATE files SET linked_at = NULL WHERE show_id = ${showId} AND id = ${fileId} AND owner_kind = 'vendor'
      AND EXISTS (SELECT 1 FROM temporary_vendor_files t WHERE t.show_id = ${showId} AND t.file_id = ${fileId})
      AND NOT EXISTS (SELECT 1 FROM withdrawn_tax_forms w WHERE w.show_id = ${showId} AND w.file_id = ${fileId})`,
    db.delete(temporaryVendorFiles).where(link),
  ];
}
