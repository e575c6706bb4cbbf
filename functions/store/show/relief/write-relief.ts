import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Write } from '#store/d1/open';
import { recountWithoutInvoice } from '#store/show/budget/recount';
import type { CountTime } from '#store/show/budget/recount';
import { approvedLine, balanceOf, relievedNow } from '#store/show/documents/relief-balance';
import type { Show } from '#store/show/documents/relief-balance';

/** Invoices count from their submission until they are sent back, denied or void (DEC-27). */
const countingStatuses = sql.raw("('SUBMITTED_FOR_APPROVAL', 'APPROVED')");

/** The cents that invoices have taken of a PO line, in total and since accounting's balance was pulled. */
export function relievedTotals({ showId }: Show, lineId: SQLWrapper) {
  const sum = (more: SQL) => sql<number>`coalesce((SELECT sum(r.amount_cents) FROM relief r
    WHERE r.show_id = ${showId} AND r.po_line_id = ${lineId}${more}), 0)`;
  return { relievedCents: sum(sql``), relievedSinceCents: sum(sql` AND r.in_figure IS NULL`) };
}

/** Recomputes whether each of `orders` (a list in parentheses) is fully relieved, at the time of this statement. */
function recomputeRelieved(store: Show, orders: SQL, without: string | null = null): Write {
  return sql`UPDATE documents SET is_relieved = ${relievedNow(store, without)}
    WHERE id IN ${orders} AND +show_id = ${store.showId} AND +type = 'PO'`;
}

/** Recomputes the relief of a purchase order whose lines have changed. */
export function recomputeRelief(store: Show, orderId: string): Write {
  return recomputeRelieved(store, sql`(${orderId})`);
}

function ordersOf({ showId }: Show, invoiceId: string): SQL {
  return sql`(SELECT po_id FROM relief INDEXED BY relief_by_invoice
    WHERE show_id = ${showId} AND invoice_id = ${invoiceId})`;
}

/**
 * Reverses the relief of an invoice, before its lines or its status change. Relief that is included in accounting's
 * balance is added back to it: only an approved invoice was in accounting, and it leaves only by being voided.
 */
export function reverseRelief(store: Show, invoiceId: string, when: CountTime): Write[] {
  const { showId } = store;
  return [
    recountWithoutInvoice(store, invoiceId, when),
    sql`UPDATE document_lines SET accounting_balance_cents = accounting_balance_cents + (
        SELECT sum(r.amount_cents) FROM relief r WHERE r.show_id = ${showId} AND r.po_line_id = document_lines.id
          AND r.invoice_id = ${invoiceId} AND r.in_figure = 1)
      WHERE id IN (SELECT po_line_id FROM relief INDEXED BY relief_by_invoice
        WHERE show_id = ${showId} AND invoice_id = ${invoiceId} AND in_figure = 1)
        AND +show_id = ${showId} AND accounting_balance_cents IS NOT NULL`,
    recomputeRelieved(store, ordersOf(store, invoiceId), invoiceId),
    sql`DELETE FROM relief INDEXED BY relief_by_invoice WHERE show_id = ${showId} AND invoice_id = ${invoiceId}`,
  ];
}

/** Applies the relief of the invoice's lines, if its status counts, after lines and status are written. */
export function applyRelief(store: Show, invoiceId: string): Write[] {
  return [
    guardOrdersOpen(store, invoiceId),
    countLines(store, invoiceId),
    countWhole(store, invoiceId),
    recomputeRelieved(store, ordersOf(store, invoiceId)),
  ];
}

/**
 * For an approved invoice, which is in accounting: relief that the pulled balance did not include counts from now on.
 */
export function resumeRelief(store: Show, invoiceId: string): Write[] {
  const { showId } = store;
  return [
    sql`UPDATE relief INDEXED BY relief_by_invoice SET in_figure = NULL
      WHERE show_id = ${showId} AND invoice_id = ${invoiceId} AND in_figure = 0`,
    recomputeRelieved(store, ordersOf(store, invoiceId)),
  ];
}

/** Closes the order lines for which the approved invoice chose it; one that is closed keeps by whom it was (BUD-59). */
export function closeChosenLines(
  { showId }: Show,
  invoiceId: string,
  { at, byName }: { at: string; byName: string },
): Write {
  return sql`UPDATE document_lines SET closed_at = ${at}, closed_by = ${byName}
    WHERE id IN (SELECT i.relieve_po_line_id FROM document_lines i
        WHERE i.show_id = ${showId} AND i.document_id = ${invoiceId} AND i.closes_po_line = 1)
      AND +show_id = ${showId} AND closed_at IS NULL`;
}

/** Marks relief as included in accounting's balance at a pull. Without a balance the relief counts again. */
export function replaceByAccountingBalance({ showId }: Show, orderId: string, found: boolean): Write {
  return sql`UPDATE relief INDEXED BY relief_by_po SET in_figure = iif(${found ? 1 : 0}, (
      SELECT d.status = 'APPROVED' AND d.accounting_failed IS NOT 1 FROM documents d WHERE d.id = relief.invoice_id), NULL)
    WHERE show_id = ${showId} AND po_id = ${orderId}`;
}

/**
 * Guard: fails the batch when an order to which the invoice refers was voided or archived meanwhile: voiding the order
 * takes another lock. `commit` treats it as a lost race.
 */
function guardOrdersOpen({ showId }: Show, invoiceId: string): Write {
  return sql`UPDATE documents SET version = NULL
    WHERE id = ${invoiceId} AND show_id = ${showId} AND status IN ${countingStatuses} AND EXISTS (
      SELECT 1 FROM document_lines i WHERE i.show_id = ${showId} AND i.document_id = ${invoiceId}
        AND i.reference_po <> '' AND NOT EXISTS (
          SELECT 1 FROM documents o WHERE o.show_id = ${showId} AND o.type = 'PO' AND o.number = i.reference_po
            AND o.number <> '' AND o.status <> 'VOID' AND o.archived_at IS NULL
            AND (i.relieve_po_line_id IS NULL OR EXISTS (
              SELECT 1 FROM document_lines l WHERE l.id = i.relieve_po_line_id AND l.document_id = o.id))))`;
}

function countLines({ showId }: Show, invoiceId: string): Write {
  return sql`INSERT INTO relief (show_id, po_line_id, invoice_line_id, po_id, invoice_id, amount_cents)
    SELECT d.show_id, l.id, i.id, l.document_id, d.id, i.total_cents
    FROM documents d JOIN document_lines i ON i.show_id = d.show_id AND i.document_id = d.id
      JOIN document_lines l ON l.show_id = d.show_id AND l.id = i.relieve_po_line_id
    WHERE d.id = ${invoiceId} AND d.show_id = ${showId} AND d.type = 'INVOICE' AND d.status IN ${countingStatuses}`;
}

/**
 * Lines that refer to an order as a whole take from the open balance of its lines in their order, and the last line
 * takes the remainder, so that the order's total balance, by which they are judged (DEC-39), decreases by the billed
 * amount.
 */
function countWhole(store: Show, invoiceId: string): Write {
  const { showId } = store;
  const openCents = sql`max(${balanceOf(store)}, 0)`;
  // Both sides are intervals on one axis of cents, [upto - cents, upto): a share is the overlap of two intervals.
  return sql`INSERT INTO relief (show_id, po_line_id, invoice_line_id, po_id, invoice_id, amount_cents)
    WITH billed AS (
      SELECT i.id, o.id AS po_id, i.total_cents AS cents,
        sum(max(i.total_cents, 0)) OVER (PARTITION BY o.id ORDER BY i.line_number) AS upto
      FROM documents d JOIN document_lines i ON i.show_id = d.show_id AND i.document_id = d.id
        JOIN documents o ON o.show_id = d.show_id AND o.type = 'PO' AND o.number = i.reference_po AND o.number <> ''
      WHERE d.id = ${invoiceId} AND d.show_id = ${showId} AND d.type = 'INVOICE' AND d.status IN ${countingStatuses}
        AND i.relieve_po_line_id IS NULL AND i.reference_po <> ''),
    open AS (
      SELECT l.id, l.document_id AS po_id, ${openCents} AS cents,
        sum(${openCents}) OVER (PARTITION BY l.document_id ORDER BY l.line_number) AS upto,
        row_number() OVER (PARTITION BY l.document_id ORDER BY l.line_number DESC) = 1 AS is_last
      FROM document_lines l JOIN purchase_orders p ON p.document_id = l.document_id
      WHERE l.show_id = ${showId} AND l.document_id IN (SELECT po_id FROM billed) AND ${approvedLine(sql`l`, sql`p`)}),
    shares AS (
      SELECT open.id AS line_id, billed.id AS invoice_line_id, billed.po_id,
        CASE WHEN billed.cents <= 0 THEN iif(open.is_last, billed.cents, NULL)
          ELSE min(billed.upto, iif(open.is_last, 9000000000000000, open.upto))
            - max(billed.upto - billed.cents, open.upto - open.cents) END AS cents
      FROM billed JOIN open ON open.po_id = billed.po_id)
    SELECT ${showId}, s.line_id, s.invoice_line_id, s.po_id, ${invoiceId}, s.cents
    FROM shares s JOIN document_lines i ON i.id = s.invoice_line_id
    WHERE s.cents > 0 OR (i.total_cents <= 0 AND s.cents IS NOT NULL)`;
}

/** Guard for void and change order: fails the batch when the relief has changed since the order was read. */
export function guardReliefUnchanged(
  { showId }: Show,
  orderId: string,
  read: { isRelieved: boolean; hasRelief: boolean },
): Write {
  return sql`UPDATE documents SET version = NULL
    WHERE id = ${orderId} AND show_id = ${showId} AND (is_relieved <> ${read.isRelieved ? 1 : 0}
      OR EXISTS (SELECT 1 FROM relief WHERE show_id = ${showId} AND po_id = ${orderId}) <> ${read.hasRelief ? 1 : 0})`;
}
