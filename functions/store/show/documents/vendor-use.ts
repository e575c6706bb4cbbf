import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { statusesInApproval } from '#domain/document';
import { statusList } from '#store/show/tables/status-lists';
import type { VendorUse } from '#domain/reference-data/temporary-vendor-use';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';

interface VendorUseKeys {
  /** The id of one record, or a subquery of several. */
  tempVendorId: string | SQL;
  userId: string | SQL;
  /** A document that does not count; '' for none. */
  exceptId: string | SQL;
}

/**
 * The open documents that use a record, as JSON: grouped by type, state and the user's relation to them. The text read
 * before a decision can be compared with the text at the time of the write.
 */
export function vendorUseJson(
  showId: string | SQL,
  { tempVendorId, userId, exceptId }: VendorUseKeys,
): SQL<string> {
  return sql<string>`(SELECT json_group_array(json_array(type, in_approval, is_owner, is_waiting, uses)) FROM (
    SELECT d.type, d.status <> 'DRAFT' in_approval, d.owner_id = ${userId} is_owner,
      EXISTS (SELECT 1 FROM waiting_approvals w WHERE w.show_id = ${showId} AND w.user_id = ${userId}
        AND w.type = d.type AND w.document_id = d.id) is_waiting, count(*) uses
    FROM documents d WHERE d.show_id = ${showId} AND d.type IN ('PO', 'INVOICE')
      AND d.temporary_vendor_id IN (${tempVendorId}) AND d.id <> ${exceptId}
      AND d.status IN ${statusList(['DRAFT', ...statusesInApproval])}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4))`;
}

export function parseVendorUse(json: string): VendorUse[] {
  const rows = JSON.parse(json) as [VendorUse['docType'], number, number, number, number][];
  return rows.map(([docType, inApproval, isOwner, isWaiting, count]) => ({
    docType,
    inApproval: inApproval === 1,
    isOwner: isOwner === 1,
    isWaiting: isWaiting === 1,
    count,
  }));
}

const uses = prepareRead(
  ({ db, showId }, values: { tempVendorId: string; userId: string; exceptId: string }) => [
    db.select({ uses: vendorUseJson(showId, values) }).from(sql`(SELECT 1)`),
  ],
);

/** The open documents other than `exceptId` that use a record. */
export const vendorUseQuery = (source: Source, tempVendorId: string, userId: string, exceptId: string) =>
  mapQuery(uses(source, { tempVendorId, userId, exceptId }), ([[row]]) => parseVendorUse(row?.uses ?? '[]'));

const usesOfTaxForm = prepareRead(
  ({ db, showId }, { fileId, userId }: { fileId: string; userId: string }) => {
    const tempVendorId = sql`SELECT temporary_vendor_id FROM temporary_vendor_files
    WHERE show_id = ${showId} AND file_id = ${fileId}`;
    return [
      db
        .select({ uses: vendorUseJson(showId, { tempVendorId, userId, exceptId: '' }) })
        .from(sql`(SELECT 1)`),
    ];
  },
);

export const taxFormUseQuery = (source: Source, fileId: string, userId: string) =>
  mapQuery(usesOfTaxForm(source, { fileId, userId }), ([[row]]) => parseVendorUse(row?.uses ?? '[]'));
