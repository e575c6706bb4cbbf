import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PeriodFacts } from '#domain/periods/period';
import type { AuthorEvent } from '#domain/workflow/self-approval';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { periodFactsOf } from '#store/show/budget/periods';
import { authorEventsOf } from './author-events.ts';
import { isOverReduced } from './line-reductions.ts';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import type { documentLines } from '#store/show/tables/document-tables';
import {
  stepApprovals,
  workflowStepApprovers,
  workflowSteps,
  workflows,
} from '#store/show/tables/workflow-tables';
import { invoices, payments } from '#store/show/tables/invoice-tables';
import { vendors } from '#store/show/tables/reference-tables';

export type DocumentRow = typeof documents.$inferSelect;
export type PurchaseOrderDetail = typeof purchaseOrders.$inferSelect;
export type InvoiceDetail = typeof invoices.$inferSelect;
export type LineRow = typeof documentLines.$inferSelect;

/** A document's own copy of its workflow with the votes on it. */
export interface WorkflowRows {
  workflow: typeof workflows.$inferSelect | null;
  steps: (typeof workflowSteps.$inferSelect)[];
  approvers: (typeof workflowStepApprovers.$inferSelect)[];
  approvals: (typeof stepApprovals.$inferSelect)[];
}

/** The rows that a decision about a document needs. */
export interface SubjectRows extends WorkflowRows {
  document: DocumentRow;
  /** Who sees the document as an approver: who is on a step of its workflow, or decided it under a cover (COV-25). */
  approverIds: string[];
  purchaseOrder: PurchaseOrderDetail | null;
  invoice: InvoiceDetail | null;
  vendorActive: boolean;
  lineCount: number;
  /** How many lines the open change order lowers, and how many of them below what is invoiced (CHANGE-05). */
  reducedLineCount: number;
  overReducedLineCount: number;
  /** Whether the last of SUBMITTED and CHANGE ORDER in the history is SUBMITTED (DEC-19). */
  submittedBefore: boolean;
  /** Number of the last change order that was fully approved, 0 if none. */
  lastApprovedChangeOrder: number;
  hasRelief: boolean;
  /** Null for a company without accounting periods. */
  periods: PeriodFacts | null;
  /** The events from which `revisionAuthors` derives the authors of the current revision (DEC-97). */
  authorEvents: AuthorEvent[];
  /** Hash of the newest event, to which the next one is chained. */
  lastHash: string;
}

function approverIdsOf(showId: string): SQL<string[]> {
  return sql`(SELECT json_group_array(a.user_id) FROM document_approvers a
    WHERE a.show_id = ${showId} AND a.document_id = ${documents.id})`.mapWith(
    (ids: string) => JSON.parse(ids) as string[],
  );
}

/** The document's workflow with steps, approvers and votes: the latest one, or the one that matches `which`. */
export function workflowQueries(
  source: Source,
  id: string | SQL<string>,
  which: SQL = eq(workflows.isLatest, true),
) {
  return workflowRowQueries(source, sql`${workflows.documentId} = ${id} AND ${which}`);
}

/** The workflows of a show that match `which`, each with its steps, approvers and votes in order. */
function workflowRowQueries({ db, showId }: Source, which: SQL) {
  const condition = and(eq(workflows.showId, showId), which);
  // The order of the joins is fixed: D1 keeps no statistics, and would start with every approver of the show.
  const steps = and(eq(workflowSteps.showId, showId), eq(workflowSteps.workflowId, workflows.id));
  return [
    db.select().from(workflows).where(condition),
    db
      .select({ step: workflowSteps })
      .from(workflows)
      .crossJoin(workflowSteps)
      .where(and(condition, steps))
      .orderBy(asc(workflowSteps.stepOrder)),
    db
      .select({ approver: workflowStepApprovers })
      .from(workflows)
      .crossJoin(workflowSteps)
      .crossJoin(workflowStepApprovers)
      .where(
        and(
          condition,
          steps,
          eq(workflowStepApprovers.showId, showId),
          eq(workflowStepApprovers.stepId, workflowSteps.id),
        ),
      )
      .orderBy(asc(workflowSteps.stepOrder), asc(workflowStepApprovers.position)),
    db
      .select({ approval: stepApprovals })
      .from(workflows)
      .crossJoin(workflowSteps)
      .crossJoin(stepApprovals)
      .where(
        and(
          condition,
          steps,
          eq(stepApprovals.showId, showId),
          eq(stepApprovals.stepId, workflowSteps.id),
          isNull(stepApprovals.droppedAt),
        ),
      )
      .orderBy(asc(stepApprovals.eventSeq)),
  ] as const;
}

export function documentQuery({ db, showId }: Source, id: string | SQL<string>) {
  return db
    .select({
      document: documents,
      purchaseOrder: purchaseOrders,
      invoice: invoices,
      vendorActive: vendors.isActive,
      approverIds: approverIdsOf(showId),
      authorEvents: authorEventsOf(documents.id),
    })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .leftJoin(invoices, eq(invoices.documentId, documents.id))
    .leftJoin(vendors, eq(vendors.id, documents.vendorId))
    .where(and(eq(documents.id, id), eq(documents.showId, showId)))
    .limit(1);
}

/**
 * The kind of key by which documents are found: their ids (JSON), the id of one of their files, or the id of a download
 * link.
 */
type DocumentKey = 'documents' | 'file' | 'link';

function documentIdsOf(showId: string, key: string, of: DocumentKey): SQL {
  if (of === 'documents') return sql`(SELECT value FROM json_each(${key}))`;
  return of === 'file'
    ? sql`(SELECT document_id FROM attachments WHERE show_id = ${showId} AND file_id = ${key}
        UNION ALL SELECT document_id FROM withdrawn_attachments WHERE show_id = ${showId} AND file_id = ${key})`
    : sql`(SELECT document_id FROM mailed_links WHERE show_id = ${showId} AND id = ${key})`;
}

const header = prepareRead((source, { id }: { id: string }) => [documentQuery(source, id)]);

/** A document without its workflow and lines; null when the show has none of this id. */
export const headerQuery = (store: Source, id: string) =>
  mapQuery(header(store, { id }), ([found]) => found[0] ?? null);

const subjects = prepareRead((source, { key }: { key: string }, of: DocumentKey) => {
  const { db, showId } = source;
  const ids = documentIdsOf(showId, key, of);
  const id = documents.id;
  return [
    db
      .select({
        document: documents,
        purchaseOrder: purchaseOrders,
        invoice: invoices,
        vendorActive: vendors.isActive,
        lineFacts: sql<string>`(SELECT json_array(count(*), count(l.approved_amounts),
            coalesce(sum(${isOverReduced(source)}), 0))
          FROM document_lines l WHERE l.show_id = ${showId} AND l.document_id = ${id})`,
        lastHistoryType: sql<string | null>`(SELECT e.history_type FROM document_events e
          WHERE e.document_id = ${id} AND e.history_type IN ('SUBMITTED', 'CHANGE ORDER') ORDER BY e.seq DESC LIMIT 1)`,
        lastApprovedChangeOrder: sql<number | null>`(SELECT max(c.number) FROM change_orders c
          WHERE c.show_id = ${showId} AND c.document_id = ${id} AND c.status = 'APPROVED')`,
        approverIds: approverIdsOf(showId),
        authorEvents: authorEventsOf(id),
        hasRelief: sql<number>`EXISTS (SELECT 1 FROM relief r WHERE r.show_id = ${showId} AND r.po_id = ${id})`,
        lastHash: sql<string | null>`(SELECT e.hash FROM document_events e
          WHERE e.document_id = ${id} ORDER BY e.seq DESC LIMIT 1)`,
        periods: periodFactsOf(source),
      })
      .from(documents)
      .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, id))
      .leftJoin(invoices, eq(invoices.documentId, id))
      .leftJoin(vendors, eq(vendors.id, documents.vendorId))
      // Found by id: D1 keeps no statistics, and would scan the documents of the show.
      .where(sql`${id} IN ${ids} AND +${documents.showId} = ${showId}`),
    ...workflowRowQueries(source, sql`${workflows.documentId} IN ${ids} AND ${workflows.isLatest} = 1`),
  ] as const;
});

/** The rows that a decision about a document needs; null when the show has no such document. */
export const subjectQuery = (store: Source, id: string): Query<SubjectRows | null> =>
  mapQuery(subjectsQuery(store, [id]), (found) => found.get(id) ?? null);

/** The rows for several documents, with the statements of one; documents that the show does not have are left out. */
export const subjectsQuery = (
  store: Source,
  ids: readonly string[],
): Query<ReadonlyMap<string, SubjectRows>> =>
  mapQuery(
    subjectRowsQuery(store, JSON.stringify(ids), 'documents'),
    (found) => new Map(found.map((rows) => [rows.document.id, rows])),
  );

/** The rows of the document that a file is attached to; null when there is none. */
export const fileHolderQuery = (store: Source, fileId: string): Query<SubjectRows | null> =>
  mapQuery(subjectRowsQuery(store, fileId, 'file'), ([rows = null]) => rows);

/** The rows of the document of a download link; null when there is no such link. */
export const linkedDocumentQuery = (store: Source, linkId: string): Query<SubjectRows | null> =>
  mapQuery(subjectRowsQuery(store, linkId, 'link'), ([rows = null]) => rows);

const subjectRowsQuery = (store: Source, key: string, of: DocumentKey): Query<SubjectRows[]> =>
  mapQuery(subjects(store, { key }, of), subjectRows);

type LineFacts = [lineCount: number, reducedLineCount: number, overReducedLineCount: number];

function subjectRows([found, workflowList, steps, approvers, approvals]: RowOf<
  ReturnType<typeof subjects>
>): SubjectRows[] {
  return found.map(
    ({ vendorActive, lastHistoryType, lastApprovedChangeOrder, hasRelief, lastHash, lineFacts, ...more }) => {
      const { periods, ...row } = more;
      const [lineCount, reducedLineCount, overReducedLineCount] = JSON.parse(lineFacts) as LineFacts;
      const workflow = workflowList.filter(({ documentId }) => documentId === row.document.id);
      const ownSteps = steps.filter(({ step }) => step.workflowId === workflow[0]?.id);
      const isOwnStep = (stepId: string) => ownSteps.some(({ step }) => step.id === stepId);
      return {
        ...row,
        lineCount,
        reducedLineCount,
        overReducedLineCount,
        // A temporary vendor counts as active (DEC-26).
        vendorActive: vendorActive ?? true,
        submittedBefore: lastHistoryType === 'SUBMITTED',
        lastApprovedChangeOrder: lastApprovedChangeOrder ?? 0,
        hasRelief: hasRelief === 1,
        periods: periods === null ? null : (JSON.parse(periods) as PeriodFacts),
        lastHash: lastHash ?? '',
        ...workflowRows(
          workflow,
          ownSteps,
          approvers.filter(({ approver }) => isOwnStep(approver.stepId)),
          approvals.filter(({ approval }) => isOwnStep(approval.stepId)),
        ),
      };
    },
  );
}

export function workflowRows(
  workflow: WorkflowRows['workflow'][],
  steps: { step: WorkflowRows['steps'][number] }[],
  approvers: { approver: WorkflowRows['approvers'][number] }[],
  approvals: { approval: WorkflowRows['approvals'][number] }[],
): WorkflowRows {
  return {
    workflow: workflow[0] ?? null,
    steps: steps.map((row) => row.step),
    approvers: approvers.map((row) => row.approver),
    approvals: approvals.map((row) => row.approval),
  };
}

/** The data of a payment that is sent to accounting; null when the show has none of this id. */
export const paymentHeaderQuery = (source: Source, id: string) =>
  mapQuery(paymentHeader(source, { id }), ([rows]) => rows[0] ?? null);

const paymentHeader = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select({
      id: documents.id,
      showId: documents.showId,
      type: documents.type,
      number: documents.number,
      status: documents.status,
      version: documents.version,
      milestones: documents.milestones,
      totalCents: documents.totalCents,
      externalId: payments.externalId,
    })
    .from(documents)
    .innerJoin(payments, eq(payments.documentId, documents.id))
    .where(and(eq(documents.id, id), eq(documents.showId, showId)))
    .limit(1),
]);
