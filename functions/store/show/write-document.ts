import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore, Write } from '../open.ts';
import { saidWrite } from '../said-write.ts';
import { changeOrders, documentLines, documents, notes, purchaseOrders } from './document-tables.ts';
import { invoices } from './invoice-tables.ts';
import { outbox } from './work-tables.ts';

/** Statements for one batch; nothing here runs by itself. Every one names the show. */

/** `number` and `numberSort` may be expressions over what the batch did before. */
export const insertDocument = saidWrite(
  (
    { db },
    row: Omit<typeof documents.$inferInsert, 'number' | 'numberSort'> & {
      number: string | SQL<string>;
      numberSort: string | SQL<string>;
    },
  ) => db.insert(documents).values(row),
);

export const insertPurchaseOrder = saidWrite(({ db }, row: typeof purchaseOrders.$inferInsert) =>
  db.insert(purchaseOrders).values(row),
);

type DocumentValues = Partial<
  Omit<typeof documents.$inferInsert, 'number'> & { number: string | SQL<string> }
>;

const documentSet = saidWrite(({ db, showId }, values: DocumentValues, { id }: { id: string }) =>
  db
    .update(documents)
    .set(values)
    .where(and(eq(documents.id, id), eq(documents.showId, showId))),
);

/** Sets header columns; the event before it in the batch has already checked that nobody else was first. */
export function updateDocument(store: ShowStore, id: string, values: DocumentValues): Write {
  return documentSet(store, values, { id });
}

export const insertInvoice = saidWrite(({ db }, row: typeof invoices.$inferInsert) =>
  db.insert(invoices).values(row),
);

type InvoiceValues = Partial<typeof invoices.$inferInsert>;

const invoiceSet = saidWrite(({ db, showId }, values: InvoiceValues, { id }: { id: string }) =>
  db
    .update(invoices)
    .set(values)
    .where(and(eq(invoices.documentId, id), eq(invoices.showId, showId))),
);

export function updateInvoice(store: ShowStore, id: string, values: InvoiceValues): Write {
  return invoiceSet(store, values, { id });
}

type PurchaseOrderValues = Partial<typeof purchaseOrders.$inferInsert>;

const purchaseOrderSet = saidWrite(({ db, showId }, values: PurchaseOrderValues, { id }: { id: string }) =>
  db
    .update(purchaseOrders)
    .set(values)
    .where(and(eq(purchaseOrders.documentId, id), eq(purchaseOrders.showId, showId))),
);

export function updatePurchaseOrder(store: ShowStore, id: string, values: PurchaseOrderValues): Write {
  return purchaseOrderSet(store, values, { id });
}

/** Any number of lines in one statement: D1 binds at most 100 parameters. */
export function insertLines(
  { showId }: ShowStore,
  documentId: string,
  lines: readonly LineValues[],
): Write[] {
  if (lines.length === 0) return [];
  return [
    sql`INSERT INTO document_lines (id, show_id, document_id, key_id, line_number, description,
        quantity_hundredths, unit_cost_cents, total_cents, acquisition_type, rental_type, rental_start, rental_end,
        episode, coding, coa_external_id, tax_code, note, reference_po, reference_po_line_number,
        relieve_po_line_id, gl_transaction_detail_external_id)
      SELECT value ->> 'id', ${showId}, ${documentId}, value ->> 'keyId', value ->> 'lineNumber',
        value ->> 'description', value ->> 'quantityHundredths', value ->> 'unitCostCents', value ->> 'totalCents',
        value ->> 'acquisitionType', value ->> 'rentalType', value ->> 'rentalStart', value ->> 'rentalEnd',
        value ->> 'episode', json(value -> 'coding'), value ->> 'coaExternalId', value ->> 'taxCode',
        coalesce(value ->> 'note', ''), coalesce(value ->> 'referencePo', ''), value ->> 'referencePoLineNumber',
        value ->> 'relievePoLineId', value ->> 'glTransactionDetailExternalId'
      FROM json_each(${JSON.stringify(lines)})`,
  ];
}

export interface LineValues {
  id: string;
  keyId: string;
  lineNumber: number;
  description: string;
  quantityHundredths: number;
  unitCostCents: number;
  totalCents: number;
  acquisitionType: 'PURCHASE' | 'RENTAL';
  rentalType: 'UNDEFINED' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'EPISODIC';
  rentalStart: string | null;
  rentalEnd: string | null;
  episode: string;
  coding: Record<string, string>;
  coaExternalId: string | null;
  taxCode: string | null;
  /** What only the lines of invoices have (IN-03, IN-04). */
  note?: string;
  referencePo?: string;
  referencePoLineNumber?: number | null;
  relievePoLineId?: string | null;
  glTransactionDetailExternalId?: string | null;
}

/** Lines after `keep` go; `keep` 0 empties the document. */
export function deleteLinesAfter({ db, showId }: ShowStore, documentId: string, keep: number): Write {
  return db
    .delete(documentLines)
    .where(
      and(
        eq(documentLines.showId, showId),
        eq(documentLines.documentId, documentId),
        sql`${documentLines.lineNumber} > ${keep}`,
      ),
    );
}

/** The header's total after lines went. */
export function sumLines({ showId }: ShowStore, documentId: string): Write {
  return sql`UPDATE documents SET total_cents = (SELECT coalesce(sum(total_cents), 0) FROM document_lines
    WHERE show_id = ${showId} AND document_id = ${documentId}) WHERE id = ${documentId} AND show_id = ${showId}`;
}

/** A note whose `key_id` the document already has is the same note, sent again (DEC-99). */
export const insertNote = saidWrite(({ db }, row: typeof notes.$inferInsert) =>
  db.insert(notes).values(row).onConflictDoNothing(),
);

type OutboxRow = typeof outbox.$inferInsert;

const owed = saidWrite(({ db }, row: OutboxRow) => db.insert(outbox).values(row).onConflictDoNothing());

export function insertOutbox(store: ShowStore, rows: readonly OutboxRow[]): Write[] {
  return rows.map((row) => owed(store, row));
}

export function saveChangeOrder({ db }: ShowStore, row: typeof changeOrders.$inferInsert): Write {
  return db
    .insert(changeOrders)
    .values(row)
    .onConflictDoUpdate({
      target: [changeOrders.showId, changeOrders.documentId, changeOrders.number],
      set: { status: row.status },
    });
}

export function deleteChangeOrder({ db, showId }: ShowStore, documentId: string, number: number): Write {
  return db
    .delete(changeOrders)
    .where(
      and(
        eq(changeOrders.showId, showId),
        eq(changeOrders.documentId, documentId),
        eq(changeOrders.number, number),
      ),
    );
}

/**
 * Keeps the purchase order as it stands after this batch's earlier statements as the next entry of its approval
 * history (DEC-26).
 */
export function insertSnapshot(
  { showId }: ShowStore,
  entry: { id: string; documentId: string; now: string },
): Write {
  return sql`INSERT INTO approval_history (id, show_id, document_id, position, created_at, total_cents, snapshot)
    SELECT ${entry.id}, d.show_id, d.id,
      (SELECT count(*) FROM approval_history h WHERE h.show_id = d.show_id AND h.document_id = d.id),
      ${entry.now}, d.total_cents,
      json_object(
        'header', json_object('revision', d.revision, 'prefix', p.prefix, 'categoryId', p.category_id,
          'projectCompanyExternalId', p.project_company_external_id, 'companyExternalId', p.company_external_id,
          'companyName', p.company_name, 'companyAddress', p.company_address,
          'currencyExternalId', p.currency_external_id, 'currencyReferenceCode', p.currency_reference_code,
          'vendor', json(p.vendor), 'vendorAddressId', p.vendor_address_id, 'billToAddressId', p.bill_to_address_id,
          'shipToAddressId', p.ship_to_address_id, 'hst', p.hst, 'fid', p.fid, 'description', d.description, 'businessDay', d.business_day,
          'departmentId', d.department_id, 'departmentName', d.department_name, 'vendorId', d.vendor_id,
          'temporaryVendorId', d.temporary_vendor_id, 'vendorExternalId', d.vendor_external_id,
          'vendorNumber', d.vendor_number, 'vendorName', d.vendor_name, 'currencyCode', d.currency_code),
        'lines', json((SELECT json_group_array(json_object('id', l.id, 'keyId', l.key_id, 'lineNumber', l.line_number,
            'description', l.description, 'quantityHundredths', l.quantity_hundredths,
            'unitCostCents', l.unit_cost_cents, 'totalCents', l.total_cents, 'acquisitionType', l.acquisition_type,
            'rentalType', l.rental_type, 'rentalStart', l.rental_start, 'rentalEnd', l.rental_end,
            'episode', l.episode, 'coding', json(l.coding), 'coaExternalId', l.coa_external_id,
            'taxCode', l.tax_code) ORDER BY l.line_number)
          FROM document_lines l WHERE l.show_id = d.show_id AND l.document_id = d.id)))
    FROM documents d JOIN purchase_orders p ON p.document_id = d.id
    WHERE d.show_id = ${showId} AND d.id = ${entry.documentId}`;
}
