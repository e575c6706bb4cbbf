import type { PurchaseOrder } from '#domain/purchase-order';
import { initial, pairs } from '../po-outcomes.ts';
import type { Person, State } from '../po-cells.ts';
import { action, aDraft, aLine, approveAs, as, create, read } from './studio-client.ts';
import type { PersonName, Row } from './studio-rows.ts';
import { rowsOf, shardOf, studioEnv } from './studio.ts';

/** All that is kept of one document, by table, in the order in which it can be put back. */
export type DocumentRows = Record<string, Row[]>;

const ofDocument = (table: string, order: string) =>
  `SELECT * FROM ${table} WHERE document_id = ?1 ORDER BY ${order}`;
const ofSteps = `SELECT s.* FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id WHERE w.document_id = ?1`;

const queries: Record<string, string> = {
  documents: 'SELECT * FROM documents WHERE id = ?1',
  purchase_orders: ofDocument('purchase_orders', 'document_id'),
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

/** A table's own ids; those of steps begin with their workflow's. */
const named = ['documents', 'document_lines', 'workflows', 'approval_history', 'notes', 'send_history'];

let copies = 0;

/** Puts the rows back as another document, and answers its id. Where `creator` is Ivan, he stands where Dana stood. */
export async function copyOf(rows: DocumentRows, creator: 'dana' | 'ivan' = 'dana'): Promise<string> {
  copies += 1;
  // What is on its way stays with the first; a copy's own effects have keys of their own.
  const { outbox: _outbox, ...kept } = rows;
  let text = JSON.stringify(kept);
  for (const table of named) {
    for (const { id } of rows[table] ?? []) {
      text = text.replaceAll(String(id), `alpha1_${crypto.randomUUID().replaceAll('-', '')}`);
    }
  }
  const document = rows['documents']?.[0];
  text = text.replaceAll(`"number":"${document?.['number']}"`, `"number":"${90_000 + copies}"`);
  if (creator === 'ivan') text = text.replaceAll('"dana"', '"ivan"');
  const copy = JSON.parse(text) as DocumentRows;
  const inserts = Object.entries(copy).flatMap(([table, all]) =>
    all.map((row) => {
      const names = Object.keys(row);
      const marks = names.map(() => '?').join(', ');
      const query = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`;
      return db.prepare(query).bind(...Object.values(row));
    }),
  );
  await db.batch(inserts);
  return String(copy['documents']?.[0]?.['id']);
}

/** Lets Dana void, which her role alone does not; answers when it is so. */
export async function letDanaVoid(): Promise<void> {
  await studioEnv.DIRECTORY.prepare(`UPDATE memberships SET void_po = 1 WHERE user_id = 'dana'`).run();
}

async function specialApprover(name: Person, on: 0 | 1): Promise<void> {
  const query = 'UPDATE memberships SET special_approver = ? WHERE user_id = ?';
  await studioEnv.DIRECTORY.prepare(query).bind(on, name).run();
}

async function did(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** The PO as a save carries it back; `notes` and `attachments` are only what is new. */
export function saveBody(po: PurchaseOrder, change: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...aDraft(), ...po, notes: [], attachments: [], ...change };
}

export const extraLine = () => aLine({ description: 'Lamps', quantity: 1, unitCost: 50 });

type Step = (id: string) => Promise<unknown>;
const submit: Step = (id) => did(as('dana').put(`/api/pos/${id}/submit?r=0`));
const pull: Step = (id) => did(as('dana').put(`/api/pos/${id}/pull-from-approval`));
const approve =
  (...names: PersonName[]): Step =>
  async (id) =>
    did(approveAs(await read(names[0] ?? 'abel', id), ...names));
const send =
  (word: 'revision' | 'void'): Step =>
  async (id) =>
    did(action('lena', word, await read('lena', id), { reason: 'Because' }));
const adjust =
  (name: PersonName): Step =>
  async (id) => {
    await did(as(name).post('/api/workflows/adjust', { poId: id, reason: 'More lamps' }));
    const po = await read(name, id);
    const lineItems = [...po.lineItems, extraLine()];
    await did(as(name).put(`/api/pos/${id}`, saveBody(po, { lineItems })));
  };
const specialVote: Step = async (id) => {
  await specialApprover('luis', 1);
  await approve('luis')(id);
  await specialApprover('luis', 0);
};

const all = approve('abel', 'lena', 'luis');
const ordered: Step[] = [submit, all, adjust('dana')];

const ways: Record<State, readonly Step[]> = {
  draft: [],
  revision: [submit, approve('abel'), send('revision')],
  submitted: [submit],
  department: [submit, approve('abel')],
  special: [submit, approve('abel'), specialVote],
  approved: [submit, all],
  void: [submit, approve('abel'), send('void')],
  coDraft: ordered,
  coOfLena: [submit, all, adjust('lena')],
  coPulled: [...ordered, submit, pull],
  coRevision: [...ordered, submit, approve('abel'), send('revision')],
  coSubmitted: [...ordered, submit],
  coDepartment: [...ordered, submit, approve('abel', 'luis')],
  coApproved: [...ordered, submit, all],
};

/** Brings a purchase order of Dana's into the state, through the API; answers its rows. */
export async function rowsInState(state: State): Promise<DocumentRows> {
  const { id } = await create('dana');
  for (const step of ways[state]) await step(id);
  const rows = await documentRows(id);
  const header = rows['documents']?.[0];
  const [status, submissionStatus] = pairs[initial[state].pair];
  if (header?.['status'] !== status || header['submission_status'] !== submissionStatus) {
    throw new Error(`${state} came out as ${header?.['status']} / ${header?.['submission_status']}`);
  }
  return rows;
}

/** The current step of the newest workflow or, when it has ended, its final one: what a stale screen would name. */
export async function stepSeen(id: string): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    'alpha1',
    `SELECT s.id FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id
     WHERE w.document_id = ? AND w.is_latest = 1 AND s.step_order = coalesce(w.current_order, w.final_order)`,
    id,
  );
  return row?.id ?? null;
}
