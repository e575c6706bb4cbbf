import { and, asc, eq, sql } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documentLines } from '#store/show/tables/document-tables';
import { recomputeRelief, relievedTotals, replaceByAccountingBalance } from '#store/show/relief/write-relief';

/** The balance that accounting reports for one line: the id of the posting, and the open amount. */
export interface AccountingLineBalance {
  lineId: string;
  remainingBalanceCents: number;
  glTransactionDetailExternalId: string;
}

/** Any number of lines in one parameter: D1 binds at most 100. */
function linesAsJson(lines: readonly AccountingLineBalance[]): string {
  return JSON.stringify(
    lines.map((line) => ({
      id: line.lineId,
      cents: line.remainingBalanceCents,
      transactionId: line.glTransactionDetailExternalId,
    })),
  );
}

const lineBalances = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({
      id: documentLines.id,
      lineNumber: documentLines.lineNumber,
      totalCents: documentLines.totalCents,
      approvedAmounts: documentLines.approvedAmounts,
      accountingBalanceCents: documentLines.accountingBalanceCents,
      ...relievedTotals({ showId }, documentLines.id),
    })
    .from(documentLines)
    .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, documentId)))
    .orderBy(asc(documentLines.lineNumber)),
]);

/** The lines of a purchase order, with the parts of which their balances consist (DEC-39). */
export const lineBalancesQuery = (source: Source, documentId: string) =>
  mapQuery(lineBalances(source, { documentId }), ([rows]) => rows);

/** Stores under which id accounting posted each line; invoices refer to it when they relieve the line (DEC-38). */
export function savePostingIds(
  { showId }: ShowStore,
  documentId: string,
  lines: readonly AccountingLineBalance[],
): Write {
  return sql`UPDATE document_lines SET gl_transaction_detail_external_id = item.value ->> 'transactionId'
    FROM json_each(${linesAsJson(lines)}) item
    WHERE document_lines.id = item.value ->> 'id' AND document_lines.show_id = ${showId}
      AND document_lines.document_id = ${documentId}`;
}

/**
 * Statements that store accounting's balances for a purchase order and its lines, and recompute whether it is fully
 * relieved. `lines` null: the order is not in accounting, and the computed balance applies again (DEC-39, LI-05).
 */
export function saveAccountingBalances(
  store: ShowStore,
  documentId: string,
  lines: readonly AccountingLineBalance[] | null,
): Write[] {
  const { showId } = store;
  return [
    // A line that accounting does not report has no balance from accounting.
    sql`UPDATE document_lines SET accounting_balance_cents = NULL
      WHERE show_id = ${showId} AND document_id = ${documentId}`,
    sql`UPDATE document_lines SET accounting_balance_cents = item.value ->> 'cents',
        gl_transaction_detail_external_id = item.value ->> 'transactionId'
      FROM json_each(${linesAsJson(lines ?? [])}) item
      WHERE document_lines.id = item.value ->> 'id' AND document_lines.show_id = ${showId}
        AND document_lines.document_id = ${documentId}`,
    sql`UPDATE documents SET found_in_accounting = ${lines === null ? 0 : 1}
      WHERE id = ${documentId} AND show_id = ${showId}`,
    replaceByAccountingBalance(store, documentId, lines !== null),
    recomputeRelief(store, documentId),
  ];
}
