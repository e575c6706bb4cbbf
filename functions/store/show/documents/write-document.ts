import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { StoredLine } from '#domain/documents/line';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Write } from '#store/d1/open';
import { prepareWrite } from '#store/d1/prepared-write';
import {
  changeOrders,
  documentLines,
  documents,
  notes,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';

/** The functions of this file return statements for a batch. Every statement filters by the show. */

/** `number` and `numberSort` may be expressions over earlier statements of the batch. */
export const insertDocument = prepareWrite(
  (
    { db },
    row: Omit<typeof documents.$inferInsert, 'number' | 'numberSort'> & {
      number: string | SQL<string>;
      numberSort: string | SQL<string>;
    },
  ) => db.insert(documents).values(row),
);

export const insertPurchaseOrder = prepareWrite(({ db }, row: typeof purchaseOrders.$inferInsert) =>
  db.insert(purchaseOrders).values(row),
);

type DocumentValues = Partial<
  Omit<typeof documents.$inferInsert, 'number'> & { number: string | SQL<string> }
>;

const documentSet = prepareWrite(({ db, showId }, values: DocumentValues, { id }: { id: string }) =>
  db
    .update(documents)
    .set(values)
    .where(and(eq(documents.id, id), eq(documents.showId, showId))),
);

/** Sets header columns; the event earlier in the batch has already checked that no other writer was first. */
export function updateDocument(store: ShowStore, id: string, values: DocumentValues): Write {
  return documentSet(store, values, { id });
}

export const insertInvoice = prepareWrite(({ db }, row: typeof invoices.$inferInsert) =>
  db.insert(invoices).values(row),
);

type InvoiceValues = Partial<typeof invoices.$inferInsert>;

const invoiceSet = prepareWrite(({ db, showId }, values: InvoiceValues, { id }: { id: string }) =>
  db
    .update(invoices)
    .set(values)
    .where(and(eq(invoices.documentId, id), eq(invoices.showId, showId))),
);

export function updateInvoice(store: ShowStore, id: string, values: InvoiceValues): Write {
  return invoiceSet(store, values, { id });
}

type PurchaseOrderValues = Partial<typeof purchaseOrders.$inferInsert>;

const purchaseOrderSet = prepareWrite(({ db, showId }, values: PurchaseOrderValues, { id }: { id: string }) =>
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
  return [insertJsonRows(documentLines, { showId, documentId }, lines)];
}

/** A line as it is written. What only accounting sets, and what only invoice lines have, may be left out. */
export type LineValues = Omit<
  typeof documentLines.$inferInsert,
  'showId' | 'documentId' | 'accountingBalanceCents'
> &
  Omit<StoredLine, 'id'>;

/** Deletes the lines after number `keep`; with `keep` 0 all lines. */
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

/** A note whose `key_id` the document already has is a repetition of the same note (DEC-99). */
export const insertNote = prepareWrite(({ db }, row: typeof notes.$inferInsert) =>
  db.insert(notes).values(row).onConflictDoNothing(),
);

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
