import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { numberNeedle } from '#domain/lists';
import { violates } from '../open.ts';
import type { ShowStore } from '../open.ts';

/** Whose invoice it is, under which number; the columns that DEC-37 compares. */
export interface NumberedInvoice {
  id: string;
  number: string;
  vendorExternalId: string | null;
  temporaryVendorId: string | null;
}

/**
 * The number of an invoice, or NULL when another one of the same vendor has it and is not void (DEC-37): the column
 * refuses NULL, and with it the whole batch, so that two who save at once cannot both have the number.
 */
export function uniqueNumber({ showId }: ShowStore, invoice: NumberedInvoice): SQL<string> {
  return sql<string>`(CASE WHEN EXISTS (SELECT 1 FROM documents other
      WHERE other.show_id = ${showId} AND other.type = 'INVOICE' AND other.number_sort = ${numberNeedle(invoice.number)}
        AND other.status <> 'VOID' AND other.id <> ${invoice.id}
        AND (other.vendor_external_id = ${invoice.vendorExternalId}
          OR other.temporary_vendor_id = ${invoice.temporaryVendorId}))
    THEN NULL ELSE ${invoice.number} END)`;
}

/** Whether a batch failed because the number was taken. */
export function isNumberTaken(error: unknown): boolean {
  return violates(error, 'NOT NULL', 'documents.number');
}
