import { and, eq, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';

const highest = prepareRead(({ db, showId }, { limit }: { limit: number }) => {
  // An amount for an invoice of another currency cannot be subtracted: such an invoice takes the whole payment.
  const uninvoicedCents = sql<number>`(documents.total_cents - coalesce((
      SELECT sum(iif(i.currency_code = documents.currency_code, link.amount_cents, documents.total_cents))
      FROM payment_invoices link CROSS JOIN documents i ON i.id = link.invoice_id AND i.status = 'APPROVED'
      WHERE link.show_id = ${showId} AND link.payment_id = documents.id), 0))`;
  return [
    db
      .select({
        id: documents.id,
        number: documents.number,
        vendorName: documents.vendorName,
        businessDay: documents.businessDay,
        currencyCode: documents.currencyCode,
        costing: documents.costing,
        uninvoicedCents: uninvoicedCents.mapWith(Number).as('uninvoiced'),
      })
      .from(documents)
      .where(
        and(
          eq(documents.showId, showId),
          eq(documents.status, 'APPROVED'),
          eq(documents.type, 'PAYMENT'),
          sql`iif(documents.total_cents < 0, -1, 1) * ${uninvoicedCents} > 0`,
        ),
      )
      // The order of `documents_in_state`, so that the read ends with the last payment of the limit.
      .orderBy(sql`${documents.numberSort} DESC, ${documents.id} DESC`)
      .limit(limit),
  ];
});

/** Approved payments that approved invoices do not take, or not in full, the highest number first (BUD-93). */
export const paymentsWithoutInvoicesQuery = (source: Source, limit: number) =>
  mapQuery(highest(source, { limit }), ([rows]) => rows);
