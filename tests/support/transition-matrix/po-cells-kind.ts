import { orderCells, type CellAction, type Person, type State } from './po-cells.ts';
import { outcomeOf, pairs } from './po-outcomes.ts';
import { askAbout, inFlow, type CellKind } from './walk-matrix.ts';
import { copyOf } from '../worker/database/document-rows.ts';
import { letDanaVoid, rowsInState, saveBody } from './po-states.ts';
import { as, read } from '../worker/fixtures/client.ts';
import { openStudio } from '../worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** The cells of purchase orders; Ivan replaces Dana with a role that no longer creates. */
export const orderKind: CellKind<State, Person, CellAction, PurchaseOrder> = {
  table: orderCells,
  open: async () => {
    await openStudio();
    await letDanaVoid();
  },
  rowsInState: (state) => rowsInState(state),
  copy: (rows, person) => (person === 'ivan' ? copyOf(rows, ['dana', 'ivan']) : copyOf(rows)),
  standIn: 'ivan',
  read: (id) => read('ada', id),
  perform: {
    read: (name, { id }) => as(name).get(`/api/pos/${id}`),
    note: (name, { id }) =>
      as(name).post(`/api/pos/${id}/notes`, { keyId: crypto.randomUUID(), content: 'Seen' }),
    save: (name, { id, doc }) =>
      as(name).put(`/api/pos/${id}`, saveBody(doc, { description: 'Saved again' })),
    line: (name, { id, doc }) =>
      as(name).post(`/api/pos/lineitem/${id}`, {
        lineItem: { id: doc.lineItems.at(-1)?.id, coding: { ACCOUNT: '6100', EPISODE: '101' } },
      }),
    submit: (name, { id }) => as(name).put(`/api/pos/${id}/submit?r=0`),
    approve: (name, { id, step }) => inFlow('PO', 'approval', name, id, step ?? 'none'),
    revise: (name, { id, step }) => inFlow('PO', 'revision', name, id, step ?? 'none'),
    void: (name, { id }) => inFlow('PO', 'void', name, id, null),
    pull: (name, { id }) => as(name).put(`/api/pos/${id}/pull-from-approval`),
    adjust: (name, { id }) => as(name).post('/api/workflows/adjust', { poId: id, reason: 'More' }),
    discard: (name, { id }) => as(name).post(`/api/pos/${id}/discard-change-order`),
    push: (name, { id }) => as(name).post(`/api/pos/push/${id}`),
    pullFromAccounting: (name, { id }) => as(name).put(`/api/pos/${id}/pull`),
    takeBack: (name, { id }) => inFlow('PO', 'take-back', name, id, null),
    sendBack: (name, { id, step, doc }) =>
      inFlow('PO', 'send-back', name, id, step ?? 'none', doc.workflow?.steps[0]?.id),
    nudge: (name, { id }) => inFlow('PO', 'nudge', name, id, null),
    ask: (name, { id }) => askAbout('pos', name, id, 'carl'),
  },
  ready: async (action, id) => {
    // A copy is not in accounting until it is pushed.
    if (action === 'pullFromAccounting') await as('ada').post(`/api/pos/push/${id}`);
  },
  facts: async (po) => ({
    pair: [po.status, po.submissionStatus],
    changeOrder: `${po.currentChangeOrderNumber}/${po.newestChangeOrderNumber}`,
    lines: po.lineItems.length,
    totalCost: po.totalCost,
    revision: po.revision,
    history: po.historyEvents.map(({ type }) => type),
  }),
  expected: (action, state, before) => {
    const { pair, history, changeOrder, lines, revision } = outcomeOf(action, state);
    const events = before.historyEvents.map(({ type }) => type);
    return {
      pair: pairs[pair],
      changeOrder,
      lines,
      totalCost: lines === 1 ? 300 : 350,
      revision,
      history: history === null ? events : [history, ...events],
    };
  },
  outsiders: [
    { name: 'otto', expects: () => 'N' },
    { name: 'nora', expects: () => 'S' },
  ],
};
