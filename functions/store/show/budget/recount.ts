import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { costDimensions } from '#domain/budget/measures';
import { inList } from '#store/d1/in-list';
import type { Source, Write } from '#store/d1/open';
import { prepareWrite } from '#store/d1/prepared-write';

/**
 * SQL for the batch that changes a document: it counts the document as it is then, by the rules of
 * `domain/budget/measures.ts`, and adds the difference to its earlier movements. A repetition adds nothing.
 */

type Show = Pick<Source, 'showId'>;

const inApproval = sql.raw(
  "('SUBMITTED_FOR_APPROVAL', 'APPROVED_BY_DEPARTMENT_APPROVER', 'APPROVED_BY_SPECIAL_APPROVER')",
);

/** What an amount of a line costs, as in `domain/budget/measures.ts`. */
const costOf = (cents: SQL): SQL => cents;

/** Limits an amount to what lies between zero and `limit`. */
const clamp = (cents: SQL, limit: SQL): SQL =>
  sql`CASE WHEN ${limit} < 0 THEN min(0, max(${limit}, ${cents})) ELSE max(0, min(${limit}, ${cents})) END`;

/** What an amount costs after it is relieved. */
const openCost = (cents: SQL, relieved: SQL): SQL => costOf(clamp(sql`${cents} - (${relieved})`, cents));

const raw = (text: string) => sql.raw(text);
const accountOf = (coding: string) => raw(`coalesce(${coding} ->> 'ACCOUNT', '')`);

const costCodes = costDimensions.map((type) => `'${type}'`).join(', ');

/** The codes of a line by which costs are reported, as `costCoding` of `domain/budget/measures.ts` writes them. */
const codingOf = (coding: string, episode: string, department: string) =>
  raw(`(SELECT json_group_object(code.key, code.value) FROM (
    SELECT part.key, part.value FROM json_each(json_set(${coding}, '$.department', ${department},
      '$.EPISODE', coalesce(nullif(${coding} ->> 'EPISODE', ''), ${episode}))) part
    WHERE part.key IN (${costCodes}) AND part.value <> '' ORDER BY part.key) code)`);
const snapshotCoding = codingOf(
  "(item.value -> '$.coding')",
  "(item.value ->> 'episode')",
  "(h.snapshot ->> '$.header.departmentId')",
);

interface Recount {
  /** The ids of the orders and invoices to count, a list in parentheses. */
  owners: SQL;
  /** Counts as if this invoice relieved nothing; null for none. */
  without: string | null;
  /** When it counts and is recorded. */
  day: SQL | string;
  at: string;
  /** The day on which amounts count that are entered into an accounting period; `day` by default (PERIOD-06). */
  entered?: string;
}

/** Exposure that is not entered into a period: it counts on the day of the change. */
const notEntered = sql.raw("('WAITING', 'IN_PROGRESS')");

/** A recount as a statement. The order of joins is fixed, because D1 keeps no statistics. */
function recount({ showId }: Show, { owners, without, day, at, entered }: Recount): SQL {
  const countsOn =
    entered === undefined ? sql`${day}` : sql`iif(measure IN ${notEntered}, ${day}, ${entered})`;
  const [cents, relieved, claimed] = [raw('f.cents'), raw('f.relieved'), raw('f.relieved + f.claimed')];
  const open = openCost(cents, relieved);
  const committed = raw('f.open_cost');
  const inProgress = clamp(sql`${committed} - (${openCost(cents, claimed)})`, committed);
  const excess = sql`${relieved} - (${clamp(relieved, cents)})`;
  const overRelief = sql`iif(${cents} < 0, min(0, ${excess}), max(0, ${excess}))`;
  const [claimCents, before] = [raw('c.line_cents'), raw('c.relieved + c.earlier')];
  const covered = sql`(${openCost(claimCents, before)}) - (${openCost(claimCents, sql`${before} + c.cents`)})`;
  return sql`INSERT INTO budget_movements (show_id, owner_id, seq, document_id, line_id, account, coding, currency_code,
      measure, cents, effective_day, recorded_at)
    WITH counted AS MATERIALIZED (
      SELECT d.id, d.type, d.status, d.currency_code AS currency, d.department_id AS department,
        coalesce(p.locked_line_count, 0) AS locked
      FROM documents d LEFT JOIN purchase_orders p ON p.document_id = d.id
      WHERE d.id IN ${owners} AND +d.show_id = ${showId} AND +d.type IN ('PO', 'INVOICE')),
    draw AS MATERIALIZED (
      SELECT r.po_line_id, r.invoice_id, r.invoice_line_id, ${accountOf('l.coding')} AS account, r.amount_cents AS cents,
        i.status = 'APPROVED' AS is_approved
      FROM counted o CROSS JOIN relief r INDEXED BY relief_by_po ON r.show_id = ${showId} AND r.po_id = o.id
        CROSS JOIN documents i ON i.id = r.invoice_id
        CROSS JOIN document_lines l ON l.id = r.invoice_line_id
      WHERE o.type = 'PO' AND r.invoice_id IS NOT ${without}),
    taken AS MATERIALIZED (
      SELECT po_line_id, sum(iif(is_approved, cents, 0)) AS relieved, sum(iif(is_approved, 0, cents)) AS claimed
      FROM draw GROUP BY po_line_id),
    in_force (owner, currency, waits, id, account, coding, cents) AS (
      SELECT o.id, o.currency, 0, l.id, ${accountOf('l.coding')},
        ${codingOf('l.coding', 'l.episode', 'o.department')}, l.total_cents
      FROM counted o CROSS JOIN document_lines l ON l.show_id = ${showId} AND l.document_id = o.id
      WHERE o.type = 'PO' AND o.status = 'APPROVED'
      UNION ALL
      SELECT o.id, o.currency, o.status IN ${inApproval}, item.value ->> 'id',
        coalesce(item.value ->> '$.coding.ACCOUNT', ''), ${snapshotCoding}, item.value ->> 'totalCents'
      FROM counted o CROSS JOIN approval_history h ON h.id = (SELECT newest.id FROM approval_history newest
          WHERE newest.show_id = ${showId} AND newest.document_id = o.id ORDER BY newest.position DESC LIMIT 1)
        CROSS JOIN json_each(h.snapshot, '$.lines') item
      WHERE o.type = 'PO' AND o.locked > 0 AND o.status NOT IN ('APPROVED', 'VOID', 'DENIED', 'CANCELED')),
    force AS MATERIALIZED (
      SELECT f.*, ${open} AS open_cost FROM (
        SELECT i.*, coalesce(t.relieved, 0) AS relieved, coalesce(t.claimed, 0) AS claimed
        FROM in_force i LEFT JOIN taken t ON t.po_line_id = i.id) f),
    claim AS (
      SELECT f.owner, f.currency, f.cents AS line_cents, f.relieved, d.invoice_id, d.invoice_line_id, d.account, d.cents,
        coalesce(sum(d.cents) OVER (PARTITION BY d.po_line_id ORDER BY d.invoice_id, d.invoice_line_id
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS earlier
      FROM draw d JOIN force f ON f.id = d.po_line_id WHERE NOT d.is_approved),
    amount (owner, document, line, account, coding, currency, measure, cents) AS (
      SELECT f.owner, f.owner, f.id, f.account, iif(m.value = 'COMMITTED', f.coding, '{}'), f.currency, m.value, CASE m.value
        WHEN 'COMMITTED' THEN ${committed} WHEN 'IN_PROGRESS' THEN ${inProgress}
        WHEN 'OVER_RELIEF' THEN ${overRelief} ELSE iif(f.waits, -${committed}, 0) END
      FROM force f CROSS JOIN json_each('["COMMITTED","IN_PROGRESS","OVER_RELIEF","WAITING"]') m
      UNION ALL
      SELECT c.owner, c.invoice_id, c.invoice_line_id, c.account, '{}', c.currency, 'WAITING', -(${covered}) FROM claim c
      UNION ALL
      SELECT d.id, d.id, l.id, ${accountOf('l.coding')}, iif(d.status = 'APPROVED',
          ${codingOf('l.coding', 'l.episode', 'd.department')}, '{}'), d.currency, iif(d.status = 'APPROVED', 'INVOICED', 'WAITING'),
        iif(d.type = 'PO', ${openCost(raw('l.total_cents'), raw('coalesce(t.relieved, 0)'))},
          ${costOf(raw('l.total_cents'))})
      FROM counted d CROSS JOIN document_lines l ON l.show_id = ${showId} AND l.document_id = d.id
        LEFT JOIN taken t ON t.po_line_id = l.id
      WHERE d.status IN ${inApproval} OR (d.type = 'INVOICE' AND d.status = 'APPROVED')
      UNION ALL
      SELECT m.owner_id, m.document_id, m.line_id, m.account, m.coding, m.currency_code, m.measure,
        -m.cents
      FROM counted d CROSS JOIN budget_movements m ON m.show_id = ${showId} AND m.owner_id = d.id),
    difference AS (
      SELECT owner, document, line, account, coding, currency, measure, sum(cents) AS cents
      FROM amount GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(cents) <> 0)
    SELECT ${showId}, owner, row_number() OVER (PARTITION BY owner ORDER BY document, line, account, coding, currency,
          measure)
        + coalesce((SELECT max(m.seq) FROM budget_movements m WHERE m.show_id = ${showId} AND m.owner_id = owner), 0),
      document, line, account, coding, currency, measure, cents, ${countsOn}, ${at}
    FROM difference`;
}

const ordersOf = ({ showId }: Show, invoiceId: string): SQL =>
  sql`SELECT po_id FROM relief INDEXED BY relief_by_invoice WHERE show_id = ${showId} AND invoice_id = ${invoiceId}`;

/** Values of a statement that is built once. */
type Recounted = { id: string; at: string; day: string; entered: string };

const changed = prepareWrite((source, { id, day, at, entered }: Recounted) =>
  recount(source, {
    owners: sql`(SELECT ${id} UNION ${ordersOf(source, id)})`,
    without: null,
    day,
    at,
    entered,
  }),
);

const unrelieved = prepareWrite((source, { id, day, at, entered }: Recounted) =>
  recount(source, { owners: sql`(${ordersOf(source, id)})`, without: id, day, at, entered }),
);

function valuesOf(id: string, at: string, effectiveDay: string | null): Recounted {
  const day = at.slice(0, 10);
  return { id, at, day, entered: effectiveDay ?? day };
}

/** Counts a document that this batch has changed, and the orders that it draws upon. */
export function recountDocument(
  show: Show,
  id: string,
  at: string,
  effectiveDay: string | null = null,
): Write {
  return changed(show, valuesOf(id, at, effectiveDay));
}

/** Counts the orders of an invoice without it, before its relief is removed. */
export function recountWithoutInvoice(
  show: Show,
  invoiceId: string,
  at: string,
  effectiveDay: string | null = null,
): Write {
  return unrelieved(show, valuesOf(invoiceId, at, effectiveDay));
}

/** Counts documents from before movements were kept, on the day of their last change. */
export function recountOlder(show: Show, ids: readonly string[], at: string): Write {
  const day = sql`(SELECT substr(own.updated_at, 1, 10) FROM documents own WHERE own.id = owner)`;
  return recount(show, { owners: inList(ids), without: null, day, at });
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
