import type { Row } from '../fixtures/rows.ts';
import { fill, shardOf, sql } from '../fixtures/studio.ts';

/** All stored rows of one document, by table, in insertion order. */
export type DocumentRows = Record<string, Row[]>;

const ofDocument = (table: string, order: string) =>
  `SELECT * FROM ${table} WHERE document_id = ?1 ORDER BY ${order}`;
const ofSteps = `SELECT s.* FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id WHERE w.document_id = ?1`;

const ofFiles = `SELECT f.* FROM files f JOIN attachments a ON a.file_id = f.id WHERE a.document_id = ?1`;

const queries: Record<string, string> = {
  documents: 'SELECT * FROM documents WHERE id = ?1',
  purchase_orders: ofDocument('purchase_orders', 'document_id'),
  invoices: ofDocument('invoices', 'document_id'),
  payments: ofDocument('payments', 'document_id'),
  document_lines: ofDocument('document_lines', 'line_number'),
  document_events: ofDocument('document_events', 'seq'),
  workflows: ofDocument('workflows', 'id'),
  workflow_steps: `${ofSteps} ORDER BY s.id`,
  workflow_step_approvers: ofDocument('workflow_step_approvers', 'step_id, user_id'),
  step_approvals: ofDocument('step_approvals', 'event_seq'),
  waiting_approvals: ofDocument('waiting_approvals', 'user_id'),
  approval_history: ofDocument('approval_history', 'position'),
  change_orders: ofDocument('change_orders', 'number'),
  notes: ofDocument('notes', 'id'),
  files: `${ofFiles} ORDER BY f.id`,
  attachments: ofDocument('attachments', 'file_id'),
  send_history: ofDocument('send_history', 'id'),
  outbox: ofDocument('outbox', 'id'),
};

const db = shardOf.alpha1;

export async function documentRows(id: string): Promise<DocumentRows> {
  const answers = await db.batch<Row>(Object.values(queries).map((query) => db.prepare(query).bind(id)));
  return Object.fromEntries(
    Object.keys(queries).map((table, index) => [table, answers[index]?.results ?? []]),
  );
}

/** Ids that a table creates; step ids start with their workflow's id. */
const named = [
  'documents',
  'document_lines',
  'workflows',
  'approval_history',
  'notes',
  'files',
  'send_history',
];

let copies = 0;

/** Inserts the rows as another document, with every `[from, to]` name in them replaced. Returns its id. */
export async function copyOf(
  rows: DocumentRows,
  ...renamed: readonly (readonly [string, string])[]
): Promise<string> {
  copies += 1;
  // Pending jobs stay with the original; the effects of a copy have keys of their own.
  const { outbox: _outbox, ...kept } = rows;
  let text = JSON.stringify(kept);
  for (const table of named) {
    for (const { id } of rows[table] ?? []) {
      text = text.replaceAll(String(id), `alpha1_${crypto.randomUUID().replaceAll('-', '')}`);
    }
  }
  const number = rows['documents']?.[0]?.['number'];
  for (const [from, to] of [[`number":"${number}`, `number":"${90_000 + copies}`] as const, ...renamed])
    text = text.replaceAll(`"${from}"`, `"${to}"`);
  const copy = JSON.parse(text) as DocumentRows;
  await fill(db, copy);
  return String(copy['documents']?.[0]?.['id']);
}

/** Returns the current step of the newest workflow or, when it has ended, its final one, as a stale screen would. */
export async function stepSeen(id: string): Promise<string | null> {
  const [row] = await sql.alpha<{
    id: string;
  }>`SELECT s.id FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id
     WHERE w.document_id = ${id} AND w.is_latest = 1 AND s.step_order = coalesce(w.current_order, w.final_order)`;
  return row?.id ?? null;
}
