import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { approvalHistory } from '#store/show/tables/document-tables';
import type { withdrawnAttachments } from '#store/show/tables/evidence-tables';
import { workflows, workflowSteps, workflowTemplates } from '#store/show/tables/workflow-tables';
import { changeOrderQueries } from '#store/show/documents/withdrawn-files';

/**
 * Statements that restore all fields and lines of a purchase order from its last approval-history entry, when a change
 * order is voided or discarded (DEC-26). The entry's lines still exist, because they are locked; later lines are
 * deleted.
 */
export function restoreSnapshot({ showId }: ShowStore, documentId: string): Write[] {
  const last = sql`(SELECT snapshot FROM approval_history WHERE show_id = ${showId} AND document_id = ${documentId}
    ORDER BY position DESC LIMIT 1)`;
  const field = (name: string) => sql`${last} ->> ${`$.header.${name}`}`;
  return [
    sql`DELETE FROM document_lines WHERE show_id = ${showId} AND document_id = ${documentId}
      AND id NOT IN (SELECT value ->> 'id' FROM json_each(${last}, '$.lines'))`,
    sql`UPDATE document_lines SET description = item.value ->> 'description',
        quantity_hundredths = item.value ->> 'quantityHundredths', unit_cost_cents = item.value ->> 'unitCostCents',
        total_cents = item.value ->> 'totalCents', acquisition_type = item.value ->> 'acquisitionType',
        rental_type = item.value ->> 'rentalType', rental_start = item.value ->> 'rentalStart',
        rental_end = item.value ->> 'rentalEnd', episode = item.value ->> 'episode',
        coding = json(item.value -> 'coding'), coa_external_id = item.value ->> 'coaExternalId',
        tax_code = item.value ->> 'taxCode'
      FROM json_each(${last}, '$.lines') item
      WHERE document_lines.id = item.value ->> 'id' AND +document_lines.show_id = ${showId}`,
    sql`UPDATE purchase_orders SET prefix = ${field('prefix')}, category_id = ${field('categoryId')},
        project_company_external_id = ${field('projectCompanyExternalId')},
        company_external_id = ${field('companyExternalId')}, company_name = ${field('companyName')},
        company_address = ${field('companyAddress')}, currency_external_id = ${field('currencyExternalId')},
        currency_reference_code = ${field('currencyReferenceCode')}, vendor = json(${last} -> '$.header.vendor'),
        vendor_address_id = ${field('vendorAddressId')}, bill_to_address_id = ${field('billToAddressId')},
        ship_to_address_id = ${field('shipToAddressId')}, hst = ${field('hst')}, fid = ${field('fid')}
      WHERE document_id = ${documentId} AND show_id = ${showId}`,
    sql`UPDATE documents SET revision = coalesce(${field('revision')}, revision), description = ${field('description')}, business_day = ${field('businessDay')},
        department_id = ${field('departmentId')}, department_name = ${field('departmentName')},
        vendor_id = ${field('vendorId')}, temporary_vendor_id = ${field('temporaryVendorId')},
        vendor_external_id = ${field('vendorExternalId')}, vendor_number = ${field('vendorNumber')},
        vendor_name = ${field('vendorName')}, currency_code = ${field('currencyCode')},
        total_cents = (SELECT total_cents FROM approval_history WHERE show_id = ${showId}
          AND document_id = ${documentId} ORDER BY position DESC LIMIT 1)
      WHERE id = ${documentId} AND show_id = ${showId}`,
  ];
}

const snapshot = prepareRead(
  ({ db, showId }, { documentId }: { documentId: string }) =>
    [
      db
        .select({ snapshot: approvalHistory.snapshot, totalCents: approvalHistory.totalCents })
        .from(approvalHistory)
        .where(and(eq(approvalHistory.showId, showId), eq(approvalHistory.documentId, documentId)))
        .orderBy(desc(approvalHistory.position))
        .limit(1),
      // The latest copy, or the one that `restoreWorkflow` makes the latest again.
      db
        .select({ id: workflows.id, name: workflowTemplates.name, version: workflows.templateVersion })
        .from(workflows)
        .innerJoin(workflowTemplates, eq(workflowTemplates.id, workflows.templateId))
        .innerJoin(
          workflowSteps,
          and(
            eq(workflowSteps.showId, showId),
            eq(workflowSteps.workflowId, workflows.id),
            eq(workflowSteps.stepOrder, workflows.finalOrder),
          ),
        )
        .where(
          and(
            eq(workflows.showId, showId),
            eq(workflows.documentId, documentId),
            or(eq(workflows.isLatest, true), eq(workflowSteps.status, 'APPROVED')),
          ),
        )
        .orderBy(desc(workflows.isLatest), desc(workflows.createdAt), desc(workflows.id))
        .limit(1),
      ...changeOrderQueries({ db, showId }, documentId),
    ] as const,
);

/**
 * The version that `restoreSnapshot` restores, and the workflow that the document then has; null without an approval.
 */
export const restoreQuery = (source: Source, documentId: string) =>
  mapQuery(snapshot(source, { documentId }), ([[version], [flow], [request], since]) =>
    version
      ? {
          ...version,
          flow: flow ?? null,
          requestedSeq: request?.seq ?? 0,
          withdrawnSince: since.map(({ withdrawn, file }) => ({ ...file, ...attachmentOf(withdrawn) })),
        }
      : null,
  );

/** The row of `attachments` that a withdrawn file had. */
function attachmentOf({
  withdrawnSeq: _seq,
  reason: _reason,
  replacedBy: _replacedBy,
  ...attachment
}: typeof withdrawnAttachments.$inferSelect) {
  return attachment;
}
