import { and, desc, eq, sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { ShowStore } from '#store/d1/open';
import { approvalHistory, documents } from '#store/show/tables/document-tables';
import { workflows } from '#store/show/tables/workflow-tables';
import { workflowQueries, workflowRows } from '#store/show/documents/read-document';
import { vendorAddresses } from '#store/show/tables/reference-tables';

/** Reads that only PDFs of approved versions need. */

/** Ids of the purchase orders of these numbers, by number. */
export async function readOrderIds(
  { db, showId }: ShowStore,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: documents.id, number: documents.number })
    .from(documents)
    .where(
      and(
        eq(documents.showId, showId),
        // Inlined, to match the condition of the partial index.
        sql`${documents.type} = 'PO' AND ${documents.number} <> ''`,
        sql`${documents.number} IN ${inList(numbers)}`,
      ),
    );
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/**
 * The stored data of an approved version of a purchase order that its page does not show, and the workflow that
 * approved it.
 */
export async function readVersion(
  store: ShowStore,
  orderId: string,
  version: { id: string; approvedAt: string },
) {
  const { db, showId } = store;
  const header = (field: string) => sql<string>`${approvalHistory.snapshot} ->> ${`$.header.${field}`}`;
  const approvedBy = db
    .select({ id: workflows.id })
    .from(workflows)
    .where(
      and(
        eq(workflows.showId, showId),
        eq(workflows.documentId, orderId),
        sql`${workflows.createdAt} <= ${version.approvedAt}`,
      ),
    )
    .orderBy(desc(workflows.createdAt), desc(workflows.id))
    .limit(1);
  const [versionRows, workflow, steps, approvers, approvals] = await db.batch([
    db
      .select({
        companyAddress: header('companyAddress'),
        snapshot: approvalHistory.snapshot,
        revision: sql<number>`${header('revision')}`.mapWith(Number),
        vendorAddress: vendorAddresses,
      })
      .from(approvalHistory)
      .leftJoin(
        vendorAddresses,
        and(eq(vendorAddresses.showId, showId), eq(vendorAddresses.id, header('vendorAddressId'))),
      )
      .where(and(eq(approvalHistory.showId, showId), eq(approvalHistory.id, version.id)))
      .limit(1),
    ...workflowQueries(store, orderId, sql`${workflows.id} = (${approvedBy})`),
  ]);
  return { ...versionRows[0], ...workflowRows(workflow, steps, approvers, approvals) };
}

export type VersionRows = Awaited<ReturnType<typeof readVersion>>;
