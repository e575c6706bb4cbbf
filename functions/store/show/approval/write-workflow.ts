import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { VoteChanges } from '#domain/workflow/send-back';
import { overBudgetColumns } from '#domain/budget/over-budget';
import type { Approver, Instance } from '#domain/workflow/workflow';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Write } from '#store/d1/open';
import { prepareWrite } from '#store/d1/prepared-write';
import {
  stepApprovals,
  workflows,
  workflowSteps,
  workflowStepApprovers,
} from '#store/show/tables/workflow-tables';
import { hasUsedVote } from '#store/show/cover/used-votes';

/** The functions of this file return statements for a batch. */

const supersedeCurrent = prepareWrite(({ db, showId }, { documentId }: { documentId: string }) =>
  db
    .update(workflows)
    .set({ isLatest: false, currentOrder: null })
    .where(
      and(
        eq(workflows.showId, showId),
        eq(workflows.documentId, documentId),
        // Inlined, not bound: with a bound value SQLite would prepare the statement again each time.
        sql`${workflows.isLatest} = 1`,
      ),
    ),
);

/** Marks the current workflow copy, if any, as superseded. It stays readable. */
export function supersedeWorkflow(store: ShowStore, documentId: string): Write {
  return supersedeCurrent(store, { documentId });
}

type WorkflowRow = Omit<
  typeof workflows.$inferInsert,
  'templateVersion' | 'changeOrder' | 'budgetReason' | 'oneVotePerFlow'
> & {
  templateId: string;
  templateVersion: number;
  changeOrder: string | null;
  budgetReason: string | null;
  oneVotePerFlow: number;
};

const insertWorkflowRow = prepareWrite(
  ({ db, showId }, { templateVersion, changeOrder, budgetReason, oneVotePerFlow, ...row }: WorkflowRow) =>
    db.insert(workflows).values({
      ...row,
      changeOrder: sql`${changeOrder}`,
      budgetReason: sql`${budgetReason}`,
      oneVotePerFlow: sql`${oneVotePerFlow}`,
      templateVersion: sql`(SELECT version FROM workflow_templates WHERE show_id = ${showId}
      AND id = ${row.templateId} AND version = ${templateVersion})`,
    }),
);

/**
 * Inserts a document's own copy of a workflow template: steps and approvers in one statement each. When the template
 * was changed since it was read, its version is null, which fails the batch (DEC-65).
 */
export function insertWorkflow(
  store: ShowStore,
  documentId: string,
  instance: Instance,
  now: string,
): Write[] {
  const { showId } = store;
  const { id, templateId, templateVersion, finalOrder, currentOrder } = instance;
  const steps = instance.steps.map(({ order: stepOrder, overBudget, ...step }) => ({
    ...step,
    ...overBudgetColumns(overBudget),
    stepOrder,
  }));
  const approvers = steps.flatMap((step) =>
    step.approvers.map((approver, position) => ({ ...approver, stepId: step.id, position })),
  );
  const changeOrder = changeOrderText(instance);
  const budgetReason = instance.budgetReason ?? null;
  const columns = { id, showId, documentId, templateId, finalOrder, currentOrder };
  const oneVotePerFlow = instance.oneVotePerFlow ? 1 : 0;
  const row = { ...columns, createdAt: now, changeOrder, budgetReason, oneVotePerFlow };
  return [
    insertWorkflowRow(store, { ...row, templateVersion }),
    insertJsonRows(workflowSteps, { showId, workflowId: id }, steps),
    insertJsonRows(workflowStepApprovers, { showId, documentId }, approvers),
  ];
}

const updateWorkflowRow = prepareWrite(
  (
    { db, showId },
    {
      changeOrder,
      ...values
    }: Pick<Instance, 'currentOrder' | 'finalOrder'> & { changeOrder: string | null },
    { id }: { id: string },
  ) =>
    db
      .update(workflows)
      .set({ ...values, changeOrder: sql`${changeOrder}` })
      .where(and(eq(workflows.showId, showId), eq(workflows.id, id))),
);

/** As JSON text, because prepared writes bind texts and numbers. */
const changeOrderText = ({ change }: Pick<Instance, 'change'>) => (change ? JSON.stringify(change) : null);

/** Updates the step statuses, the current and the final step of the stored copy to those of `instance`. */
export function updateWorkflow(store: ShowStore, { id: workflowId, ...instance }: Instance): Write[] {
  const { showId } = store;
  const { currentOrder, finalOrder } = instance;
  const steps = JSON.stringify(instance.steps.map(({ id, status }) => ({ id, status })));
  return [
    updateWorkflowRow(
      store,
      { currentOrder, finalOrder, changeOrder: changeOrderText(instance) },
      { id: workflowId },
    ),
    sql`UPDATE workflow_steps SET status = item.value ->> 'status'
      FROM json_each(${steps}) item
      WHERE workflow_steps.id = item.value ->> 'id' AND +workflow_steps.show_id = ${showId}
        AND workflow_steps.status <> item.value ->> 'status'`,
  ];
}

/** Adds an approver to a step of a document's copy, behind the others. */
export function insertStepApprover(
  { showId }: ShowStore,
  { documentId, stepId }: { documentId: string; stepId: string },
  { userId, name, initials }: Approver,
): Write {
  return sql`INSERT INTO workflow_step_approvers (show_id, step_id, user_id, document_id, name, initials, position)
    SELECT ${showId}, ${stepId}, ${userId}, ${documentId}, ${name}, ${initials},
      coalesce((SELECT max(a.position) + 1 FROM workflow_step_approvers a WHERE a.show_id = ${showId} AND a.step_id = ${stepId}), 0)`;
}

/** The unique key rejects a second vote on the same step, which fails the batch (DEC-23). */
export const insertVote = prepareWrite(
  (
    { db, showId },
    vote: {
      stepId: string;
      userId: string;
      documentId: string;
      at: string;
      eventSeq: number;
      contentVersion: number;
      castBy: string | null;
    },
  ) => db.insert(stepApprovals).values({ showId, ...vote, castBy: sql`${vote.castBy}` }),
);

/**
 * A reset marks the votes of the current copy as dropped, without deleting them; votes of earlier copies are unchanged
 * (DEC-40).
 */
export function clearApprovals({ db, showId }: ShowStore, documentId: string, now: string): Write {
  return db
    .update(stepApprovals)
    .set({ droppedAt: now })
    .where(
      and(
        eq(stepApprovals.showId, showId),
        eq(stepApprovals.documentId, documentId),
        isNull(stepApprovals.droppedAt),
        sql`${stepApprovals.stepId} IN (SELECT s.id FROM workflows w CROSS JOIN workflow_steps s
          WHERE w.show_id = ${showId} AND w.document_id = ${documentId} AND w.is_latest = 1
            AND s.show_id = ${showId} AND s.workflow_id = w.id)`,
      ),
    );
}

/** Marks one vote as dropped; its voter may vote again (RUN-06). */
export function withdrawVote(
  { db, showId }: ShowStore,
  { stepId, userId, eventSeq }: Pick<typeof stepApprovals.$inferSelect, 'stepId' | 'userId' | 'eventSeq'>,
  now: string,
): Write {
  return db
    .update(stepApprovals)
    .set({ droppedAt: now })
    .where(
      and(
        eq(stepApprovals.showId, showId),
        eq(stepApprovals.stepId, stepId),
        eq(stepApprovals.userId, userId),
        eq(stepApprovals.eventSeq, eventSeq),
      ),
    );
}

/** Drops, restores and marks the votes of a send back, each statement only if it has votes (BACK-02, BACK-03). */
export function changeVotes(
  { showId }: ShowStore,
  documentId: string,
  { dropped, restored, kept }: VoteChanges,
  event: { version: number; now: string },
): Write[] {
  // Names the index: D1 keeps no statistics, and would scan all votes of the show.
  const votes = (versions: readonly number[]) =>
    sql`show_id = ${showId} AND document_id = ${documentId}
      AND event_seq IN (SELECT value FROM json_each(${JSON.stringify(versions)}))`;
  const writes = [
    dropped.length > 0 &&
      sql`UPDATE step_approvals INDEXED BY step_approvals_by_document SET dropped_at = ${event.now} WHERE ${votes(dropped)} AND dropped_at IS NULL`,
    restored.length > 0 &&
      sql`UPDATE step_approvals INDEXED BY step_approvals_by_document SET dropped_at = NULL WHERE ${votes(restored)}`,
    kept.length > 0 &&
      sql`UPDATE step_approvals INDEXED BY step_approvals_by_document SET kept_seq = ${event.version} WHERE ${votes(kept)}`,
  ];
  return writes.filter((write) => write !== false);
}

/**
 * Restores the last approved workflow copy when a change order ends that was pulled back and has no copy, so that the
 * approvers of that copy see the order again (DEC-13, DEC-26).
 */
export function restoreWorkflow({ showId }: ShowStore, documentId: string): Write[] {
  const ofDocument = sql`w.show_id = ${showId} AND w.document_id = ${documentId}`;
  return [
    sql`UPDATE workflows SET is_latest = 1 WHERE show_id = ${showId}
      AND NOT EXISTS (SELECT 1 FROM workflows w WHERE ${ofDocument} AND w.is_latest = 1)
      AND id = (SELECT w.id FROM workflows w
        CROSS JOIN workflow_steps s
        WHERE ${ofDocument} AND s.show_id = ${showId} AND s.workflow_id = w.id AND s.step_order = w.final_order AND s.status = 'APPROVED' ORDER BY w.created_at DESC, w.id DESC LIMIT 1)`,
    sql`UPDATE documents SET workflow_id = (SELECT w.id FROM workflows w WHERE ${ofDocument} AND w.is_latest = 1)
      WHERE id = ${documentId} AND show_id = ${showId}`,
  ];
}

/** Removes the document from one approver's queue, or from all queues. */
export function removeFromQueue({ showId }: ShowStore, documentId: string, userId?: string): Write {
  // Names the index: D1 keeps no statistics, and would scan all pending approvals of the show.
  return sql`DELETE FROM waiting_approvals INDEXED BY waiting_approvals_by_document
    WHERE show_id = ${showId} AND document_id = ${documentId}${userId === undefined ? sql`` : sql` AND user_id = ${userId}`}`;
}

export function enqueueForApprovers(
  { showId }: ShowStore,
  document: { id: string; type: DocType },
  turn: { stepId: string; userIds: readonly string[] },
  since: string,
): Write {
  return sql`INSERT OR REPLACE INTO waiting_approvals (show_id, user_id, type, document_id, step_id, since)
    SELECT ${showId}, value, ${document.type}, ${document.id}, ${turn.stepId}, ${since}
    FROM json_each(${JSON.stringify(turn.userIds)})`;
}

/**
 * Updates a user's queue after their role, membership or departments changed (DEC-21): the documents on whose current
 * step they are listed, have not voted, have a vote left (COV-20) and may approve.
 */
export function refreshQueue({ showId }: ShowStore, userId: string, mayApprove: boolean): Write[] {
  const pendingSteps = sql`SELECT d.type, d.id, s.id AS step_id, coalesce(d.waiting_since, d.updated_at) AS since
    FROM workflow_step_approvers a
    CROSS JOIN workflow_steps s ON s.id = a.step_id AND s.show_id = a.show_id
    CROSS JOIN documents d ON d.id = a.document_id AND d.show_id = a.show_id AND d.current_step_id = s.id
    WHERE a.show_id = ${showId} AND a.user_id = ${userId} AND ${mayApprove ? 1 : 0}
      AND NOT EXISTS (SELECT 1 FROM step_approvals v WHERE v.show_id = a.show_id AND v.step_id = s.id
        AND v.user_id = a.user_id AND v.dropped_at IS NULL)
      AND NOT ${hasUsedVote(sql`d.workflow_id`, sql`a.user_id`)}
      AND (s.kind = 'STANDARD' OR EXISTS (SELECT 1 FROM department_members m WHERE m.show_id = a.show_id
        AND m.department_id = d.department_id AND m.user_id = a.user_id AND m.is_active = 1))`;
  return [
    sql`DELETE FROM waiting_approvals WHERE show_id = ${showId} AND user_id = ${userId}
      AND (document_id, step_id) NOT IN (SELECT id, step_id FROM (${pendingSteps}))`,
    sql`INSERT OR IGNORE INTO waiting_approvals (show_id, user_id, type, document_id, step_id, since)
      SELECT ${showId}, ${userId}, type, id, step_id, since FROM (${pendingSteps})`,
  ];
}
