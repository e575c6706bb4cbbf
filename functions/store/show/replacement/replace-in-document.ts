import { sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Approver } from '#domain/workflow/workflow';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { workflowStepApprovers } from '#store/show/tables/workflow-tables';

/** The documents of a replacement: JSON of their types, and one flow or null. */
export interface ReplacementScope {
  formerId: string;
  types: readonly DocType[];
  templateId: string | null;
}

// Begins with the workflows in approval; an approver may be listed on any number of closed ones.
const openSteps = sql`workflows w INDEXED BY workflows_by_template CROSS JOIN workflow_steps s
  CROSS JOIN documents d`;

const isOpenStep = (showId: string) => sql`w.show_id = ${showId} AND w.current_order IS NOT NULL
  AND w.is_latest = 1 AND s.show_id = ${showId} AND s.workflow_id = w.id AND s.status = 'PENDING'
  AND s.step_order >= w.current_order AND d.id = w.document_id`;

/** Whether the step of a row waits for this approver, without their vote. */
const isStepOf = (showId: string, userId: string) => sql`EXISTS (SELECT 1 FROM workflow_step_approvers a
    WHERE a.show_id = ${showId} AND a.step_id = s.id AND a.user_id = ${userId})
  AND NOT EXISTS (SELECT 1 FROM step_approvals v WHERE v.show_id = ${showId} AND v.step_id = s.id
    AND v.user_id = ${userId} AND v.dropped_at IS NULL)`;

const openDocuments = prepareRead(
  (
    { db, showId },
    values: { formerId: string; types: string; templateId: string | null; runId: string; limit: number },
  ) => [
    db
      .selectDistinct({ id: sql<string>`w.document_id` })
      .from(openSteps)
      .where(
        sql`${isOpenStep(showId)} AND (s.backup_id = ${values.formerId} OR (${isStepOf(showId, values.formerId)}))
          AND w.template_id = coalesce(${values.templateId}, w.template_id)
          AND d.type IN (SELECT value FROM json_each(${values.types}))
          AND NOT EXISTS (SELECT 1 FROM replacement_items i WHERE i.show_id = ${showId}
            AND i.replacement_id = ${values.runId} AND i.document_id = d.id AND i.result IS NOT NULL)`,
      )
      .orderBy(sql`w.document_id`)
      .limit(values.limit),
  ],
);

const openDocumentCounts = prepareRead(({ db, showId }, { userId }: { userId: string }) => [
  db
    .select({ type: sql<DocType>`d.type`, documents: sql<number>`count(DISTINCT w.document_id)` })
    .from(openSteps)
    .where(sql`${isOpenStep(showId)} AND ${isStepOf(showId, userId)}`)
    .groupBy(sql`d.type`),
]);

/** How many documents of each type have an open step of this approver. */
export const openDocumentCountsQuery = (source: Source, userId: string) =>
  mapQuery(openDocumentCounts(source, { userId }), ([rows]) => rows);

/**
 * Ids of the documents in approval with an open step whose approver or backup approver is the former one, in order; with `runId` those that this
 * replacement has not processed.
 */
export const openDocumentsQuery = (
  source: Source,
  { formerId, types, templateId }: ReplacementScope,
  limit: number,
  runId = '',
) =>
  mapQuery(
    openDocuments(source, { formerId, types: JSON.stringify(types), templateId, limit, runId }),
    ([rows]) => rows.map(({ id }) => id),
  );

interface ReplacedSteps {
  documentId: string;
  formerId: string;
  /** The steps that the former approver leaves. */
  leftStepIds: readonly string[];
  /** Those on which the new approver takes their place. */
  joined: readonly (Approver & { stepId: string; position: number })[];
}

/**
 * Moves the place of an approver on steps of a document's workflow to another user. Triggers keep the counts of both;
 * a user who is on no step any more no longer sees the document, unless they decided it under a cover that
 * has not ended.
 */
export function replaceOnSteps({ showId }: ShowStore, change: ReplacedSteps): Write[] {
  const { documentId, formerId, leftStepIds, joined } = change;
  const left = JSON.stringify(leftStepIds);
  return [
    sql`DELETE FROM workflow_step_approvers WHERE show_id = ${showId} AND user_id = ${formerId}
      AND step_id IN (SELECT value FROM json_each(${left}))`,
    ...(joined.length > 0 ? [insertJsonRows(workflowStepApprovers, { showId, documentId }, joined)] : []),
    sql`DELETE FROM document_approvers WHERE show_id = ${showId} AND document_id = ${documentId} AND user_id = ${formerId}
      AND NOT EXISTS (SELECT 1 FROM workflows w CROSS JOIN workflow_steps s CROSS JOIN workflow_step_approvers a
        WHERE w.show_id = ${showId} AND w.document_id = ${documentId} AND w.is_latest = 1
          AND s.show_id = ${showId} AND s.workflow_id = w.id
          AND a.show_id = ${showId} AND a.step_id = s.id AND a.user_id = ${formerId})
      AND NOT EXISTS (SELECT 1 FROM workflows w CROSS JOIN cover_decisions c CROSS JOIN covers v
        WHERE w.show_id = ${showId} AND w.document_id = ${documentId} AND w.is_latest = 1
          AND c.workflow_id = w.id AND c.user_id = ${formerId}
          AND v.show_id = c.show_id AND v.id = c.cover_id AND v.ended_at IS NULL AND v.end_mailed_at IS NULL)`,
  ];
}

/** Sets or removes the backup approver of open steps that name the former one. The plus finds them by id (REPL-10). */
export function replaceBackup(
  { showId }: Pick<ShowStore, 'showId'>,
  change: { stepIds: readonly string[]; formerId: string; backupId: string | null },
): Write {
  return sql`UPDATE workflow_steps SET backup_id = ${change.backupId} WHERE +show_id = ${showId}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(change.stepIds)})) AND backup_id = ${change.formerId}`;
}
