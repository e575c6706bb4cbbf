import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Costing } from '#domain/currency/costing';
import type { ReliefDraw, ReliefTolerance } from '#domain/relief/relief-limit';
import type { Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { approvedLine, approvedTotal, balanceOf } from '#store/show/documents/relief-balance';
import type { Show } from '#store/show/documents/relief-balance';

/**
 * The invoices against which an invoice is measured: all that count at its submission, only the approved at its final
 * approval.
 */
export type MeasuredAgainst = 'COUNTING' | 'APPROVED';

/** At the final approval, invoices that are still pending do not count. */
const onlyApproved = sql` AND EXISTS (SELECT 1 FROM documents other WHERE other.id = r.invoice_id AND other.status = 'APPROVED')`;

/** A row for each PO line, and for each PO as a whole, that the stored lines of the invoice draw on. */
function drawsOf(show: Show, invoiceId: string | SQL, against: MeasuredAgainst): SQL {
  const { showId } = show;
  const balance = balanceOf(show, invoiceId, against === 'APPROVED' ? onlyApproved : sql``);
  const ofInvoice = sql`i.show_id = ${showId} AND i.document_id = ${invoiceId} AND i.reference_po <> ''`;
  return sql`(SELECT i.reference_po AS po_number, l.line_number AS line_number, ${approvedTotal} AS total_cents,
      ${balance} AS balance_cents, sum(i.total_cents) AS taken_cents, l.tax_code,
      (SELECT o.costing FROM documents o WHERE o.id = l.document_id) AS costing, l.closed_at IS NOT NULL AS is_closed
    FROM document_lines i CROSS JOIN document_lines l
    WHERE ${ofInvoice} AND l.id = i.relieve_po_line_id AND +l.show_id = ${showId} GROUP BY l.id
    UNION ALL
    SELECT o.number, NULL, sum(${approvedTotal}), sum(${balance}),
      (SELECT sum(i.total_cents) FROM document_lines i WHERE ${ofInvoice} AND i.reference_po = o.number), NULL, NULL, 0
    FROM documents o CROSS JOIN purchase_orders p CROSS JOIN document_lines l
    WHERE o.show_id = ${showId} AND o.type = 'PO' AND o.number <> '' AND o.number IN (
        SELECT i.reference_po FROM document_lines i WHERE ${ofInvoice} AND i.relieve_po_line_id IS NULL)
      AND p.document_id = o.id AND l.show_id = ${showId} AND l.document_id = o.id AND ${approvedLine(sql`l`, sql`p`)}
    GROUP BY o.id)`;
}

const draws = prepareRead((source, { id }: { id: string }, against: MeasuredAgainst) => [
  source.db
    .select({
      poNumber: sql<string>`po_number`,
      lineNumber: sql<number | null>`line_number`,
      totalCents: sql<number>`total_cents`,
      balanceCents: sql<number>`balance_cents`,
      takenCents: sql<number>`taken_cents`,
      taxCode: sql<string | null>`tax_code`,
      costing: sql<Costing | null>`costing`.mapWith((text: string) => JSON.parse(text) as Costing),
      isClosed: sql`is_closed`.mapWith(Boolean),
    })
    .from(drawsOf(source, id, against)),
]);

/** What an invoice draws on, with the balance after other invoices (DEC-39). */
export const reliefDrawsQuery = (source: Source, id: string, against: MeasuredAgainst): Query<ReliefDraw[]> =>
  mapQuery(draws(source, { id }, against), ([rows]) => rows);

const orderLines = prepareRead((source, { invoiceId, ids }: { invoiceId: string; ids: string }) => [
  source.db
    .select({
      id: sql<string>`l.id`,
      lineNumber: sql<number>`l.line_number`,
      totalCents: sql<number>`${approvedTotal}`,
      balanceCents: sql<number>`${balanceOf(source, sql`${invoiceId}`)}`,
      taxCode: sql<string | null>`l.tax_code`,
      costing: sql<Costing | null>`(SELECT o.costing FROM documents o WHERE o.id = l.document_id)`.mapWith(
        (text: string) => JSON.parse(text) as Costing,
      ),
      isClosed: sql`l.closed_at IS NOT NULL`.mapWith(Boolean),
    })
    .from(
      sql`json_each(${ids}) line CROSS JOIN document_lines l ON l.id = line.value AND +l.show_id = ${source.showId}`,
    ),
]);

/** Order lines with what invoices other than this one leave open of them. */
export const openOrderLinesQuery = (source: Source, invoiceId: string, lineIds: readonly string[]) =>
  mapQuery(orderLines(source, { invoiceId, ids: JSON.stringify(lineIds) }), ([rows]) => rows);

/** What the invoice in the row of `documents` draws on, while no other approval changes the balance. */
export function drawsOfRow(show: Show): SQL<ReliefDraw[]> {
  return sql`(SELECT json_group_array(json_object('poNumber', po_number, 'lineNumber', line_number,
      'totalCents', total_cents, 'balanceCents', balance_cents, 'takenCents', taken_cents, 'taxCode', tax_code,
      'costing', json(costing), 'isClosed', json(iif(is_closed, 'true', 'false'))))
    FROM ${drawsOf(show, sql`documents.id`, 'COUNTING')})`.mapWith(
    (text: string) => JSON.parse(text) as ReliefDraw[],
  );
}

/**
 * Guard: fails the batch when the invoice draws more than the tolerance allows, because another invoice was counted
 * meanwhile. `commit` treats it as a lost race, and the next decision sees the new balances. Counts like
 * `excessiveDraws`.
 */
export function guardReliefWithinBalances(
  store: Show,
  invoiceId: string,
  against: MeasuredAgainst,
  { amountCents, percentHundredths }: ReliefTolerance,
): Write {
  const sign = sql`iif(total_cents < 0, -1, 1)`;
  return sql`UPDATE documents SET version = NULL
    WHERE id = ${invoiceId} AND show_id = ${store.showId} AND EXISTS (
      SELECT 1 FROM ${drawsOf(store, invoiceId, against)}
      WHERE taken_cents * ${sign} > 0 AND (taken_cents - balance_cents) * ${sign}
        > max(${amountCents}, abs(total_cents) * ${percentHundredths} / 10000))`;
}
