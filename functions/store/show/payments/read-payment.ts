import { and, asc, eq } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';
import { saidOnce } from '#store/d1/prepared-read';
import { fileQueries, historyQueries } from '#store/show/documents/document-parts';
import { authorEventsOf } from '#store/show/documents/author-events';
import { documents } from '#store/show/tables/document-tables';
import { paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import { workflowQueries, workflowRows } from '#store/show/documents/read-document';

const page = saidOnce((source, { id }: { id: string }) => {
  const { db, showId } = source;
  return [
    db
      .select({ document: documents, payment: payments, authorEvents: authorEventsOf(documents.id) })
      .from(documents)
      .innerJoin(payments, eq(payments.documentId, documents.id))
      .where(and(eq(documents.id, id), eq(documents.showId, showId)))
      .limit(1),
    ...workflowQueries(source, id),
    db
      .select({
        id: documents.id,
        number: documents.number,
        amountCents: paymentInvoices.amountCents,
      })
      .from(paymentInvoices)
      .innerJoin(documents, eq(documents.id, paymentInvoices.invoiceId))
      .where(and(eq(paymentInvoices.showId, showId), eq(paymentInvoices.paymentId, id)))
      .orderBy(asc(documents.number), asc(documents.id)),
    ...historyQueries(source, id),
    ...fileQueries(source, id),
  ] as const;
});

/** Everything that a payment's own page shows, in one round trip; null when the show has none of this id. */
export async function readPayment(store: ShowStore, id: string) {
  const [found, workflow, steps, approvers, approvals, settled, ...rest] = await page(store, { id });
  const [noteRows, events, sent, linked, , withdrawn] = rest;
  const row = found[0];
  if (!row) return null;
  return {
    ...row,
    ...workflowRows(workflow, steps, approvers, approvals),
    invoices: settled,
    notes: noteRows,
    events,
    attachments: linked,
    withdrawn,
    sendHistory: sent,
  };
}

export type PaymentRows = NonNullable<Awaited<ReturnType<typeof readPayment>>>;

/** Whether this is an invoice of the show. */
export async function isInvoice({ db, showId }: ShowStore, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.showId, showId), eq(documents.type, 'INVOICE')))
    .limit(1);
  return rows.length > 0;
}
