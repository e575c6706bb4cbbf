import { and, eq, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { documents, temporaryVendorFiles } from '#store/show/tables/document-tables';
import { visible } from '#store/show/lists/visible';

export type VendorVisibilities = Record<Extract<DocType, 'PO' | 'INVOICE'>, readonly Visibility[]>;

/** A temporary vendor, or those that have or had this tax form. */
export type FormOwner = { tempVendorId: string } | { fileId: string };

/** Unlike `visible`, without those who decided under a cover, which includes no tax forms (COV-05). */
function isOnStep({ showId }: Pick<Source, 'showId'>, userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM workflows w CROSS JOIN workflow_steps s CROSS JOIN workflow_step_approvers a
    WHERE w.show_id = ${showId} AND w.document_id = ${documents.id} AND w.is_latest = 1
      AND s.show_id = ${showId} AND s.workflow_id = w.id
      AND a.show_id = ${showId} AND a.step_id = s.id AND a.user_id = ${userId})`;
}

type Values = { ownerId: string; userId: string };
type Kinds = Record<keyof VendorVisibilities, readonly Visibility['kind'][]>;

const vendorTypes = prepareRead(
  (source, { ownerId, userId }: Values, owner: 'vendor' | 'file', kinds: Kinds) => {
    const { db, showId } = source;
    const vendorIds =
      owner === 'vendor'
        ? sql`(${ownerId})`
        : sql`(SELECT temporary_vendor_id FROM temporary_vendor_files
            WHERE show_id = ${showId} AND file_id = ${ownerId}
          UNION ALL SELECT temporary_vendor_id FROM withdrawn_tax_forms
            WHERE show_id = ${showId} AND file_id = ${ownerId})`;
    const isVisible = (type: keyof VendorVisibilities) => {
      const conditions = kinds[type].map((kind) =>
        kind === 'WORKFLOW' ? isOnStep(source, userId) : visible(source, { kind, userId }),
      );
      return and(eq(documents.type, type), conditions.includes(undefined) ? undefined : or(...conditions));
    };
    return [
      db
        .selectDistinct({ type: sql<DocType>`${documents.type}` })
        // Names the index: D1 keeps no statistics, and would scan the documents of the show.
        .from(sql`documents INDEXED BY documents_by_temporary_vendor`)
        .where(
          and(
            eq(documents.showId, showId),
            sql`${documents.temporaryVendorId} IS NOT NULL AND ${documents.temporaryVendorId} IN ${vendorIds}`,
            or(isVisible('PO'), isVisible('INVOICE')),
            sql`(${documents.ownerId} <> ${userId} OR instr(${documents.milestones}, 'SUBMITTED_FOR_APPROVAL') > 0
              OR EXISTS (SELECT 1 FROM temporary_vendors v WHERE v.show_id = ${showId}
                AND v.id = ${documents.temporaryVendorId} AND v.created_by = ${userId}))`,
          ),
        ),
    ];
  },
);

/**
 * The types of the visible documents that use a temporary vendor. A draft that only the user has seen counts only if
 * they created the vendor's record; else a user could read its tax forms by selecting the vendor in a draft.
 */
export function vendorDocumentTypesQuery(
  store: Source,
  owner: FormOwner,
  visibilities: VendorVisibilities,
  userId: string,
): Query<DocType[]> {
  const isVendor = 'tempVendorId' in owner;
  const values = { ownerId: isVendor ? owner.tempVendorId : owner.fileId, userId };
  const kinds = {
    PO: visibilities.PO.map(({ kind }) => kind),
    INVOICE: visibilities.INVOICE.map(({ kind }) => kind),
  };
  return mapQuery(vendorTypes(store, values, isVendor ? 'vendor' : 'file', kinds), ([rows]) =>
    rows.map(({ type }) => type),
  );
}

const taxForm = prepareRead(({ db, showId }, { fileId }: { fileId: string }) => [
  db
    .select({ fileId: temporaryVendorFiles.fileId })
    .from(temporaryVendorFiles)
    .where(and(eq(temporaryVendorFiles.showId, showId), eq(temporaryVendorFiles.fileId, fileId)))
    .limit(1),
]);

export const isTaxFormQuery = (store: Source, fileId: string) =>
  mapQuery(taxForm(store, { fileId }), ([rows]) => rows.length > 0);

/**
 * Statements that remove a tax form from every temporary vendor. If a submitted document uses the vendor, the form is
 * withdrawn and kept; otherwise it becomes free and is swept like an upload that was never linked.
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
