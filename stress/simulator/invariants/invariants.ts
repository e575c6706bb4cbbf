import type { ChainedEvent } from '../../../domain/history/history.ts';
import type { Database } from '../database.ts';
import type { InitialState } from '../initial-state.ts';
import { approvalViolations } from './approval-invariants.ts';
import { callViolations } from './call-violations.ts';
import { contents } from './content-invariants.ts';
import type { ExecutedCommand } from '../simulation.ts';
import type { Plan } from '../plan/plan.ts';
import type { Harness } from '../harness.ts';

interface DocumentRow {
  id: string;
  type: 'PO' | 'INVOICE' | 'PAYMENT';
  status: string;
  submission_status: string;
  version: number;
  number: string;
  total_cents: number;
  current_step_id: string | null;
}

export interface EventRow {
  document_id: string;
  seq: number;
  action: string;
  actor_id: string;
  payload: string;
}

/** Read access to a database: the simulated one, or a shard of a served product. */
export type Rows = Pick<Database, 'rows'>;

/**
 * Returns all violations after all jobs have ended, in plain words. Reads with plain SQL instead of the product's code.
 */
export function violations(
  harness: Harness,
  initialState: InitialState,
  executed: readonly ExecutedCommand[],
  plan: Plan,
): string[] {
  const { database } = harness;
  const documents = database.rows<DocumentRow>('SELECT * FROM documents');
  const events = database.rows<EventRow>('SELECT * FROM document_events ORDER BY document_id, seq');
  return [
    ...chains(database, (event) => initialState.product.sha256(initialState.product.chainText(event))),
    ...votes(database),
    ...queues(database),
    ...numbers(database, documents),
    ...money(database),
    ...outbox(database, plan),
    ...contents(database),
    ...approvalViolations(database),
    ...documents.flatMap((document) => accounting(harness, document, plan)),
    ...callViolations(harness, executed, events, plan),
  ];
}

interface StoredEvent {
  show_id: string;
  history_type: ChainedEvent['historyType'];
  actor_name: string;
  at: string;
  previous_hash: string;
  hash: string;
}

const inApproval: readonly unknown[] = [
  'SUBMITTED_FOR_APPROVAL',
  'APPROVED_BY_DEPARTMENT_APPROVER',
  'APPROVED_BY_SPECIAL_APPROVER',
];

/** Checks the history: no gap, each event with its own hash and that of its predecessor, and the header at its end. */
export function chains(database: Rows, hashOf: (event: ChainedEvent) => string): string[] {
  const events = database.rows<EventRow & StoredEvent>(
    'SELECT * FROM document_events ORDER BY document_id, seq',
  );
  const of = Map.groupBy(events, ({ document_id }) => document_id);
  return database
    .rows<DocumentRow>('SELECT * FROM documents')
    .flatMap((document) => chain(document, of.get(document.id) ?? [], hashOf));
}

function chain(
  document: DocumentRow,
  events: readonly (EventRow & StoredEvent)[],
  hashOf: (event: ChainedEvent) => string,
): string[] {
  const found: string[] = [];
  let previousHash = '';
  let status: unknown = '';
  for (const [index, event] of events.entries()) {
    const payload = JSON.parse(event.payload) as Record<string, ChainedEvent['payload']>;
    const whole = {
      documentId: event.document_id,
      seq: event.seq,
      showId: event.show_id,
      action: event.action,
      historyType: event.history_type,
      actorId: event.actor_id,
      actorName: event.actor_name,
      at: event.at,
      payload,
      previousHash,
    };
    if (event.seq !== index + 1) found.push(`chain: ${document.id} has a gap before ${event.seq}`);
    if (event.hash !== hashOf(whole)) found.push(`chain: ${document.id} ${event.seq} is not whole`);
    if (event.action === 'approve' && !inApproval.includes(status))
      found.push(`approval: ${document.id} ${event.seq} approves what is ${String(status)}`);
    previousHash = event.hash;
    status = payload['status'] ?? status;
  }
  if (document.version !== events.length)
    found.push(`chain: ${document.id} is at ${document.version}, not ${events.length}`);
  if (status !== '' && document.status !== status)
    found.push(`chain: ${document.id} is ${document.status}, its history says ${String(status)}`);
  return found;
}

/**
 * Checks that a completed step has exactly the needed number of different votes, each with its event, and an open step
 * fewer.
 */
export function votes(database: Rows): string[] {
  const steps = database.rows<{
    id: string;
    status: string;
    approvals_needed: number;
    voters: number;
    humans: number;
    live: number;
  }>(
    `SELECT s.id, s.status, s.approvals_needed, count(DISTINCT a.user_id) AS voters, count(a.user_id) AS live,
       count(DISTINCT coalesce(a.cast_by ->> 'userId', a.user_id)) AS humans
     FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id AND w.is_latest = 1
       LEFT JOIN step_approvals a ON a.step_id = s.id AND a.dropped_at IS NULL GROUP BY s.id`,
  );
  const orphans = database.rows<{ what: string }>(
    `SELECT a.step_id || ' ' || a.user_id AS what FROM step_approvals a WHERE NOT EXISTS (SELECT 1 FROM document_events e
       WHERE e.document_id = a.document_id AND e.seq = a.event_seq AND e.action = 'approve'
         AND e.actor_id = coalesce(a.cast_by ->> 'userId', a.user_id))
     UNION ALL SELECT a.step_id || ' ' || a.user_id FROM step_approvals a WHERE a.dropped_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM workflow_step_approvers p WHERE p.step_id = a.step_id AND p.user_id = a.user_id)
     UNION ALL SELECT e.document_id || ' ' || e.seq FROM document_events e WHERE e.action = 'approve' AND 1 <> (
       SELECT count(*) FROM step_approvals a WHERE a.document_id = e.document_id AND a.event_seq = e.seq)`,
  );
  return [
    ...steps.flatMap(({ id, status, approvals_needed: needed, voters, humans, live }) => {
      if (voters !== live || humans !== live) return [`votes: ${id} counts somebody twice`];
      if (status === 'APPROVED' && voters !== needed)
        return [`votes: ${id} has ${voters} votes, needed ${needed}`];
      return status === 'PENDING' && voters >= needed
        ? [`votes: ${id} is open with ${voters} of ${needed}`]
        : [];
    }),
    ...orphans.map(({ what }) => `votes: ${what} is not one vote and one event`),
  ];
}

/**
 * Checks that the current step's approvers who have not voted, with one vote per flow on no step, and no others, have the
 * document in their queue.
 */
export function queues(database: Rows): string[] {
  const turns = `SELECT p.document_id, p.user_id, p.step_id FROM documents d
    JOIN workflow_step_approvers p ON p.step_id = d.current_step_id
    WHERE NOT EXISTS (SELECT 1 FROM step_approvals a
      WHERE a.step_id = p.step_id AND a.user_id = p.user_id AND a.dropped_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id AND w.one_vote_per_flow = 1
        JOIN workflow_steps o ON o.workflow_id = w.id JOIN step_approvals a ON a.step_id = o.id AND a.dropped_at IS NULL
      WHERE s.id = p.step_id AND p.user_id IN (a.user_id, a.cast_by ->> 'userId'))`;
  const waiting = 'SELECT document_id, user_id, step_id FROM waiting_approvals';
  const rows = database.rows<{ document_id: string; user_id: string }>(
    `SELECT * FROM (${turns} EXCEPT ${waiting}) UNION ALL SELECT * FROM (${waiting} EXCEPT ${turns})`,
  );
  const lost = database.rows<{ id: string }>(
    `SELECT id FROM documents WHERE (current_step_id IS NULL) = (status IN (SELECT value FROM json_each(?)))`,
    JSON.stringify(inApproval),
  );
  const flows = database.rows<{ document_id: string }>(
    'SELECT document_id FROM workflows WHERE is_latest = 1 GROUP BY document_id HAVING count(*) > 1',
  );
  return [
    ...rows.map((row) => `queue: ${row.user_id} and ${row.document_id}`),
    ...lost.map(({ id }) => `queue: ${id} is in approval without a step, or the reverse`),
    ...flows.map(({ document_id }) => `flow: ${document_id} has two`),
  ];
}

function numbers(database: Database, documents: readonly DocumentRow[]): string[] {
  const orders = documents.filter(({ type }) => type === 'PO').map(({ number }) => Number(number));
  const [counter] = database.rows<{ value: number }>("SELECT value FROM counters WHERE name = 'po'");
  const bills = documents
    .filter(({ type, status }) => type === 'INVOICE' && status !== 'VOID')
    .map(({ number }) => number);
  const found: string[] = [];
  if (new Set(orders).size !== orders.length) found.push('number: two orders have the same');
  if (Math.max(...orders) !== orders.length) found.push('number: one was lost');
  if (counter?.value !== orders.length)
    found.push(`number: the counter is at ${counter?.value}, not ${orders.length}`);
  if (new Set(bills).size !== bills.length) found.push('number: two invoices of a vendor have the same');
  return found;
}

/**
 * Checks that headers are the sums of their lines, lines are quantity times unit cost to the cent, and counters match
 * the rows.
 */
function money(database: Database): string[] {
  const headers = database.rows<{ id: string }>(
    `SELECT d.id FROM documents d LEFT JOIN invoices i ON i.document_id = d.id WHERE d.type <> 'PAYMENT'
     AND (d.total_cents <> (SELECT coalesce(sum(total_cents), 0) FROM document_lines l WHERE l.document_id = d.id)
       OR d.total_cents <> coalesce(i.amount_cents, d.total_cents))`,
  );
  const lines = database.rows<{ id: string; q: number; u: number; t: number }>(
    'SELECT id, quantity_hundredths AS q, unit_cost_cents AS u, total_cents AS t FROM document_lines',
  );
  const wrong = lines.filter(({ q, u, t }) => t !== Math.floor((q * u + 50) / 100));
  const counts = database.rows<{ what: string }>(
    `SELECT type || ' ' || status AS what FROM (
       SELECT type, status, submission_status, is_archived, currency_code, total, cents FROM document_totals
         WHERE total <> 0 OR cents <> 0
       EXCEPT SELECT type, status, submission_status, archived_at IS NOT NULL, currency_code, count(*), sum(total_cents)
         FROM documents GROUP BY 1, 2, 3, 4, 5)`,
  );
  return [
    ...headers.map(({ id }) => `money: ${id} is not the sum of its lines`),
    ...wrong.map(({ id, q, u, t }) => `money: line ${id} is ${t}, not ${q} x ${u}`),
    ...counts.map(({ what }) => `count: ${what}`),
  ];
}

/** Checks that every due effect has one outbox row, and that every row is closed. */
function outbox(database: Database, plan: Plan): string[] {
  const owed = database.rows<{ what: string; rows: number }>(
    `SELECT e.document_id || ':' || e.seq AS what, (SELECT count(*) FROM outbox o
       WHERE o.effect_key LIKE e.document_id || ':' || e.seq || ':%'
         AND o.kind IN ('push-po', 'push-invoice', 'release-payment')) AS rows
     FROM document_events e WHERE e.action = 'push'
       OR (e.action = 'approve' AND e.payload ->> 'status' = 'APPROVED')`,
  );
  const unreported = database.rows<{ what: string }>(
    `SELECT e.document_id || ':' || e.seq AS what FROM document_events e
     WHERE e.action IN ('submit', 'revise', 'deny') AND NOT EXISTS (SELECT 1 FROM outbox o
       WHERE o.effect_key LIKE e.document_id || ':' || e.seq || ':%' AND o.kind = 'notify')`,
  );
  const early = database.rows<{ what: string }>(
    `SELECT o.effect_key AS what FROM outbox o WHERE o.document_id IS NOT NULL AND o.effect_key NOT LIKE '%:after:%'
       AND NOT EXISTS (SELECT 1 FROM document_events e WHERE e.document_id = o.document_id
         AND o.effect_key LIKE e.document_id || ':' || e.seq || ':%')`,
  );
  // A push of an order that was voided meanwhile is refused, which is no failure.
  const failed = database.rows<{ kind: string; document_id: string; error: string }>(
    `SELECT o.kind, o.document_id, o.error FROM outbox o LEFT JOIN documents d ON d.id = o.document_id
     WHERE o.error IS NOT NULL AND d.status IS NOT 'VOID'`,
  );
  return [
    ...owed.filter(({ rows }) => rows !== 1).map(({ what, rows }) => `push: ${what} has ${rows} rows of it`),
    ...unreported.map(({ what }) => `outbox: no notification of ${what}`),
    ...early.map(({ what }) => `outbox: ${what} has no event`),
    ...failed
      .filter(({ error }) => !mayEndSo(error, plan))
      .map(({ kind, document_id: id, error }) => `outbox: ${kind} of ${id} ended with: ${error}`),
  ];
}

function mayEndSo(error: string, { refused }: Plan): boolean {
  if (/changed before it reached/.test(error)) return true;
  return refused.length > 0 && /Accounting does not take/.test(error);
}

/** Checks that accounting has what was approved: once, to the cent. */
function accounting(
  { accounting: kept }: Harness,
  { id, type, status, total_cents: cents }: DocumentRow,
  plan: Plan,
): string[] {
  const entry = kept.entries.get(id);
  const postings = kept.postings.filter(({ docId }) => docId === id);
  if (plan.refused.includes(id)) return postings.length > 0 ? [`books: ${id} was refused and is there`] : [];
  if (type === 'PAYMENT') {
    const wanted = status === 'APPROVED' ? 1 : 0;
    if (postings.length !== wanted)
      return [`books: payment ${id} is ${status} and was released ${postings.length} times`];
  }
  if (type === 'INVOICE' && postings.length > 1)
    return [`books: invoice ${id} was posted ${postings.length} times`];
  if (type === 'PO' && status === 'VOID' && entry && !entry.isVoid)
    return [`books: ${id} is void, and not there`];
  if (type === 'PO' && status !== 'VOID' && entry?.isVoid)
    return [`books: ${id} is ${status}, and void there`];
  if (status !== 'APPROVED' || type === 'PAYMENT')
    return postings.some(({ totalCents }) => type === 'PAYMENT' && totalCents !== cents)
      ? [`money: ${id}`]
      : [];
  if (!entry) return [`books: ${id} is approved, and not there`];
  return entry.totalCents === cents ? [] : [`money: ${id} is ${cents}, in the books ${entry.totalCents}`];
}
