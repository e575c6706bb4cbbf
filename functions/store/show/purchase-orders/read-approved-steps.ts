import { and, asc, eq, sql } from 'drizzle-orm';
import type { ApprovedSteps } from '#domain/workflow/change-order-steps';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { approvalHistory } from '#store/show/tables/document-tables';

const versions = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({
      totalCents: approvalHistory.totalCents,
      baseTotalCents: sql<number | null>`${approvalHistory.snapshot} ->> '$.header.baseTotalCents'`,
      baseCurrency: sql<string | null>`${approvalHistory.snapshot} ->> '$.header.costing.base'`,
      // The last workflow that was completed by then approved the version. Found by document, then by key.
      steps: sql<string>`coalesce((SELECT json_group_array(json_object('name', s.name, 'kind', s.kind) ORDER BY s.step_order)
        FROM workflow_steps s WHERE s.show_id = ${showId} AND s.status = 'APPROVED' AND s.workflow_id = (
          SELECT w.id FROM workflows w CROSS JOIN workflow_steps f
          WHERE w.show_id = ${showId} AND w.document_id = ${documentId} AND w.created_at <= approval_history.created_at
            AND f.show_id = ${showId} AND f.workflow_id = w.id AND f.step_order = w.final_order
            AND f.status = 'APPROVED'
          ORDER BY w.created_at DESC, w.id DESC LIMIT 1)), '[]')`,
    })
    .from(approvalHistory)
    .where(and(eq(approvalHistory.showId, showId), eq(approvalHistory.documentId, documentId)))
    .orderBy(asc(approvalHistory.position)),
]);

/** The approved versions of a purchase order, oldest first, each with the steps that approved it (CHANGE-02). */
export const approvedStepsQuery = (source: Source, documentId: string): Query<ApprovedSteps[]> =>
  mapQuery(versions(source, { documentId }), ([rows]) =>
    rows.map(({ totalCents, baseTotalCents, baseCurrency, steps }) => ({
      totalCents,
      ...(baseCurrency !== null && { base: { currency: baseCurrency, cents: baseTotalCents ?? 0 } }),
      steps: JSON.parse(steps) as ApprovedSteps['steps'],
    })),
  );
