import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { lineCodeTypes } from '#domain/budget/line-codes';
import { costDimensions } from '#domain/budget/cost-coding';
import { inList } from '#store/d1/in-list';
import type { Source, Write } from '#store/d1/open';
import { prepareWrite } from '#store/d1/prepared-write';
import { inApprovalList } from '#store/show/tables/status-lists';
import { costsOfParts, currencyOf, originalOf, rateOf, taxOf } from './line-costs.ts';
import { paidParts } from './paid-parts.ts';

/**
 * SQL for the batch that changes a document: it counts the document as it is then, by the rules of
 * `domain/budget/measures.ts`, and adds the difference to its earlier movements. A repetition adds nothing.
 */

type Show = Pick<Source, 'showId'>;

/** Limits an amount to what lies between zero and `limit`. */
const clamp = (cents: string, limit: string) =>
  sql.raw(
    `CASE WHEN ${limit} < 0 THEN min(0, max(${limit}, ${cents})) ELSE max(0, min(${limit}, ${cents})) END`,
  );

/** The one of two amounts that is further from zero, in the direction of `limit`. */
const further = (one: string, other: string, limit: string) =>
  sql.raw(`iif(${limit} < 0, min(${one}, ${other}), max(${one}, ${other}))`);

const raw = (text: string) => sql.raw(text);
const accountOf = (coding: string) => raw(`coalesce(${coding} ->> 'ACCOUNT', '')`);

const listed = (types: readonly string[]) => types.map((type) => `'${type}'`).join(', ');

/** The codes of a line by which costs are reported, as `costCoding` of the domain writes them. */
const codingOf = (coding: string, episode: string, department: string) =>
  raw(`(SELECT json_group_object(code.key, code.value) FROM (
    SELECT part.key, part.value FROM json_each(json_set(${coding}, '$.department', ${department},
      '$.EPISODE', coalesce(nullif(${coding} ->> 'EPISODE', ''), ${episode}))) part
    WHERE part.key IN (${listed(costDimensions)}) AND part.value <> '' ORDER BY part.key) code)`);
/** The codes of a line below its account, as `codesOfLine` of the domain writes them; NULL without any. */
export const codesOf = (coding: string, episode: string) =>
  raw(`(SELECT nullif(json_group_object(code.key, code.value), '{}') FROM (
    SELECT part.key, part.value FROM json_each(json_set(${coding},
      '$.EPISODE', coalesce(nullif(${coding} ->> 'EPISODE', ''), ${episode}))) part
    WHERE part.key IN (${listed(lineCodeTypes)}) AND part.value <> '' ORDER BY part.key) code)`);
const snapshotCodes = codesOf("(item.value -> '$.coding')", "(item.value ->> 'episode')");
const snapshotCoding = codingOf(
  "(item.value -> '$.coding')",
  "(item.value ->> 'episode')",
  "(h.snapshot ->> '$.header.departmentId')",
);

/** The costs with which the newest approved version was approved, and the number of one of its lines. */
const approvedCosting = "(h.snapshot -> '$.header.costing')";
const approvedLineNumber = "(item.value ->> 'lineNumber')";

interface Recount {
  /** The ids of the orders and invoices to count, a list in parentheses. */
  owners: SQL;
  /** Counts as if this invoice relieved nothing; null for none. */
  without: string | null;
  /** When it counts and is recorded. */
  day: SQL | string;
  at: string;
  /** The day on which amounts count that are entered into an accounting period (PERIOD-06). */
  entered: SQL | string;
  /** The first day on which payments count that this recount finds (BUD-74). */
  paid: SQL | string;
}

/** Exposure that is not entered into a period: it counts on the day of the change. */
const notEntered = sql.raw("('WAITING', 'IN_PROGRESS')");

/** The day of the last entry of an invoice or one of its payments, before which nothing of it is paid; '' without any. */
const lastEntryOf = (showId: string) => sql`max(
    coalesce((SELECT invoice.effective_day FROM documents invoice WHERE invoice.id = owner), ''),
    coalesce((SELECT max(payment.effective_day) FROM payment_invoices link INDEXED BY payment_invoices_by_invoice
      CROSS JOIN documents payment ON payment.id = link.payment_id
      WHERE link.show_id = ${showId} AND link.invoice_id = owner), ''))`;

/**
 * A recount as a statement. The order of joins is fixed, because D1 keeps no statistics. A CTE is read as few times as
 * possible: SQLite plans it, and all below it, again for each.
 */
function recount({ showId }: Show, { owners, without, day, at, entered, paid }: Recount): SQL {
  const countsOn = sql`CASE WHEN measure IN ${notEntered} THEN ${day} WHEN measure <> 'PAID' THEN ${entered}
    ELSE max(${paid}, ${lastEntryOf(showId)}) END`;
  return sql`INSERT INTO budget_movements (show_id, owner_id, seq, document_id, line_id, account, codes, coding, currency_code,
      measure, cents, original_currency, original_cents, effective_day, recorded_at)
    WITH counted AS MATERIALIZED (
      SELECT d.id, d.type, d.status, d.costing, ${currencyOf('d.costing', 'd.currency_code')} AS currency,
        d.currency_code AS entered_currency, d.department_id AS department, coalesce(p.locked_line_count, 0) AS locked
      FROM documents d LEFT JOIN purchase_orders p ON p.document_id = d.id
      WHERE d.id IN ${owners} AND +d.show_id = ${showId} AND +d.type IN ('PO', 'INVOICE')),
    draw AS MATERIALIZED (
      SELECT r.po_line_id, r.invoice_id, r.invoice_line_id, ${accountOf('l.coding')} AS account,
        ${codesOf('l.coding', 'l.episode')} AS codes, r.amount_cents AS cents,
        i.status = 'APPROVED' AS is_approved, ${currencyOf('i.costing', 'i.currency_code')} AS currency,
        ${rateOf('i.costing', 'l.line_number')} AS rate, ${taxOf('i.costing', 'l.line_number', 'l.tax_code')} AS tax
      FROM counted o CROSS JOIN relief r INDEXED BY relief_by_po ON r.show_id = ${showId} AND r.po_id = o.id
        CROSS JOIN documents i ON i.id = r.invoice_id
        CROSS JOIN document_lines l ON l.id = r.invoice_line_id
      WHERE o.type = 'PO' AND r.invoice_id IS NOT ${without}),
    taken AS MATERIALIZED (
      SELECT po_line_id, sum(iif(is_approved, cents, 0)) AS relieved, sum(iif(is_approved, 0, cents)) AS claimed
      FROM draw GROUP BY po_line_id),
    in_force (owner, currency, waits, is_closed, id, account, codes, coding, cents, rate, tax, original) AS (
      SELECT o.id, o.currency, 0, l.closed_at IS NOT NULL, l.id, ${accountOf('l.coding')}, ${codesOf('l.coding', 'l.episode')},
        ${codingOf('l.coding', 'l.episode', 'o.department')}, l.total_cents,
        ${rateOf('o.costing', 'l.line_number')}, ${taxOf('o.costing', 'l.line_number', 'l.tax_code')},
        ${originalOf('o.costing')}
      FROM counted o CROSS JOIN document_lines l ON l.show_id = ${showId} AND l.document_id = o.id
      WHERE o.type = 'PO' AND o.status = 'APPROVED'
      UNION ALL
      SELECT o.id, ${currencyOf(approvedCosting, 'o.entered_currency')}, o.status IN ${inApprovalList},
        (SELECT l.closed_at IS NOT NULL FROM document_lines l WHERE l.id = item.value ->> 'id'),
        item.value ->> 'id', coalesce(item.value ->> '$.coding.ACCOUNT', ''), ${snapshotCodes}, ${snapshotCoding},
        item.value ->> 'totalCents', ${rateOf(approvedCosting, approvedLineNumber)},
        ${taxOf(approvedCosting, approvedLineNumber, "(item.value ->> 'taxCode')")}, ${originalOf(approvedCosting)}
      FROM counted o CROSS JOIN approval_history h ON h.id = (SELECT newest.id FROM approval_history newest
          WHERE newest.show_id = ${showId} AND newest.document_id = o.id ORDER BY newest.position DESC LIMIT 1)
        CROSS JOIN json_each(h.snapshot, '$.lines') item
      WHERE o.type = 'PO' AND o.locked > 0 AND o.status NOT IN ('APPROVED', 'VOID', 'DENIED', 'CANCELED')),
    force AS MATERIALIZED (
      SELECT f.*, ${clamp('f.relieved', 'f.cents')} AS open_from,
        ${clamp('f.relieved + f.claimed', 'f.cents')} AS claimed_to FROM (
        SELECT i.*, coalesce(t.relieved, 0) AS relieved, coalesce(t.claimed, 0) AS claimed
        FROM in_force i LEFT JOIN taken t ON t.po_line_id = i.id) f),
    claim AS MATERIALIZED (
      SELECT c.*, ${clamp('c.before', 'c.line_cents')} AS from_cents,
        ${clamp('c.before + c.cents', 'c.line_cents')} AS to_cents FROM (
        SELECT f.owner, f.currency, f.is_closed, f.cents AS line_cents, f.rate AS line_rate, f.tax AS line_tax, d.invoice_id,
          d.invoice_line_id, d.account, d.codes, d.cents, d.is_approved, d.currency AS draw_currency, d.rate, d.tax,
          iif(d.is_approved, 0, f.relieved)
            + coalesce(sum(d.cents) OVER (PARTITION BY d.po_line_id, d.is_approved ORDER BY d.invoice_id, d.invoice_line_id
              ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM draw d JOIN force f ON f.id = d.po_line_id) c),
    ${paidParts(showId)},
    -- A cost is that of an amount from the start of the line to its end, less that to its beginning.
    part (owner, document, line, account, codes, coding, currency, measure, sign, cents, rate, tax, original) AS (
      SELECT f.owner, f.owner, f.id, f.account, f.codes, iif(m.value = 'COMMITTED', f.coding, '{}'), f.currency, m.value,
        s.value * iif(m.value = 'WAITING', -1, 1),
        CASE WHEN s.value = -1 THEN f.open_from
          WHEN m.value = 'IN_PROGRESS' THEN ${further('f.claimed_to', 'f.open_from', 'f.cents')}
          WHEN m.value = 'OVER_RELIEF' THEN ${further('f.relieved', 'f.open_from', 'f.cents')} ELSE f.cents END,
        f.rate, iif(m.value = 'OVER_RELIEF', '0', f.tax), iif(m.value = 'COMMITTED', f.original, NULL)
      FROM force f CROSS JOIN json_each('["COMMITTED","IN_PROGRESS","OVER_RELIEF","WAITING"]') m
        CROSS JOIN json_each('[1,-1]') s
      WHERE (m.value <> 'WAITING' OR f.waits) AND (m.value = 'OVER_RELIEF' OR NOT f.is_closed)
      UNION ALL
      SELECT c.owner, c.invoice_id, c.invoice_line_id, c.account, c.codes, '{}', c.currency,
        iif(c.is_approved, 'EXCHANGE_DIFFERENCE', 'WAITING'), iif(c.is_approved, s.value, -s.value),
        CASE WHEN c.is_approved THEN c.to_cents - c.from_cents WHEN s.value = 1 THEN c.to_cents ELSE c.from_cents END,
        iif(c.is_approved AND s.value = 1, c.rate, c.line_rate), iif(c.is_approved, c.tax, c.line_tax), NULL
      FROM claim c CROSS JOIN json_each('[1,-1]') s
      WHERE iif(c.is_approved, c.rate <> c.line_rate AND c.draw_currency = c.currency, NOT c.is_closed)
      UNION ALL
      SELECT d.id, d.id, l.id, ${accountOf('l.coding')}, ${codesOf('l.coding', 'l.episode')}, iif(d.status = 'APPROVED',
          ${codingOf('l.coding', 'l.episode', 'd.department')}, '{}'), d.currency, iif(d.status = 'APPROVED', 'INVOICED', 'WAITING'),
        s.value, iif(s.value = 1, l.total_cents, ${clamp('t.relieved', 'l.total_cents')}),
        ${rateOf('d.costing', 'l.line_number')}, ${taxOf('d.costing', 'l.line_number', 'l.tax_code')},
        iif(d.status = 'APPROVED', ${originalOf('d.costing')}, NULL)
      FROM counted d CROSS JOIN document_lines l ON l.show_id = ${showId} AND l.document_id = d.id
        LEFT JOIN taken t ON t.po_line_id = l.id CROSS JOIN json_each('[1,-1]') s
      WHERE (d.status IN ${inApprovalList} OR (d.type = 'INVOICE' AND d.status = 'APPROVED'))
        AND (s.value = 1 OR t.relieved IS NOT NULL) AND l.closed_at IS NULL
      UNION ALL
      SELECT d.id, d.id, l.id, ${accountOf('l.coding')}, ${codesOf('l.coding', 'l.episode')},
        ${codingOf('l.coding', 'l.episode', 'd.department')}, d.currency, 'PAID', 1, p.cents, ${rateOf('d.costing', 'l.line_number')},
        ${taxOf('d.costing', 'l.line_number', 'l.tax_code')}, NULL
      FROM paid_part p CROSS JOIN document_lines l ON l.id = p.line CROSS JOIN counted d ON d.id = l.document_id),
    ${costsOfParts('owner, document, line, account, codes, coding, currency, measure, original')},
    amount AS (
      SELECT owner, document, line, account, codes, coding, currency, measure, cents, original, original_cents FROM cost
      UNION ALL
      SELECT m.owner_id, m.document_id, m.line_id, m.account, m.codes, m.coding, m.currency_code, m.measure,
        -m.cents, m.original_currency, -m.original_cents
      FROM counted d CROSS JOIN budget_movements m ON m.show_id = ${showId} AND m.owner_id = d.id),
    difference AS (
      SELECT owner, document, line, account, codes, coding, currency, measure, sum(cents) AS cents, original,
        iif(original IS NULL, NULL, sum(original_cents)) AS original_cents
      FROM amount GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, original HAVING sum(cents) <> 0
        OR (original IS NOT NULL AND sum(original_cents) <> 0))
    SELECT ${showId}, owner, row_number() OVER (PARTITION BY owner ORDER BY document, line, account, codes, coding, currency,
          measure, original)
        + coalesce((SELECT max(m.seq) FROM budget_movements m WHERE m.show_id = ${showId} AND m.owner_id = owner), 0),
      document, line, account, codes, coding, currency, measure, cents, original, original_cents, ${countsOn}, ${at}
    FROM difference`;
}

const paidBy = ({ showId }: Show, paymentId: string): SQL =>
  sql`SELECT invoice_id FROM payment_invoices WHERE show_id = ${showId} AND payment_id = ${paymentId}`;

const ordersOf = ({ showId }: Show, invoiceId: string): SQL =>
  sql`SELECT po_id FROM relief INDEXED BY relief_by_invoice WHERE show_id = ${showId} AND invoice_id = ${invoiceId}`;

/** Values of a statement that is built once. */
type Recounted = { id: string; at: string; day: string; entered: string };

const changed = prepareWrite((source, { id, day, at, entered }: Recounted) =>
  recount(source, {
    owners: sql`(SELECT ${id} UNION ${ordersOf(source, id)} UNION ${paidBy(source, id)})`,
    without: null,
    day,
    at,
    entered,
    paid: entered,
  }),
);

const unrelieved = prepareWrite((source, { id, day, at, entered }: Recounted) =>
  recount(source, { owners: sql`(${ordersOf(source, id)})`, without: id, day, at, entered, paid: entered }),
);

/** When a change counts. */
export interface CountTime {
  at: string;
  /** The day of the change in the time zone of the show (BUD-19). */
  day: string;
  /** The day of its entry into an accounting period; null without one (PERIOD-06). */
  effectiveDay: string | null;
}

const valuesOf = (id: string, { at, day, effectiveDay }: CountTime): Recounted => ({
  id,
  at,
  day,
  entered: effectiveDay ?? day,
});

/** Counts a document that this batch has changed, and the orders that it draws upon or the invoices that it pays. */
export function recountDocument(show: Show, id: string, when: CountTime): Write {
  return changed(show, valuesOf(id, when));
}

/** Counts the orders of an invoice without it, before its relief is removed. */
export function recountWithoutInvoice(show: Show, invoiceId: string, when: CountTime): Write {
  return unrelieved(show, valuesOf(invoiceId, when));
}

/** An older document; `paidDay` is that of the last change of its payments. */
export type OlderDocument = { id: string; paidDay: string | null } & Omit<CountTime, 'at'>;

/** Counts older documents, each on its day: of the last entry into a period, else of the last change. */
export function recountOlder(show: Show, documents: readonly OlderDocument[], at: string): Write {
  const dayOf = (choose: (one: OlderDocument) => string) => {
    const days = Object.fromEntries(documents.map((one) => [one.id, choose(one)]));
    return sql`(${JSON.stringify(days)} ->> owner)`;
  };
  return recount(show, {
    owners: inList(documents.map(({ id }) => id)),
    without: null,
    day: dayOf(({ day }) => day),
    at,
    entered: dayOf(({ day, effectiveDay }) => effectiveDay ?? day),
    paid: dayOf(({ day, effectiveDay, paidDay }) => paidDay ?? effectiveDay ?? day),
  });
}

/**
 * Gives movements from before codings were kept that of their line as it is now, which adds them to the costs by day.
 * The recount after it corrects what has been recoded since.
 */
export function codeOlderMovements({ showId }: Show, ids: readonly string[]): Write {
  return sql`UPDATE budget_movements SET coding = iif(measure IN ('COMMITTED', 'INVOICED'), coalesce((
      SELECT ${codingOf('l.coding', 'l.episode', 'd.department_id')} FROM document_lines l
        JOIN documents d ON d.id = l.document_id WHERE l.id = budget_movements.line_id), '{}'), '{}')
    WHERE show_id = ${showId} AND owner_id IN ${inList(ids)} AND coding IS NULL`;
}
