import { and, asc, eq, sql } from 'drizzle-orm';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore } from '#store/d1/open';
import { documentLines, documents } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { loggedAfter, loggedHeader, logPageSize, logStart } from '#store/show/lists/log-page';
import type { LogCursor } from '#store/show/lists/log-page';
import { approvedLine, balanceOf } from '#store/show/documents/relief-balance';

/**
 * The next lines of the invoices that any of `visibilities` shows, archived ones too, by number and line (DEC-68): one
 * page, found by its key and not by counting.
 */
export async function readInvoiceLog(
  store: ShowStore,
  visibilities: readonly Visibility[],
  after: LogCursor = logStart,
) {
  const { db, showId } = store;
  return db
    .select({
      document: {
        ...loggedHeader,
        status: documents.status,
      },
      dueDay: invoices.dueDay,
      companyName: invoices.companyName,
      line: documentLines,
      remainingCents: remaining(store),
      ownCents: own(showId),
    })
    .from(documents)
    .innerJoin(invoices, eq(invoices.documentId, documents.id))
    .innerJoin(
      documentLines,
      and(eq(documentLines.showId, showId), eq(documentLines.documentId, documents.id)),
    )
    .where(loggedAfter(store, 'INVOICE', visibilities, after))
    .orderBy(asc(documents.numberSort), asc(documents.id), asc(documentLines.lineNumber))
    .limit(logPageSize);
}

/** What is left of the PO line that the invoice line names, or of the PO as a whole; null: there is no such (DEC-39). */
function remaining(store: ShowStore) {
  return sql<number | null>`(SELECT sum(${balanceOf(store)})
    FROM documents o JOIN purchase_orders p ON p.document_id = o.id
      JOIN document_lines l ON l.show_id = o.show_id AND l.document_id = o.id
    WHERE o.show_id = ${store.showId} AND o.type = 'PO' AND o.number = ${documentLines.referencePo} AND o.number <> ''
      AND (o.status = 'APPROVED' OR (o.status <> 'VOID' AND p.locked_line_count > 0))
      AND ${approvedLine(sql`l`, sql`p`)}
      AND (${documentLines.referencePoLineNumber} IS NULL OR l.line_number = ${documentLines.referencePoLineNumber}))`;
}

/** What this invoice bills on the same PO line, or on the same PO. */
function own(showId: string) {
  return sql<number>`(SELECT sum(i.total_cents) FROM document_lines i
    WHERE i.show_id = ${showId} AND i.document_id = ${documents.id} AND i.reference_po = ${documentLines.referencePo}
      AND (${documentLines.referencePoLineNumber} IS NULL
        OR i.reference_po_line_number = ${documentLines.referencePoLineNumber}))`;
}

export type InvoiceLogRows = Awaited<ReturnType<typeof readInvoiceLog>>;
