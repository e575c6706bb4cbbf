import { checkDocument } from './checks.ts';
import { BooksRefusal } from './env.ts';
import type { Dialect, OrderInBooks, PostedDocument } from './dialects/posted.ts';
import type { Prepared } from './ledger.ts';
import { loadStatement } from './tables.ts';

interface OrderLineRow {
  line_id: string;
  line_number: number;
  total_cents: number;
  relieved_cents: number;
  gl_transaction_detail_external_id: string;
}

/** Returns a posted purchase order with the open balance of each line; null when it was never posted. */
export async function orderInBooks(
  db: D1Database,
  license: string,
  docId: string,
): Promise<OrderInBooks | null> {
  const order = await db
    .prepare('SELECT revision, is_void FROM purchase_orders WHERE license = ? AND doc_id = ?')
    .bind(license, docId)
    .first<{ revision: number; is_void: number }>();
  if (order === null) return null;
  const { results } = await db
    .prepare(
      `SELECT line_id, line_number, total_cents, gl_transaction_detail_external_id,
         (SELECT coalesce(sum(i.total_cents), 0) FROM invoice_lines i
          WHERE i.license = l.license AND i.relieved_line_id = l.line_id) AS relieved_cents
       FROM purchase_order_lines l WHERE license = ? AND doc_id = ? ORDER BY line_number`,
    )
    .bind(license, docId)
    .all<OrderLineRow>();
  return {
    docId,
    revision: order.revision,
    isVoid: order.is_void === 1,
    lines: results.map((row) => ({
      lineId: row.line_id,
      lineNumber: row.line_number,
      totalCents: row.total_cents,
      openCents: row.total_cents - row.relieved_cents,
      transactionId: row.gl_transaction_detail_external_id,
    })),
  };
}

function headerValues(license: string, sent: PostedDocument, postedAt: string) {
  return [
    license,
    sent.docId,
    sent.revision,
    sent.number,
    sent.vendorExternalId,
    sent.companyExternalId,
    sent.currencyCode,
    sent.totalCents,
    postedAt,
  ];
}

function headerStatement(
  db: D1Database,
  table: 'purchase_orders' | 'invoices',
  values: readonly unknown[],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO ${table} (license, doc_id, revision, number, vendor_external_id, company_external_id,
         currency_code, total_cents, posted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (license, doc_id) DO UPDATE SET revision = excluded.revision, number = excluded.number,
         vendor_external_id = excluded.vendor_external_id, company_external_id = excluded.company_external_id,
         currency_code = excluded.currency_code, total_cents = excluded.total_cents, posted_at = excluded.posted_at`,
    )
    .bind(...values);
}

/** An existing line keeps its transaction id and its relieved amount. */
function linesOver(before: OrderInBooks | null, sent: PostedDocument): OrderInBooks['lines'] {
  const known = new Map(before?.lines.map((line) => [line.lineId, line]));
  return sent.lines.map(({ lineId, lineNumber, totalCents }) => {
    const old = known.get(lineId);
    const relievedCents = old === undefined ? 0 : old.totalCents - old.openCents;
    const transactionId = old?.transactionId ?? crypto.randomUUID();
    return { lineId, lineNumber, totalCents, openCents: totalCents - relievedCents, transactionId };
  });
}

function checkNotLowered(before: OrderInBooks | null, sent: PostedDocument): void {
  const posted = new Map(before?.lines.map((line) => [line.lineId, line.totalCents]));
  const lowered = sent.lines.find(
    ({ lineId, totalCents }) => totalCents < (posted.get(lineId) ?? totalCents),
  );
  if (lowered !== undefined)
    throw new BooksRefusal(422, `Line ${lowered.lineNumber}: a posted amount cannot be lowered.`);
}

/** Posts a revision of a purchase order, replacing the previous one. */
export async function postOrder(
  db: D1Database,
  license: string,
  dialect: Dialect,
  sent: PostedDocument,
  postedAt: string,
): Promise<Prepared> {
  const before = await orderInBooks(db, license, sent.docId);
  if (before?.isVoid === true) throw new BooksRefusal(409, `Purchase order ${sent.number} is void.`);
  if (before !== null && before.revision > sent.revision) {
    throw new BooksRefusal(
      409,
      `Revision ${before.revision} of purchase order ${sent.number} is already posted.`,
    );
  }
  await checkDocument(db, license, sent, dialect.longest.order);
  if (!dialect.acceptsLowerLines && sent.changeOrder > 0) checkNotLowered(before, sent);
  const lines = linesOver(before, sent);
  const rows = lines.map(({ lineId, lineNumber, totalCents, transactionId }) => ({
    license,
    docId: sent.docId,
    lineId,
    lineNumber,
    totalCents,
    glTransactionDetailExternalId: transactionId,
  }));
  return {
    totalCents: sent.totalCents,
    answer: dialect.writeOrder({ docId: sent.docId, revision: sent.revision, isVoid: false, lines }),
    statements: [
      headerStatement(db, 'purchase_orders', headerValues(license, sent, postedAt)),
      db
        .prepare('DELETE FROM purchase_order_lines WHERE license = ? AND doc_id = ?')
        .bind(license, sent.docId),
      loadStatement(db, 'purchaseOrderLines', rows),
    ],
  };
}

/** Voids a purchase order, unless invoices have relieved it. Voiding twice is no error. */
export async function voidOrder(
  db: D1Database,
  license: string,
  docId: string,
  postedAt: string,
): Promise<Prepared> {
  const order = await orderInBooks(db, license, docId);
  if (order === null) throw new BooksRefusal(404, 'The purchase order is not in the books.');
  if (order.lines.some((line) => line.openCents !== line.totalCents)) {
    throw new BooksRefusal(409, 'The purchase order has invoices against it.');
  }
  return {
    totalCents: order.lines.reduce((cents, line) => cents + line.totalCents, 0),
    answer: { docId, postedAt },
    statements: [
      db
        .prepare('UPDATE purchase_orders SET is_void = 1 WHERE license = ? AND doc_id = ?')
        .bind(license, docId),
    ],
  };
}

async function checkRelief(db: D1Database, license: string, sent: PostedDocument): Promise<void> {
  const wanted = sent.lines.flatMap((line) => line.relievedLineId ?? []);
  const { results } = await db
    .prepare(
      `SELECT DISTINCT l.line_id FROM purchase_order_lines l
       JOIN purchase_orders p ON p.license = l.license AND p.doc_id = l.doc_id
       WHERE l.license = ?1 AND p.is_void = 0 AND p.vendor_external_id = ?2
         AND l.line_id IN (SELECT value FROM json_each(?3))`,
    )
    .bind(license, sent.vendorExternalId, JSON.stringify(wanted))
    .all<{ line_id: string }>();
  const found = new Set(results.map((row) => row.line_id));
  const missing = sent.lines.find((line) => line.relievedLineId !== null && !found.has(line.relievedLineId));
  if (missing !== undefined) {
    throw new BooksRefusal(
      422,
      `Line ${missing.lineNumber}: its purchase order line is not open in the books.`,
    );
  }
}

/** Posts an invoice; its lines relieve the purchase order lines they name. */
export async function postInvoice(
  db: D1Database,
  license: string,
  dialect: Dialect,
  sent: PostedDocument,
  postedAt: string,
): Promise<Prepared> {
  const before = await db
    .prepare('SELECT revision FROM invoices WHERE license = ? AND doc_id = ?')
    .bind(license, sent.docId)
    .first<{ revision: number }>();
  if (before !== null && before.revision > sent.revision) {
    throw new BooksRefusal(409, `Revision ${before.revision} of invoice ${sent.number} is already posted.`);
  }
  await checkDocument(db, license, sent, dialect.longest.invoice);
  await checkRelief(db, license, sent);
  const rows = sent.lines.map(({ lineId, lineNumber, totalCents, relievedLineId }) => ({
    license,
    docId: sent.docId,
    lineId,
    lineNumber,
    totalCents,
    relievedLineId,
  }));
  return {
    totalCents: sent.totalCents,
    answer: { docId: sent.docId, postedAt },
    statements: [
      headerStatement(db, 'invoices', headerValues(license, sent, postedAt)),
      db.prepare('DELETE FROM invoice_lines WHERE license = ? AND doc_id = ?').bind(license, sent.docId),
      loadStatement(db, 'invoiceLines', rows),
    ],
  };
}
