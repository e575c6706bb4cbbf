import { BooksRefusal } from './env.ts';
import { sha256Hex } from './signature.ts';

export type EntryKind = 'PO_PUSH' | 'PO_VOID' | 'INVOICE_PUSH' | 'PAYMENT_RELEASE';

export interface Posting {
  license: string;
  kind: EntryKind;
  docId: string;
  /** The request's `Idempotency-Key`; a key counts once per license and kind. */
  key: string | undefined;
  body: string;
}

/** Statements of a posting, and its answer. */
export interface Prepared {
  totalCents: number;
  answer: unknown;
  statements: readonly D1PreparedStatement[];
}

interface Stored {
  doc_id: string;
  body_sha256: string;
  answer: string;
}

async function firstAnswer(db: D1Database, posting: Posting, digest: string): Promise<unknown> {
  const stored = await db
    .prepare(
      'SELECT doc_id, body_sha256, answer FROM ledger_entries WHERE license = ? AND kind = ? AND idempotency_key = ?',
    )
    .bind(posting.license, posting.kind, posting.key)
    .first<Stored>();
  if (stored === null) return null;
  if (stored.body_sha256 === digest && stored.doc_id === posting.docId)
    return JSON.parse(stored.answer) as unknown;
  throw new BooksRefusal(409, `Idempotency-Key ${posting.key} was used with other content.`);
}

/**
 * Posts once per idempotency key: the same key with the same body returns the first answer, with another body 409. The
 * entry and the accounting data change in one batch. A refused posting stores nothing, so that a corrected one can use
 * the key.
 */
export async function postOnce(
  db: D1Database,
  posting: Posting,
  prepare: (postedAt: string) => Promise<Prepared>,
): Promise<unknown> {
  if (posting.key === undefined || posting.key === '')
    throw new BooksRefusal(400, 'Idempotency-Key is missing.');
  const digest = await sha256Hex(posting.body);
  const before = await firstAnswer(db, posting, digest);
  if (before !== null) return before;
  const postedAt = new Date().toISOString();
  const { totalCents, answer, statements } = await prepare(postedAt);
  const entry = db
    .prepare(
      `INSERT INTO ledger_entries
         (license, kind, doc_id, idempotency_key, body_sha256, body, total_cents, answer, posted_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(
      posting.license,
      posting.kind,
      posting.docId,
      posting.key,
      digest,
      posting.body,
      totalCents,
      JSON.stringify(answer),
      postedAt,
    );
  try {
    await db.batch([entry, ...statements]);
  } catch (error) {
    // Two equal requests raced: the unique key rejected one, which returns the answer of the other.
    const winner = await firstAnswer(db, posting, digest);
    if (winner === null) throw error;
    return winner;
  }
  return answer;
}

interface EntryRow {
  seq: number;
  kind: EntryKind;
  doc_id: string;
  idempotency_key: string;
  total_cents: number;
  body: string;
  posted_at: string;
}

/** Returns the accepted postings of a license or of one document, oldest first, at most 200 after `after`. */
export async function readLedger(db: D1Database, license: string, docId: string | undefined, after: number) {
  const { results } = await db
    .prepare(
      `SELECT seq, kind, doc_id, idempotency_key, total_cents, body, posted_at FROM ledger_entries
       WHERE license = ?1 AND seq > ?2 AND (?3 IS NULL OR doc_id = ?3) ORDER BY seq LIMIT 200`,
    )
    .bind(license, after, docId ?? null)
    .all<EntryRow>();
  return results.map((row) => ({
    seq: row.seq,
    kind: row.kind,
    docId: row.doc_id,
    idempotencyKey: row.idempotency_key,
    totalCents: row.total_cents,
    body: JSON.parse(row.body) as unknown,
    postedAt: row.posted_at,
  }));
}
