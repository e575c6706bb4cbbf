import { and, eq, inArray, ne } from 'drizzle-orm';
import { numberSortOf } from '#domain/lists/number-sort';
import type { PaymentContent } from '#domain/payments/payment-sync';
import { inList } from '#store/d1/in-list';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Write } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { bankAccounts } from '#store/show/tables/workflow-tables';
import { paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import { vendors } from '#store/show/tables/reference-tables';

/** The stored rows of these payments and the stored rows to which they refer, in one round trip. */
export async function readForImport(
  { db, showId }: ShowStore,
  page: readonly {
    externalId: string;
    vendorExternalId: string;
    bankAccount: string;
    invoices: readonly { number: string }[];
  }[],
) {
  const externalIds = page.map(({ externalId }) => externalId);
  const numbers = page.flatMap(({ invoices }) => invoices.map(({ number }) => number));
  const ofPage = and(eq(payments.showId, showId), inArray(payments.externalId, inList(externalIds)));
  const [known, settled, vendorRows, accounts, invoices] = await db.batch([
    db
      .select({ document: documents, payment: payments })
      .from(payments)
      .innerJoin(documents, eq(documents.id, payments.documentId))
      .where(ofPage),
    db
      .select({ link: paymentInvoices })
      .from(payments)
      .innerJoin(
        paymentInvoices,
        and(eq(paymentInvoices.showId, showId), eq(paymentInvoices.paymentId, payments.documentId)),
      )
      .where(ofPage),
    db
      .select({ id: vendors.id, externalId: vendors.externalId, number: vendors.number })
      .from(vendors)
      .where(
        and(
          eq(vendors.showId, showId),
          inArray(vendors.externalId, inList(page.map(({ vendorExternalId }) => vendorExternalId))),
        ),
      ),
    db
      .select({ id: bankAccounts.id, externalId: bankAccounts.externalId })
      .from(bankAccounts)
      .where(eq(bankAccounts.showId, showId)),
    db
      .select({ id: documents.id, number: documents.number, vendorExternalId: documents.vendorExternalId })
      .from(documents)
      .where(
        and(
          eq(documents.showId, showId),
          eq(documents.type, 'INVOICE'),
          ne(documents.status, 'VOID'),
          inArray(documents.number, inList(numbers)),
        ),
      ),
  ]);
  return { known, settled: settled.map(({ link }) => link), vendors: vendorRows, accounts, invoices };
}

export type ForImport = Awaited<ReturnType<typeof readForImport>>;

/** The header columns that accounting determines. */
export function headerOf(content: PaymentContent) {
  const { number, businessDay, vendorId, vendorExternalId, vendorNumber, vendorName } = content;
  return {
    number,
    numberSort: numberSortOf('PAYMENT', number),
    businessDay,
    vendorId,
    vendorExternalId,
    vendorNumber,
    vendorName,
    currencyCode: content.currencyCode,
    totalCents: content.totalCents,
  };
}

/** The columns of the payments table that accounting determines. */
export function paymentDetail({ payeeName, paymentType, bankAccountId, bankName }: PaymentContent) {
  return { payeeName, paymentType, bankAccountId, bankName };
}

/** Inserts or updates the detail of a payment and replaces its invoices. The external id is set only on insert. */
export function writePayment(
  { db, showId }: ShowStore,
  payment: { documentId: string; externalId: string; importedAt: string },
  content: PaymentContent,
): Write[] {
  const { invoices } = content;
  const { documentId, importedAt } = payment;
  const values = { ...paymentDetail(content), importedAt };
  return [
    db
      .insert(payments)
      .values({ ...payment, ...values, showId })
      .onConflictDoUpdate({ target: payments.documentId, set: values }),
    db
      .delete(paymentInvoices)
      .where(and(eq(paymentInvoices.showId, showId), eq(paymentInvoices.paymentId, documentId))),
    insertJsonRows(paymentInvoices, { showId, paymentId: documentId }, invoices),
  ];
}
