import { and, asc, eq } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { fileQueries, historyQueries } from '#store/show/documents/document-parts';
import { authorEventsOf } from '#store/show/documents/author-events';
import { documents } from '#store/show/tables/document-tables';
import { paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import { workflowQueries, workflowRows } from '#store/show/documents/read-document';

const page = prepareRead((source, { id }: { id: string }) => {
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

/** Everything that a payment's own page shows; null when the show has none of this id. */
export const paymentQuery = (source: Source, id: string) => mapQuery(page(source, { id }), pageRows);

function pageRows([paymentRows, workflow, steps, approvers, approvals, invoices, ...partRows]: RowOf<
  ReturnType<typeof page>
>) {
  const [noteRows, events, sendHistory, attachments, , withdrawn] = partRows;
  const row = paymentRows[0];
  if (!row) return null;
  return {
    ...row,
    ...workflowRows(workflow, steps, approvers, approvals),
    invoices,
    notes: noteRows,
    events,
    attachments,
    withdrawn,
    sendHistory,
  };
}

export type PaymentRows = NonNullable<ReturnType<typeof pageRows>>;

const invoiceOfId = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.showId, showId), eq(documents.type, 'INVOICE')))
    .limit(1),
]);

export const isInvoiceQuery = (source: Source, id: string) =>
  mapQuery(invoiceOfId(source, { id }), ([rows]) => rows.length > 0);
