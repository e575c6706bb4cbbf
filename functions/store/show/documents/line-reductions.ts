import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ApprovedAmounts } from '#domain/purchase-orders/line-reduction';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { approvedTotal, balanceOf } from './relief-balance.ts';
import type { Show } from './relief-balance.ts';

/** Lower amounts of approved lines in an open change order (CHANGE-05). */

/** What invoices, submitted and approved, have taken of line `l`. */
const invoicedCents = (show: Show): SQL<number> => sql<number>`(${approvedTotal} - ${balanceOf(show)})`;

/** Whether the open change order lowers line `l` below what is invoiced. */
export const isOverReduced = (show: Show): SQL<number> =>
  sql<number>`iif(l.approved_amounts IS NULL, 0, l.total_cents < max(${invoicedCents(show)}, 0))`;

const invoicedLines = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({ id: sql<string>`l.id`, invoicedCents: invoicedCents({ showId }) })
    .from(sql`purchase_orders p CROSS JOIN document_lines l`)
    .where(
      sql`p.document_id = ${documentId} AND p.show_id = ${showId} AND p.locked_line_count > 0
        AND l.show_id = ${showId} AND l.document_id = ${documentId} AND l.line_number <= p.locked_line_count`,
    ),
]);

/** What invoices have taken of each approved line of an order with an open change order, by line id. */
export const invoicedLinesQuery = (source: Source, documentId: string) =>
  mapQuery(
    invoicedLines(source, { documentId }),
    ([rows]) => new Map(rows.map((row) => [row.id, row.invoicedCents])),
  );

/** The amounts of a line, and the approved ones while the change order lowers it. */
export interface LineAmounts extends ApprovedAmounts {
  id: string;
  approvedAmounts: ApprovedAmounts | null;
}

/** Sets quantity, unit cost and total of approved lines. */
export function updateLineAmounts({ showId }: ShowStore, lines: readonly LineAmounts[]): Write[] {
  if (lines.length === 0) return [];
  return [
    sql`UPDATE document_lines SET quantity_hundredths = item.value ->> 'quantityHundredths',
        unit_cost_cents = item.value ->> 'unitCostCents', total_cents = item.value ->> 'totalCents',
        approved_amounts = nullif(item.value -> 'approvedAmounts', 'null')
      FROM json_each(${JSON.stringify(lines)}) item
      WHERE document_lines.id = item.value ->> 'id' AND +document_lines.show_id = ${showId}`,
  ];
}

/**
 * Guard: fails the batch when a lowered line is below what is invoiced, because an invoice was counted meanwhile.
 * `commit` treats it as a lost race, and the next decision sees the new balances.
 */
export function guardReductions(store: ShowStore, documentId: string): Write {
  const { showId } = store;
  return sql`UPDATE documents SET version = NULL
    WHERE id = ${documentId} AND show_id = ${showId} AND EXISTS (
      SELECT 1 FROM document_lines l WHERE l.show_id = ${showId} AND l.document_id = ${documentId}
        AND ${isOverReduced(store)})`;
}

/** Makes the lower amounts the approved ones. Accounting's balance falls by the same amount until the next pull. */
export function settleReductions({ showId }: ShowStore, documentId: string): Write {
  return sql`UPDATE document_lines SET approved_amounts = NULL,
      accounting_balance_cents = accounting_balance_cents + total_cents - (approved_amounts ->> '$.totalCents')
    WHERE show_id = ${showId} AND document_id = ${documentId} AND approved_amounts IS NOT NULL`;
}
