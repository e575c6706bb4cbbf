import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { invoiceNumberKey } from '#domain/invoices/invoice-number';
import { numberPattern } from '#domain/lists/lists';
import { violatesConstraint } from '#store/d1/open';
import type { Database, ShowStore } from '#store/d1/open';

/** The vendor and the number of an invoice: the columns that DEC-37 compares. */
export interface NumberedInvoice {
  id: string;
  number: string;
  vendorExternalId: string | null;
  temporaryVendorId: string | null;
}

/** Other invoices of the vendor that are not void and whose number compares as equal (DEC-37). */
function sameNumber({ showId }: Pick<ShowStore, 'showId'>, invoice: NumberedInvoice): SQL {
  // Rows that the sweep has not normalized since the upgrade are compared as they were before it.
  return sql`(SELECT other.id FROM invoices i CROSS JOIN documents other
      WHERE i.show_id = ${showId} AND i.number_key = ${invoiceNumberKey(invoice.number)}
        AND other.id = i.document_id AND ${ofVendor(invoice)}
    UNION SELECT other.id FROM documents other CROSS JOIN invoices i
      WHERE other.show_id = ${showId} AND other.type = 'INVOICE'
        AND other.number_sort = ${numberPattern(invoice.number)}
        AND i.document_id = other.id AND i.number_key IS NULL AND ${ofVendor(invoice)})`;
}

function ofVendor({ id, vendorExternalId, temporaryVendorId }: NumberedInvoice): SQL {
  return sql`other.status <> 'VOID' AND other.id <> ${id}
    AND (other.vendor_external_id = ${vendorExternalId} OR other.temporary_vendor_id = ${temporaryVendorId})`;
}

/**
 * The number of an invoice, or NULL when another invoice of the vendor that is not void has it: the column rejects
 * NULL, which fails the whole batch, so that two concurrent writes cannot both get the number (DEC-37).
 */
export function uniqueNumber(store: Pick<ShowStore, 'showId'>, invoice: NumberedInvoice): SQL<string> {
  return sql<string>`(CASE WHEN EXISTS ${sameNumber(store, invoice)} THEN NULL ELSE ${invoice.number} END)`;
}

/** Whether a batch failed because the number was taken. */
export function isNumberTaken(error: unknown): boolean {
  return violatesConstraint(error, 'NOT NULL', 'documents.number');
}

/** The batch size of the sweep, which runs every minute. */
const normalizeBatchSize = 500;

/**
 * Normalizes numbers that the migration could not: those with characters other than ASCII (DEC-37). Returns how many.
 */
export async function normalizeNumbers(db: Database): Promise<number> {
  const invoiceRows = await db.all<{ id: string; number: string }>(
    sql`SELECT i.document_id AS id, d.number AS number
      FROM invoices i INDEXED BY invoices_to_normalize CROSS JOIN documents d
      WHERE i.number_key IS NULL AND i.document_id > '' AND d.id = i.document_id
        AND NOT EXISTS (SELECT 1 FROM moving_shows m WHERE m.show_id = i.show_id)
      LIMIT ${normalizeBatchSize}`,
  );
  if (invoiceRows.length === 0) return 0;
  const keys = JSON.stringify(
    invoiceRows.map(({ id, number }) => ({ id, number, key: invoiceNumberKey(number) })),
  );
  // The condition skips invoices that were saved meanwhile.
  await db.run(sql`UPDATE invoices SET number_key = item.value ->> 'key'
    FROM json_each(${keys}) item JOIN documents d ON d.id = item.value ->> 'id'
    WHERE invoices.document_id = item.value ->> 'id' AND invoices.number_key IS NULL AND d.number = item.value ->> 'number'`);
  return invoiceRows.length;
}
