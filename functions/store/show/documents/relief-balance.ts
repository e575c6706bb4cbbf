import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';

/**
 * SQL for the batch that changes an invoice or a purchase order (DEC-39). Statements name their index or hide a column
 * behind a plus, because D1 keeps no statistics and would scan the whole show.
 */

export type Show = Pick<ShowStore, 'showId'>;

/** Lines that can be relieved: all, or while a change order is open those that were approved before it (DEC-38). */
export const approvedLine = (line: SQL, order: SQL): SQL =>
  sql`(${order}.locked_line_count = 0 OR ${line}.line_number <= ${order}.locked_line_count)`;

/** The approved amount of a line, which an open change order may lower (CHANGE-05). */
export const approvedTotal = sql.raw(`coalesce(l.approved_amounts ->> '$.totalCents', l.total_cents)`);

/** The open balance of line `l`; `without` excludes the relief of one invoice, `counts` limits what counts (DEC-39). */
export function balanceOf({ showId }: Show, without: string | SQL | null = null, counts: SQL = sql``): SQL {
  return sql`(coalesce(l.accounting_balance_cents, ${approvedTotal}) - coalesce((SELECT sum(r.amount_cents) FROM relief r
    WHERE r.show_id = ${showId} AND r.po_line_id = l.id AND r.invoice_id IS NOT ${without}
      AND (l.accounting_balance_cents IS NULL OR r.in_figure IS NULL)${counts}), 0))`;
}

/**
 * Whether the purchase order in the row of `documents` is fully relieved, computed from its lines and its relief
 * (DEC-39).
 */
export function relievedNow(store: Show, without: string | null = null): SQL<number> {
  const { showId } = store;
  return sql<number>`(
      SELECT coalesce(sum(${balanceOf(store, without)}) <= 0 AND (
        max(l.accounting_balance_cents IS NOT NULL AND l.accounting_balance_cents <> ${approvedTotal})
        OR EXISTS (SELECT 1 FROM relief r WHERE r.show_id = ${showId} AND r.po_id = documents.id
          AND r.invoice_id IS NOT ${without})), 0)
      FROM document_lines l JOIN purchase_orders p ON p.document_id = l.document_id
      WHERE l.show_id = ${showId} AND l.document_id = documents.id AND ${approvedLine(sql`l`, sql`p`)})`;
}
