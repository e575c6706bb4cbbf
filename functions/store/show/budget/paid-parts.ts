import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/**
 * CTEs that turn `counted` into `paid_part`: how many cents of each line of an approved invoice its approved payments pay,
 * spread as `spreadPaid` of `domain/budget/paid.ts` does. A size times what is paid can exceed 64 bits, so that a size is
 * split into limbs of six decimals.
 */
export function paidParts(showId: string): SQL {
  return sql`payment (invoice, cents) AS MATERIALIZED (
      SELECT d.id, sum(link.amount_cents)
      FROM counted d CROSS JOIN payment_invoices link INDEXED BY payment_invoices_by_invoice
          ON link.show_id = ${showId} AND link.invoice_id = d.id
        CROSS JOIN documents p ON p.id = link.payment_id
      WHERE d.type = 'INVOICE' AND d.status = 'APPROVED' AND p.status = 'APPROVED' GROUP BY d.id),
    payable AS MATERIALIZED (
      SELECT invoice, line, sign, cents * sign AS size, abs(total) AS total, min(abs(total), paid * sign) AS paid FROM (
        SELECT p.invoice, l.id AS line, l.total_cents AS cents, p.cents AS paid,
          sum(l.total_cents) OVER (PARTITION BY p.invoice) AS total,
          iif(sum(l.total_cents) OVER (PARTITION BY p.invoice) < 0, -1, 1) AS sign
        FROM payment p CROSS JOIN document_lines l ON l.show_id = ${showId} AND l.document_id = p.invoice)
      WHERE total <> 0 AND paid * sign > 0),
    paid_share AS MATERIALIZED (
      SELECT invoice, line, sign, size, paid, iif(size < 0, -(quotient + (remainder > 0)), quotient) AS floor FROM (
        SELECT *, upper / total * 1000000 + lower / total AS quotient, lower % total AS remainder FROM (
          SELECT *, upper % total * 1000000 + abs(size) % 1000000 * paid AS lower FROM (
            SELECT *, abs(size) / 1000000 * paid AS upper FROM payable)))),
    paid_part (line, cents) AS MATERIALIZED (
      SELECT line, sign * (floor + max(0, min(room, remainder - before))) FROM (
        SELECT *, paid - sum(floor) OVER (PARTITION BY invoice) AS remainder,
          coalesce(sum(room) OVER (PARTITION BY invoice ORDER BY size DESC, line
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM (SELECT *, max(0, size) - max(0, floor) AS room FROM paid_share)))`;
}
