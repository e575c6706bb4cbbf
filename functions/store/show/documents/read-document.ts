import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AuthorEvent } from '#domain/workflow/self-approval';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { authorEventsOf } from './author-events.ts';
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

/** A document's own copy of its approval flow with the votes on it. */
export interface WorkflowRows {
  workflow: typeof workflows.$inferSelect | null;
  steps: (typeof workflowSteps.$inferSelect)[];
  approvers: (typeof workflowStepApprovers.$inferSelect)[];
  approvals: (typeof stepApprovals.$inferSelect)[];
}

/** What a decision about a document needs, and no more. */
export interface SubjectRows extends WorkflowRows {
  document: DocumentRow;
  purchaseOrder: PurchaseOrderDetail | null;
  invoice: InvoiceDetail | null;
  vendorActive: boolean;
  lineCount: number;
  /** Whether SUBMITTED stands in the history since the last CHANGE ORDER, or since the beginning (DEC-19). */
  submittedBefore: boolean;
  /** Number of the last change order that was fully approved, 0 if none. */
  lastApprovedChangeOrder: number;
  hasRelief: boolean;
  /** From which `revisionAuthors` tells who wrote the current revision (DEC-97). */
  authorEvents: AuthorEvent[];
  /** Hash of the newest event: the next one is chained to it. */
  lastHash: string;
}

/** The document's workflow with steps, approvers and votes: the latest one, or the one that `which` picks. */
export function workflowQueries(
  source: Source,
  id: string | SQL<string>,
  which: SQL = eq(workflows.isLatest, true),
) {
  return flowQueries(source, sql`${workflows.documentId} = ${id} AND ${which}`);
}

/** The workflows of a show that `which` picks, each with its steps, approvers and votes in order. */
function flowQueries({ db, showId }: Source, which: SQL) {
  const wanted = and(eq(workflows.showId, showId), which);
  // Joined in this order: D1 keeps no statistics, and would else begin with every approver of the show.
  const steps = and(eq(workflowSteps.showId, showId), eq(workflowSteps.workflowId, workflows.id));
  return [
    db.select().from(workflows).where(wanted),
    db
      .select({ step: workflowSteps })
      .from(workflows)
      .crossJoin(workflowSteps)
      .where(and(wanted, steps))
      .orderBy(asc(workflowSteps.stepOrder)),
    db
      .select({ approver: workflowStepApprovers })
      .from(workflows)
      .crossJoin(workflowSteps)
      .crossJoin(workflowStepApprovers)
      .where(
        and(
          wanted,
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
          wanted,
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
      authorEvents: authorEventsOf(documents.id),
    })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .leftJoin(invoices, eq(invoices.documentId, documents.id))
    .leftJoin(vendors, eq(vendors.id, documents.vendorId))
    .where(and(eq(documents.id, id), eq(documents.showId, showId)))
    .limit(1);
}

/** Of whom subjects are read: of documents by their ids (JSON), of the one that holds a file, or of the one that a link leads to. */
type Of = 'documents' | 'file' | 'link';

function idsOf(showId: string, named: string, of: Of): SQL {
  if (of === 'documents') return sql`(SELECT value FROM json_each(${named}))`;
  return of === 'file'
    ? sql`(SELECT document_id FROM attachments WHERE show_id = ${showId} AND file_id = ${named}
        UNION ALL SELECT document_id FROM withdrawn_attachments WHERE show_id = ${showId} AND file_id = ${named})`
    : sql`(SELECT document_id FROM mailed_links WHERE show_id = ${showId} AND id = ${named})`;
}

const header = prepareRead((source, { id }: { id: string }) => [documentQuery(source, id)]);

/** A document without its flow and its parts; null when the show has none of this id. */
export const headerQuery = (store: Source, id: string) =>
  mapped(header(store, { id }), ([found]) => found[0] ?? null);

const subjects = prepareRead((source, { named }: { named: string }, of: Of) => {
  const { db, showId } = source;
  const ids = idsOf(showId, named, of);
  const id = documents.id;
  return [
    db
      .select({
        document: documents,
        purchaseOrder: purchaseOrders,
        invoice: invoices,
        vendorActive: vendors.isActive,
        lineCount: sql<number>`(SELECT count(*) FROM document_lines l
          WHERE l.show_id = ${showId} AND l.document_id = ${id})`,
        lastTurn: sql<string | null>`(SELECT e.history_type FROM document_events e
          WHERE e.document_id = ${id} AND e.history_type IN ('SUBMITTED', 'CHANGE ORDER') ORDER BY e.seq DESC LIMIT 1)`,
        lastApprovedChangeOrder: sql<number | null>`(SELECT max(c.number) FROM change_orders c
          WHERE c.show_id = ${showId} AND c.document_id = ${id} AND c.status = 'APPROVED')`,
        authorEvents: authorEventsOf(id),
        hasRelief: sql<number>`EXISTS (SELECT 1 FROM relief r WHERE r.show_id = ${showId} AND r.po_id = ${id})`,
        lastHash: sql<string | null>`(SELECT e.hash FROM document_events e
          WHERE e.document_id = ${id} ORDER BY e.seq DESC LIMIT 1)`,
      })
      .from(documents)
      .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, id))
      .leftJoin(invoices, eq(invoices.documentId, id))
      .leftJoin(vendors, eq(vendors.id, documents.vendorId))
      // By their ids: without statistics D1 would else walk through the documents of the show.
      .where(sql`${id} IN ${ids} AND +${documents.showId} = ${showId}`),
    ...flowQueries(source, sql`${workflows.documentId} IN ${ids} AND ${workflows.isLatest} = 1`),
  ] as const;
});

/** What a decision about a document needs; null when the show has no such document. */
export const subjectQuery = (store: Source, id: string): Query<SubjectRows | null> =>
  mapped(subjectsQuery(store, [id]), (found) => found.get(id) ?? null);

/** The same of several documents, with the statements of one; those that the show does not have are not in it. */
export const subjectsQuery = (
  store: Source,
  ids: readonly string[],
): Query<ReadonlyMap<string, SubjectRows>> =>
  mapped(
    subjectRowsQuery(store, JSON.stringify(ids), 'documents'),
    (found) => new Map(found.map((rows) => [rows.document.id, rows])),
  );

/** The same of the document that holds a file; null when none does. */
export const fileHolderQuery = (store: Source, fileId: string): Query<SubjectRows | null> =>
  mapped(subjectRowsQuery(store, fileId, 'file'), ([rows = null]) => rows);

/** The same of the document that a mailed link leads to; null when there is no such link. */
export const linkedDocumentQuery = (store: Source, linkId: string): Query<SubjectRows | null> =>
  mapped(subjectRowsQuery(store, linkId, 'link'), ([rows = null]) => rows);

const subjectRowsQuery = (store: Source, named: string, of: Of): Query<SubjectRows[]> =>
  mapped(subjects(store, { named }, of), subjectRows);

function subjectRows([found, flows, steps, approvers, approvals]: RowOf<
  ReturnType<typeof subjects>
>): SubjectRows[] {
  return found.map(({ vendorActive, lastTurn, lastApprovedChangeOrder, hasRelief, lastHash, ...row }) => {
    const flow = flows.filter(({ documentId }) => documentId === row.document.id);
    const own = steps.filter(({ step }) => step.workflowId === flow[0]?.id);
    const isOwn = (stepId: string) => own.some(({ step }) => step.id === stepId);
    return {
      ...row,
      // A temporary vendor counts as active (DEC-26).
      vendorActive: vendorActive ?? true,
      submittedBefore: lastTurn === 'SUBMITTED',
      lastApprovedChangeOrder: lastApprovedChangeOrder ?? 0,
      hasRelief: hasRelief === 1,
      lastHash: lastHash ?? '',
      ...workflowRows(
        flow,
        own,
        approvers.filter(({ approver }) => isOwn(approver.stepId)),
        approvals.filter(({ approval }) => isOwn(approval.stepId)),
      ),
    };
  });
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

/** What accounting must be told of a payment; null when the show has none of this id. */
export const paymentHeaderQuery = (source: Source, id: string) =>
  mapped(paymentHeader(source, { id }), ([rows]) => rows[0] ?? null);

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
