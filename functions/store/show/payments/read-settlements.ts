import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf } from '#store/d1/query';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { paymentInvoices, relief } from '#store/show/tables/invoice-tables';
import { visibleInAnyPersona } from '#store/show/lists/visible';

const invoice = alias(documents, 'invoice');

const ofInvoice = prepareRead((source, { invoiceId }: { invoiceId: string }) => [
  settlementsQuery(source, eq(paymentInvoices.invoiceId, invoiceId)),
]);

/** The payments that settle an invoice, in cents of that invoice; payments that accounting canceled are left out. */
export const paymentsOfInvoiceQuery = (source: Source, invoiceId: string) =>
  mapQuery(ofInvoice(source, { invoiceId }), ([rows]) => rows);

const ofOrder = prepareRead((source, { orderId }: { orderId: string }) => {
  const invoices = source.db
    .select({ id: relief.invoiceId })
    .from(relief)
    .where(and(eq(relief.showId, source.showId), eq(relief.poId, orderId)));
  return [settlementsQuery(source, inArray(paymentInvoices.invoiceId, invoices))];
});

/** The payments of all invoices that count against a purchase order (DEC-39). */
export const paymentsOfOrderQuery = (source: Source, orderId: string) =>
  mapQuery(ofOrder(source, { orderId }), ([rows]) => rows);

function settlementsQuery({ db, showId }: Source, condition: SQL) {
  return (
    db
      .select({
        paymentId: documents.id,
        number: documents.number,
        status: documents.status,
        submissionStatus: documents.submissionStatus,
        invoiceId: sql<string>`${paymentInvoices.invoiceId}`.as('invoice_id'),
        invoiceNumber: invoice.number,
        amountCents: sql<number>`${paymentInvoices.amountCents}`.as('amount_cents'),
      })
      // The order of the joins and the index are fixed: first the few links of the invoices, then the documents by id.
      .from(sql`payment_invoices INDEXED BY payment_invoices_by_invoice`)
      .crossJoin(documents)
      .crossJoin(invoice)
      .where(
        and(
          eq(paymentInvoices.showId, showId),
          condition,
          eq(documents.id, paymentInvoices.paymentId),
          ne(documents.status, 'CANCELED'),
          eq(invoice.id, paymentInvoices.invoiceId),
        ),
      )
      .orderBy(sql`+${documents.number}, +${documents.id}`)
  );
}

/** The purchase orders that a payment's invoices count against, as far as any of `visibilities` shows them. */
export function ordersOfPaymentQuery(source: Source, paymentId: string, visibilities: readonly Visibility[]) {
  const { db, showId } = source;
  const orders = db
    .selectDistinct({
      invoiceId: paymentInvoices.invoiceId,
      id: documents.id,
      number: documents.number,
      milestones: documents.milestones,
      prefix: purchaseOrders.prefix,
    })
    .from(paymentInvoices)
    .crossJoin(sql`relief INDEXED BY relief_by_invoice`)
    .crossJoin(documents)
    .crossJoin(purchaseOrders)
    .where(
      and(
        eq(paymentInvoices.showId, showId),
        eq(paymentInvoices.paymentId, paymentId),
        eq(relief.showId, showId),
        eq(relief.invoiceId, paymentInvoices.invoiceId),
        eq(documents.id, relief.poId),
        eq(purchaseOrders.documentId, documents.id),
        visibleInAnyPersona(source, visibilities),
      ),
    )
    .orderBy(asc(documents.numberSort), asc(documents.id));
  return queryOf(db, orders);
}
