import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { outsideContent } from '#domain/history/content';
import { columnsExcept, jsonValue } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import {
  approvalHistory,
  documentLines,
  documents,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import type { withdrawnAttachments } from '#store/show/tables/evidence-tables';
import { workflows, workflowSteps, workflowTemplates } from '#store/show/tables/workflow-tables';
import { changeOrderQueries } from '#store/show/documents/withdrawn-files';

type Columns = ReturnType<typeof columnsExcept>;

/** A `SET` of these columns to what a JSON value has for them. Older versions lack the newer columns. */
const setFrom = (value: string, columns: Columns): SQL =>
  sql.join(
    columns.map((column) => sql`${sql.identifier(column[1].name)} = ${jsonValue(value, column)}`),
    sql`, `,
  );

const identity = { id: 'key', keyId: 'key', lineNumber: 'key' };
const creation = {
  type: 'key',
  creatorId: 'key',
  creatorName: 'key',
  creatorUsername: 'key',
  createdAt: 'key',
};
const restored = {
  lines: columnsExcept(documentLines, { ...outsideContent.lines, ...identity }),
  purchaseOrder: columnsExcept(purchaseOrders, outsideContent.purchaseOrders),
  document: columnsExcept(documents, {
    ...outsideContent.documents,
    ...identity,
    ...creation,
    totalCents: 'total',
  }),
};

/**
 * Statements that restore all fields and lines of a purchase order from its last approval-history entry, when a change
 * order is voided or discarded (DEC-26). The entry's lines still exist, because they are locked; later lines are
 * deleted.
 */
export function restoreSnapshot({ showId }: ShowStore, documentId: string): Write[] {
  const version = sql`(SELECT snapshot -> '$.header' AS header, snapshot -> '$.lines' AS lines, total_cents
    FROM approval_history WHERE show_id = ${showId} AND document_id = ${documentId}
    ORDER BY position DESC LIMIT 1) version`;
  return [
    sql`DELETE FROM document_lines WHERE show_id = ${showId} AND document_id = ${documentId}
      AND id NOT IN (SELECT item.value ->> 'id' FROM ${version}, json_each(version.lines) item)`,
    sql`UPDATE document_lines SET ${setFrom('item.value', restored.lines)}, approved_amounts = NULL
      FROM ${version}, json_each(version.lines) item
      WHERE document_lines.id = item.value ->> 'id' AND +document_lines.show_id = ${showId}`,
    sql`UPDATE purchase_orders SET ${setFrom('version.header', restored.purchaseOrder)} FROM ${version}
      WHERE purchase_orders.document_id = ${documentId} AND purchase_orders.show_id = ${showId}`,
    // A version from before revisions were stored leaves the revision as it is.
    sql`UPDATE documents SET ${setFrom('version.header', restored.document)},
        revision = coalesce(version.header ->> 'revision', revision), total_cents = version.total_cents
      FROM ${version} WHERE documents.id = ${documentId} AND documents.show_id = ${showId}`,
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
        // The order of the joins is fixed: D1 keeps no statistics, and would start with every step of the show.
        .crossJoin(workflowTemplates)
        .crossJoin(workflowSteps)
        .where(
          and(
            eq(workflows.showId, showId),
            eq(workflows.documentId, documentId),
            eq(workflowTemplates.id, workflows.templateId),
            eq(workflowSteps.showId, showId),
            eq(workflowSteps.workflowId, workflows.id),
            eq(workflowSteps.stepOrder, workflows.finalOrder),
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
