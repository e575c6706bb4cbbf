import { and, asc, eq, sql } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { documentLines } from '#store/show/tables/document-tables';
import { recomputeRelief, relievedTotals, replaceByAccountingBalance } from '#store/show/relief/write-relief';

/** What accounting holds of one line: its own id of the posting, and what is still open. */
export interface LineFigures {
  lineId: string;
  remainingBalanceCents: number;
  glTransactionDetailExternalId: string;
}

/** Any number of lines in one parameter: D1 binds at most 100. */
function itemsOf(lines: readonly LineFigures[]): string {
  return JSON.stringify(
    lines.map((line) => ({
      id: line.lineId,
      cents: line.remainingBalanceCents,
      transactionId: line.glTransactionDetailExternalId,
    })),
  );
}

const figures = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({
      id: documentLines.id,
      lineNumber: documentLines.lineNumber,
      totalCents: documentLines.totalCents,
      accountingBalanceCents: documentLines.accountingBalanceCents,
      ...relievedTotals({ showId }, documentLines.id),
    })
    .from(documentLines)
    .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, documentId)))
    .orderBy(asc(documentLines.lineNumber)),
]);

/** The lines of a purchase order with what their balances are made of (DEC-39). */
export const figuresQuery = (source: Source, documentId: string) =>
  mapped(figures(source, { documentId }), ([rows]) => rows);

/** Under which id accounting posted each line: invoices that relieve a line name it (DEC-38). */
export function keepTransactionIds(
  { showId }: ShowStore,
  documentId: string,
  lines: readonly LineFigures[],
): Write {
  return sql`UPDATE document_lines SET gl_transaction_detail_external_id = item.value ->> 'transactionId'
    FROM json_each(${itemsOf(lines)}) item
    WHERE document_lines.id = item.value ->> 'id' AND document_lines.show_id = ${showId}
      AND document_lines.document_id = ${documentId}`;
}

/**
 * Statements that put accounting's figures on a purchase order and its lines, and decide anew whether it is fully
 * relieved (DEC-39, LI-05). `lines` null: it is not in the books, and the computed balance stands again.
 */
export function keepFigures(
  store: ShowStore,
  documentId: string,
  lines: readonly LineFigures[] | null,
): Write[] {
  const { showId } = store;
  return [
    // A line that accounting does not name has no figure of accounting's.
    sql`UPDATE document_lines SET accounting_balance_cents = NULL
      WHERE show_id = ${showId} AND document_id = ${documentId}`,
    sql`UPDATE document_lines SET accounting_balance_cents = item.value ->> 'cents',
        gl_transaction_detail_external_id = item.value ->> 'transactionId'
      FROM json_each(${itemsOf(lines ?? [])}) item
      WHERE document_lines.id = item.value ->> 'id' AND document_lines.show_id = ${showId}
        AND document_lines.document_id = ${documentId}`,
    sql`UPDATE documents SET found_in_accounting = ${lines === null ? 0 : 1}
      WHERE id = ${documentId} AND show_id = ${showId}`,
    replaceByAccountingBalance(store, documentId, lines !== null),
    recomputeRelief(store, documentId),
  ];
}
