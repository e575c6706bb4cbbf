import { and, asc, eq, sql } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { payments } from '#store/show/tables/invoice-tables';
import { logPageSize } from '#store/show/lists/log-page';

/** The next payments of a show by number, including archived ones: one page with a keyset cursor. */
export async function readPaymentLog(
  { db, showId }: ShowStore,
  after: { numberSort: string; id: string } = { numberSort: '', id: '' },
) {
  return db
    .select({
      id: documents.id,
      numberSort: documents.numberSort,
      number: documents.number,
      day: documents.businessDay,
      status: documents.submissionStatus,
      payee: payments.payeeName,
      paymentType: payments.paymentType,
      bank: payments.bankName,
      currency: documents.currencyCode,
      totalCents: documents.totalCents,
    })
    .from(documents)
    .innerJoin(payments, eq(payments.documentId, documents.id))
    .where(
      and(
        eq(documents.showId, showId),
        eq(documents.type, 'PAYMENT'),
        sql`(${documents.numberSort}, ${documents.id}) > (${after.numberSort}, ${after.id})`,
      ),
    )
    .orderBy(asc(documents.numberSort), asc(documents.id))
    .limit(logPageSize);
}
