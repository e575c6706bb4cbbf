import { expect } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-order';
import { answers, cellActions, letterOf, people, type CellAction, type State } from '../po-cells.ts';
import { outcomeOf, pairs } from '../po-outcomes.ts';
import { copyOf, documentRows, saveBody, stepSeen, type DocumentRows } from './po-states.ts';
import { as, read, type Answer } from './studio-client.ts';
import type { PersonName } from './studio-rows.ts';

type Heard = Promise<Answer<{ code?: string }>>;

/** What an action is done with: the document as an admin sees it, and the step that a screen would name. */
interface Target {
  id: string;
  po: PurchaseOrder;
  step: string | null;
  /** Everything kept of it, from before. */
  kept: DocumentRows;
}

async function targetOf(id: string): Promise<Target> {
  const [po, step, kept] = await Promise.all([read('ada', id), stepSeen(id), documentRows(id)]);
  return { id, po, step, kept };
}

function flowAction(word: string, named: boolean) {
  return (name: PersonName, { id, step }: Target): Heard =>
    as(name).post(`/api/workflows/${word}`, {
      docId: id,
      docType: 'PO',
      showId: 'alpha1',
      reason: 'Because',
      workflowStepId: named ? (step ?? 'none') : null,
    });
}

const perform: Record<CellAction, (name: PersonName, target: Target) => Heard> = {
  read: (name, { id }) => as(name).get(`/api/pos/${id}`),
  note: (name, { id }) =>
    as(name).post(`/api/pos/${id}/notes`, { keyId: crypto.randomUUID(), content: 'Seen' }),
  save: (name, { id, po }) => as(name).put(`/api/pos/${id}`, saveBody(po, { description: 'Saved again' })),
  line: (name, { id, po }) =>
    as(name).post(`/api/pos/lineitem/${id}`, {
      lineItem: { id: po.lineItems.at(-1)?.id, coding: { ACCOUNT: '6100', EPISODE: '101' } },
    }),
  submit: (name, { id }) => as(name).put(`/api/pos/${id}/submit?r=0`),
  approve: flowAction('approval', true),
  revise: flowAction('revision', true),
  void: flowAction('void', false),
  pull: (name, { id }) => as(name).put(`/api/pos/${id}/pull-from-approval`),
  adjust: (name, { id }) => as(name).post('/api/workflows/adjust', { poId: id, reason: 'More' }),
  discard: (name, { id }) => as(name).post(`/api/pos/${id}/discard-change-order`),
  push: (name, { id }) => as(name).post(`/api/pos/push/${id}`),
  pullFromAccounting: (name, { id }) => as(name).put(`/api/pos/${id}/pull`),
};

/** One document of a state for Dana and one for Ivan, on which everything is tried that must change nothing. */
export interface Prepared {
  state: State;
  rows: DocumentRows;
  still: Record<'dana' | 'ivan', Target>;
}

export async function prepare(state: State, rows: DocumentRows): Promise<Prepared> {
  const [dana, ivan] = await Promise.all([copyOf(rows), copyOf(rows, 'ivan')]);
  return { state, rows, still: { dana: await targetOf(dana), ivan: await targetOf(ivan) } };
}

/** Refused: the code, and no row of the document differs. */
async function expectUnchanged(
  name: PersonName,
  action: CellAction,
  target: Target,
  expected: { status: number; code: string | null },
): Promise<void> {
  const { status, body } = await perform[action](name, target);
  expect([name, status, body.code ?? null]).toEqual([name, expected.status, expected.code]);
  expect(await documentRows(target.id)).toEqual(target.kept);
}

/** Done: status, numbers, lines, total and history are as the table of outcomes says, by exactly one event. */
async function expectDone(name: PersonName, action: CellAction, { state, rows }: Prepared): Promise<void> {
  const id = await copyOf(rows, name === 'ivan' ? 'ivan' : 'dana');
  // A copy is not in the books until it has been sent there.
  if (action === 'pullFromAccounting') await perform.push('ada', await targetOf(id));
  const target = await targetOf(id);
  const { status, body } = await perform[action](name, target);
  expect([name, status, body.code ?? null]).toEqual([name, action === 'note' ? 201 : 200, null]);
  const { pair, history, changeOrder, lines, revision } = outcomeOf(action, state);
  const after = await read('ada', id);
  const events = target.po.historyEvents.map(({ type }) => type);
  expect({ name, ...figures(after) }).toEqual({
    name,
    pair: pairs[pair],
    changeOrder,
    lines,
    totalCost: lines === 1 ? 300 : 350,
    revision,
    version: target.po.version + 1,
    history: history === null ? events : [history, ...events],
  });
  const waiting = (await documentRows(id))['waiting_approvals']?.map((row) => row['user_id']);
  const asked = after.workflow?.currentStep?.approvers.filter((one) => !one.hasApproved) ?? [];
  expect(waiting?.toSorted()).toEqual(asked.map(({ userId }) => userId).toSorted());
}

function figures(po: PurchaseOrder) {
  return {
    pair: [po.status, po.submissionStatus],
    changeOrder: `${po.currentChangeOrderNumber}/${po.newestChangeOrderNumber}`,
    lines: po.lineItems.length,
    totalCost: po.totalCost,
    revision: po.revision,
    version: po.version,
    history: po.historyEvents.map(({ type }) => type),
  };
}

/** Everybody in turn does the thing, each to a document that is still in the state. */
export async function walk(prepared: Prepared, action: CellAction): Promise<void> {
  for (const person of people) {
    const letter = letterOf(action, prepared.state, person);
    const still = prepared.still[person === 'ivan' ? 'ivan' : 'dana'];
    if (letter !== '.' || action === 'read') await expectUnchanged(person, action, still, answers[letter]);
    else await expectDone(person, action, prepared);
  }
}

/** Nobody outside learns of a state: not visible is 404, another show's member hears 403 (DEC-01, DEC-98). */
export async function walkOutside({ still }: Prepared): Promise<void> {
  for (const action of cellActions) {
    await expectUnchanged('otto', action, still.dana, { status: 404, code: 'NOT_FOUND' });
    await expectUnchanged('nora', action, still.dana, { status: 403, code: 'SHOW_NOT_IN_SESSION' });
  }
}
