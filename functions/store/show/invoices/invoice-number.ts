import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { invoiceNumberKey } from '#domain/invoices/invoice-number';
import { numberPattern } from '#domain/lists/lists';
import { violates } from '#store/d1/open';
import type { Database, ShowStore } from '#store/d1/open';

/** Whose invoice it is, under which number; the columns that DEC-37 compares. */
export interface NumberedInvoice {
  id: string;
  number: string;
  vendorExternalId: string | null;
  temporaryVendorId: string | null;
}

/** Invoices that are not void, of this vendor and under a number that compares as equal; not the one itself (DEC-37). */
function sameNumber({ showId }: Pick<ShowStore, 'showId'>, invoice: NumberedInvoice): SQL {
  // What the sweep has not yet normalized since the upgrade is compared as it was before.
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
 * The number of an invoice, or NULL when another one of the same vendor has it and is not void (DEC-37): the column
 * refuses NULL, and with it the whole batch, so that two who save at once cannot both have the number.
 */
export function uniqueNumber(store: Pick<ShowStore, 'showId'>, invoice: NumberedInvoice): SQL<string> {
  return sql<string>`(CASE WHEN EXISTS ${sameNumber(store, invoice)} THEN NULL ELSE ${invoice.number} END)`;
}

/** Whether a batch failed because the number was taken. */
export function isNumberTaken(error: unknown): boolean {
  return violates(error, 'NOT NULL', 'documents.number');
}

/** So many numbers are normalized in one go; the sweep comes every minute. */
const normalizedAtOnce = 500;

/**
 * Normalizes numbers that the upgrade of the database could not: those with other than ASCII characters (DEC-37). Answers
 * how many.
 */
export async function normalizeNumbers(db: Database): Promise<number> {
  const found = await db.all<{ id: string; number: string }>(
    sql`SELECT i.document_id AS id, d.number AS number
      FROM invoices i INDEXED BY invoices_to_normalize CROSS JOIN documents d
      WHERE i.number_key IS NULL AND i.document_id > '' AND d.id = i.document_id
        AND NOT EXISTS (SELECT 1 FROM moving_shows m WHERE m.show_id = i.show_id)
      LIMIT ${normalizedAtOnce}`,
  );
  if (found.length === 0) return 0;
  const keys = JSON.stringify(found.map(({ id, number }) => ({ id, number, key: invoiceNumberKey(number) })));
  // One that was saved meanwhile has its key, or another number.
  await db.run(sql`UPDATE invoices SET number_key = item.value ->> 'key'
    FROM json_each(${keys}) item JOIN documents d ON d.id = item.value ->> 'id'
    WHERE invoices.document_id = item.value ->> 'id' AND invoices.number_key IS NULL AND d.number = item.value ->> 'number'`);
  return found.length;
}
