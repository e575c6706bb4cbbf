import * as v from 'valibot';
import { id, text, wholeNumber } from './dialects/posted.ts';
import { BooksRefusal } from './env.ts';
import type { Prepared } from './ledger.ts';
import { loadStatement } from './tables.ts';

const newPayment = v.strictObject({
  externalId: id,
  number: id,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  vendorExternalId: id,
  payeeName: text,
  paymentType: v.picklist(['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF']),
  bankName: text,
  bankAccount: id,
  currencyCode: v.pipe(v.string(), v.length(3)),
  totalCents: wholeNumber,
  invoices: v.optional(v.array(v.strictObject({ number: id, amountCents: wholeNumber })), []),
});

/** Payments issued by an accountant; at most 500 at once. */
export const newPayments = v.strictObject({ payments: v.pipe(v.array(newPayment), v.maxLength(500)) });

/** Issues open payments; an existing external id stays unchanged. */
export async function issuePayments(
  db: D1Database,
  license: string,
  { payments }: v.InferOutput<typeof newPayments>,
): Promise<void> {
  const wanted = JSON.stringify(payments.map(({ vendorExternalId }) => vendorExternalId));
  const unknownVendor = await db
    .prepare(
      `SELECT value AS id FROM json_each(?1)
       WHERE value NOT IN (SELECT external_id FROM vendors WHERE license = ?2) LIMIT 1`,
    )
    .bind(wanted, license)
    .first<{ id: string }>();
  if (unknownVendor !== null) throw new BooksRefusal(422, `Vendor ${unknownVendor.id} is not in the books.`);
  const rows = payments.map(({ invoices: _settled, ...payment }) => ({
    ...payment,
    license,
    status: 'OPEN' as const,
    releasedAt: null,
  }));
  const settled = payments.flatMap(({ externalId, invoices }) =>
    invoices.map(({ number, amountCents }) => ({
      license,
      paymentExternalId: externalId,
      invoiceNumber: number,
      amountCents,
    })),
  );
  await db.batch([loadStatement(db, 'payments', rows), loadStatement(db, 'paymentInvoices', settled)]);
}

interface PaymentRow {
  external_id: string;
  number: string;
  created_at: string;
  vendor_external_id: string;
  vendor_name: string;
  payee_name: string;
  payment_type: string;
  bank_name: string;
  bank_account: string;
  currency_code: string;
  total_cents: number;
  status: string;
  invoices: string;
}

/**
 * Returns one page of payments of every status by external id; `after` is the last external id of the previous page.
 */
export async function listPayments(db: D1Database, license: string, after: string, limit: number) {
  const { results } = await db
    .prepare(
      `SELECT p.*, v.name AS vendor_name,
         (SELECT json_group_array(json_object('number', i.invoice_number, 'amountCents', i.amount_cents))
          FROM payment_invoices i WHERE i.license = p.license AND i.payment_external_id = p.external_id) AS invoices
       FROM payments p JOIN vendors v ON v.license = p.license AND v.external_id = p.vendor_external_id
       WHERE p.license = ? AND p.external_id > ? ORDER BY p.external_id LIMIT ?`,
    )
    .bind(license, after, limit + 1)
    .all<PaymentRow>();
  const page = results.slice(0, limit).map((row) => ({
    externalId: row.external_id,
    number: row.number,
    createdAt: row.created_at,
    vendorExternalId: row.vendor_external_id,
    vendorName: row.vendor_name,
    payeeName: row.payee_name,
    paymentType: row.payment_type,
    bankName: row.bank_name,
    bankAccount: row.bank_account,
    currencyCode: row.currency_code,
    totalCents: row.total_cents,
    status: row.status,
    invoices: JSON.parse(row.invoices) as unknown,
  }));
  return { payments: page, next: results.length > limit ? (page.at(-1)?.externalId ?? null) : null };
}

/** Releases a payment to the bank. The total must be the approved one. */
export async function releasePayment(
  db: D1Database,
  license: string,
  externalId: string,
  totalCents: number,
  postedAt: string,
): Promise<Prepared> {
  const payment = await db
    .prepare('SELECT number, status, total_cents FROM payments WHERE license = ? AND external_id = ?')
    .bind(license, externalId)
    .first<{ number: string; status: string; total_cents: number }>();
  if (payment === null) throw new BooksRefusal(404, 'The payment is not in the books.');
  if (payment.status !== 'OPEN') {
    throw new BooksRefusal(409, `Payment ${payment.number} is already ${payment.status.toLowerCase()}.`);
  }
  if (payment.total_cents !== totalCents) {
    throw new BooksRefusal(422, `The total of payment ${payment.number} is not the one approved.`);
  }
  return {
    totalCents,
    answer: { docId: externalId, postedAt },
    statements: [
      db
        .prepare(
          `UPDATE payments SET status = 'RELEASED', released_at = ? WHERE license = ? AND external_id = ?`,
        )
        .bind(postedAt, license, externalId),
    ],
  };
}

/** Cancels a payment in the accounting system itself. Throws 404 when there is no open one. */
export async function cancelPayment(db: D1Database, license: string, externalId: string): Promise<void> {
  const { meta } = await db
    .prepare(
      `UPDATE payments SET status = 'CANCELED' WHERE license = ? AND external_id = ? AND status = 'OPEN'`,
    )
    .bind(license, externalId)
    .run();
  if (meta.changes === 0) throw new BooksRefusal(404, 'There is no such open payment.');
}
