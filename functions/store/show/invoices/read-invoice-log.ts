import { and, asc, eq, sql } from 'drizzle-orm';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore } from '#store/d1/open';
import { documentLines, documents } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { logCondition, logHeaderColumns, logPageSize, firstCursor } from '#store/show/lists/log-page';
import type { LogCursor } from '#store/show/lists/log-page';
import { approvedLine, balanceOf } from '#store/show/documents/relief-balance';

/**
 * The next lines of the invoices that any of `visibilities` shows, including archived ones, by number and line: one
 * page with a keyset cursor (DEC-68).
 */
export async function readInvoiceLog(
  store: ShowStore,
  visibilities: readonly Visibility[],
  after: LogCursor = firstCursor,
) {
  const { db, showId } = store;
  return db
    .select({
      document: {
        ...logHeaderColumns,
        status: documents.status,
      },
      dueDay: invoices.dueDay,
      companyName: invoices.companyName,
      line: documentLines,
      remainingCents: remainingCents(store),
      ownCents: billedCents(showId),
    })
    .from(documents)
    .innerJoin(invoices, eq(invoices.documentId, documents.id))
    .innerJoin(
      documentLines,
      and(eq(documentLines.showId, showId), eq(documentLines.documentId, documents.id)),
    )
    .where(logCondition(store, 'INVOICE', visibilities, after))
    .orderBy(asc(documents.numberSort), asc(documents.id), asc(documentLines.lineNumber))
    .limit(logPageSize);
}

/**
 * The open balance of the PO line that the invoice line refers to, or of the PO as a whole; null when there is none
 * (DEC-39).
 */
function remainingCents(store: ShowStore) {
  return sql<number | null>`(SELECT sum(${balanceOf(store)})
    FROM documents o JOIN purchase_orders p ON p.document_id = o.id
      JOIN document_lines l ON l.show_id = o.show_id AND l.document_id = o.id
    WHERE o.show_id = ${store.showId} AND o.type = 'PO' AND o.number = ${documentLines.referencePo} AND o.number <> ''
      AND (o.status = 'APPROVED' OR (o.status <> 'VOID' AND p.locked_line_count > 0))
      AND ${approvedLine(sql`l`, sql`p`)}
      AND (${documentLines.referencePoLineNumber} IS NULL OR l.line_number = ${documentLines.referencePoLineNumber}))`;
}

/** The amount that this invoice bills on the same PO line, or on the same PO. */
function billedCents(showId: string) {
  return sql<number>`(SELECT sum(i.total_cents) FROM document_lines i
    WHERE i.show_id = ${showId} AND i.document_id = ${documents.id} AND i.reference_po = ${documentLines.referencePo}
      AND (${documentLines.referencePoLineNumber} IS NULL
        OR i.reference_po_line_number = ${documentLines.referencePoLineNumber}))`;
}

export type InvoiceLogRows = Awaited<ReturnType<typeof readInvoiceLog>>;
