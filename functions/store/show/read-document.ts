import { and, asc, count, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore, Source } from '../open.ts';
import { saidOnce } from '../said-once.ts';
import { changeOrders, documentEvents, documentLines, documents, purchaseOrders } from './document-tables.ts';
import { stepApprovals, workflowStepApprovers, workflowSteps, workflows } from './flow-tables.ts';
import { invoices, payments, relief } from './invoice-tables.ts';
import { vendors } from './reference-tables.ts';

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
  /** Hash of the newest event: the next one is chained to it. */
  lastHash: string;
}

/** The document's workflow with steps, approvers and votes: the latest one, or the one that `which` picks. */
export function workflowQueries(
  { db, showId }: Source,
  id: string | SQL<string>,
  which: SQL = eq(workflows.isLatest, true),
) {
  const wanted = and(eq(workflows.showId, showId), eq(workflows.documentId, id), which);
  // Joined in this order: D1 keeps no statistics, and would else begin with every approver of the show.
  const steps = and(eq(workflowSteps.showId, showId), eq(workflowSteps.workflowId, workflows.id));
  return [
    db.select().from(workflows).where(wanted).limit(1),
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
    })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .leftJoin(invoices, eq(invoices.documentId, documents.id))
    .leftJoin(vendors, eq(vendors.id, documents.vendorId))
    .where(and(eq(documents.id, id), eq(documents.showId, showId)))
    .limit(1);
}

/** Of whom a subject is read: of a document by its id, of the one that holds a file, or of the one that a link leads to. */
type Of = 'document' | 'file' | 'link';

function idOf(showId: string, named: string, of: Of): string | SQL<string> {
  if (of === 'document') return named;
  return of === 'file'
    ? sql`(SELECT document_id FROM attachments WHERE show_id = ${showId} AND file_id = ${named})`
    : sql`(SELECT document_id FROM mailed_links WHERE show_id = ${showId} AND id = ${named})`;
}

const header = saidOnce((source, { id }: { id: string }) => [documentQuery(source, id)]);

/** A document without its flow and its parts; null when the show has none of this id. */
export async function readHeader(store: ShowStore, id: string) {
  const [found] = await header(store, { id });
  return found[0] ?? null;
}

const subject = saidOnce((source, { named }: { named: string }, of: Of) => {
  const { db, showId } = source;
  const id = idOf(showId, named, of);
  return [
    documentQuery(source, id),
    ...workflowQueries(source, id),
    db
      .select({ total: count() })
      .from(documentLines)
      .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, id))),
    db
      .select({ historyType: documentEvents.historyType })
      .from(documentEvents)
      .where(
        and(
          eq(documentEvents.documentId, id),
          inArray(documentEvents.historyType, ['SUBMITTED', 'CHANGE ORDER']),
        ),
      )
      .orderBy(desc(documentEvents.seq))
      .limit(1),
    db
      .select({ number: max(changeOrders.number) })
      .from(changeOrders)
      .where(
        and(
          eq(changeOrders.showId, showId),
          eq(changeOrders.documentId, id),
          eq(changeOrders.status, 'APPROVED'),
        ),
      ),
    db
      .select({ poId: relief.poId })
      .from(relief)
      .where(and(eq(relief.showId, showId), eq(relief.poId, id)))
      .limit(1),
    db
      .select({ hash: documentEvents.hash })
      .from(documentEvents)
      .where(eq(documentEvents.documentId, id))
      .orderBy(desc(documentEvents.seq))
      .limit(1),
  ] as const;
});

/** One round trip; null when the show has no such document. */
export function readSubject(store: ShowStore, id: string): Promise<SubjectRows | null> {
  return readSubjectOf(store, id, 'document');
}

/** The same of the document that holds a file; null when none does. */
export function readHolder(store: ShowStore, fileId: string): Promise<SubjectRows | null> {
  return readSubjectOf(store, fileId, 'file');
}

/** The same of the document that a mailed link leads to; null when there is no such link. */
export function readLinked(store: ShowStore, linkId: string): Promise<SubjectRows | null> {
  return readSubjectOf(store, linkId, 'link');
}

async function readSubjectOf(store: ShowStore, named: string, of: Of): Promise<SubjectRows | null> {
  const [found, workflow, steps, approvers, approvals, lines, turns, orders, relieved, last] = await subject(
    store,
    { named },
    of,
  );
  const row = found[0];
  if (!row) return null;
  return {
    document: row.document,
    purchaseOrder: row.purchaseOrder,
    invoice: row.invoice,
    // A temporary vendor counts as active (DEC-26).
    vendorActive: row.vendorActive ?? true,
    lineCount: lines[0]?.total ?? 0,
    submittedBefore: turns[0]?.historyType === 'SUBMITTED',
    lastApprovedChangeOrder: orders[0]?.number ?? 0,
    hasRelief: relieved.length > 0,
    lastHash: last[0]?.hash ?? '',
    ...workflowRows(workflow, steps, approvers, approvals),
  };
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
export async function readPaymentHeader({ db, showId }: ShowStore, id: string) {
  const rows = await db
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
    .limit(1);
  return rows[0] ?? null;
}
