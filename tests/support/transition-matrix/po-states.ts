import { initial, pairs } from './po-outcomes.ts';
import type { Person, State } from './po-cells.ts';
import { action, aDraft, aLine, approveAs, as, create, read } from '../worker/fixtures/client.ts';
import { documentRows, type DocumentRows } from '../worker/database/document-rows.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import { studioEnv, sql } from '../worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Gives Dana the void permission, which her role lacks. */
export async function letDanaVoid(): Promise<void> {
  await sql.directory`UPDATE memberships SET void_po = 1 WHERE user_id = 'dana'`;
}

async function specialApprover(name: Person, on: 0 | 1): Promise<void> {
  const query = 'UPDATE memberships SET special_approver = ? WHERE user_id = ?';
  await studioEnv.DIRECTORY.prepare(query).bind(on, name).run();
}

async function expectOk(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** Returns the body of a save; `notes` and `attachments` only contain new ones. */
export function saveBody(po: PurchaseOrder, change: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...aDraft(), ...po, notes: [], attachments: [], ...change };
}

export const extraLine = () => aLine({ description: 'Lamps', quantity: 1, unitCost: 50 });

type Step = (id: string) => Promise<unknown>;
const submit: Step = (id) => expectOk(as('dana').put(`/api/pos/${id}/submit?r=0`));
const pull: Step = (id) => expectOk(as('dana').put(`/api/pos/${id}/pull-from-approval`));
const approve =
  (...names: PersonName[]): Step =>
  async (id) =>
    expectOk(approveAs(await read(names[0] ?? 'abel', id), ...names));
const send =
  (word: 'revision' | 'void'): Step =>
  async (id) =>
    expectOk(action('lena', word, await read('lena', id), { reason: 'Because' }));
const adjust =
  (name: PersonName): Step =>
  async (id) => {
    await expectOk(as(name).post('/api/workflows/adjust', { poId: id, reason: 'More lamps' }));
    const po = await read(name, id);
    const lineItems = [...po.lineItems, extraLine()];
    await expectOk(as(name).put(`/api/pos/${id}`, saveBody(po, { lineItems })));
  };
const specialVote: Step = async (id) => {
  await specialApprover('luis', 1);
  await approve('luis')(id);
  await specialApprover('luis', 0);
};

function stepsTo(first: PersonName): Record<State, readonly Step[]> {
  const all = approve(first, 'lena', 'luis');
  const ordered: Step[] = [submit, all, adjust('dana')];
  return {
    draft: [],
    revision: [submit, approve(first), send('revision')],
    submitted: [submit],
    department: [submit, approve(first)],
    special: [submit, approve(first), specialVote],
    approved: [submit, all],
    void: [submit, approve(first), send('void')],
    coDraft: ordered,
    coOfLena: [submit, all, adjust('lena')],
    coPulled: [...ordered, submit, pull],
    coRevision: [...ordered, submit, approve(first), send('revision')],
    coSubmitted: [...ordered, submit],
    coDepartment: [...ordered, submit, approve(first, 'luis')],
    coApproved: [...ordered, submit, all],
  };
}

/** Creates a purchase order of Dana's in this state through the API; `first` approves step 1. Returns its rows. */
export async function rowsInState(state: State, first: PersonName = 'abel'): Promise<DocumentRows> {
  const { id } = await create('dana');
  for (const step of stepsTo(first)[state]) await step(id);
  const rows = await documentRows(id);
  const header = rows['documents']?.[0];
  const [status, submissionStatus] = pairs[initial[state].pair];
  if (header?.['status'] !== status || header['submission_status'] !== submissionStatus) {
    throw new Error(`${state} came out as ${header?.['status']} / ${header?.['submission_status']}`);
  }
  return rows;
}
