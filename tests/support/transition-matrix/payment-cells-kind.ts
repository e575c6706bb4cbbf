import { expect } from 'vitest';
import type { Letter } from './cells.ts';
import {
  paymentCells,
  paymentOutcome,
  type PaymentAction,
  type PaymentPerson,
  type PaymentState,
} from './payment-cells.ts';
import { askAbout, inFlow, type CellKind } from './walk-matrix.ts';
import { copyOf, documentRows, type DocumentRows } from '../worker/database/document-rows.ts';
import { as, type Answer } from '../worker/fixtures/client.ts';
import {
  act,
  addToBooks,
  bookPayment,
  changeBooks,
  importPayments,
  importNow,
  openPayments,
  readPayment,
  releasesOf,
  submitAs,
} from '../worker/fixtures/payments.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import { sent } from '../worker/fixtures/studio.ts';
import type { Payment } from '#domain/payments/payment-response';

/** An amount that needs both steps; the second one needs two votes. */
const own = { totalCents: 200_000 };

let names = 0;
const fresh = () => `cell-${(names += 1)}`;

type Step = (id: string, externalId: string) => Promise<unknown>;
const expectOk = async (answer: Promise<Answer<object>>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
};
const submitted: Step = (id) => expectOk(submitAs('dana', id));
const pulled: Step = (id) => expectOk(as('dana').put(`/api/payments/${id}/pull`));
const approved =
  (name: PersonName): Step =>
  (id) =>
    expectOk(act(name, 'approval', id));
const denied: Step = (id) => expectOk(act('sol', 'deny', id, { reason: 'Because' }));
const canceled: Step = async (_id, externalId) => {
  await changeBooks(externalId, 'status', 'CANCELED');
  await importNow();
};

const stepsTo = (first: PersonName): Record<PaymentState, readonly Step[]> => ({
  draft: [],
  pulled: [submitted, pulled],
  submitted: [submitted],
  second: [submitted, approved(first)],
  half: [submitted, approved(first), approved('hugo')],
  approved: [submitted, approved(first), approved('hugo'), approved('sol')],
  denied: [submitted, approved(first), denied],
  canceled: [submitted, approved(first), canceled],
});

/** Imports a payment and brings it into this state; `first` approves step 1. Returns its rows. */
export async function paymentInState(state: PaymentState, first: PersonName = 'lena'): Promise<DocumentRows> {
  const externalId = fresh();
  const [id = ''] = await importPayments(bookPayment(externalId, own));
  for (const step of stepsTo(first)[state]) await step(id, externalId);
  const { status, submissionStatus } = await readPayment('ada', id);
  expect([status, submissionStatus]).toEqual(paymentOutcome('read', state).pair);
  // Mails of the preparation are not part of the walk, nor is the cron that would import the copies.
  sent.outbox.length = 0;
  return documentRows(id);
}

/** No routes save, revise or void a payment, so that nothing depends on the show. */
const unlike: Partial<Record<PaymentAction, Letter>> = { save: 'N', revise: 'X', void: 'X' };

/** The cells of payments (DEC-28). */
export const paymentKind: CellKind<PaymentState, PaymentPerson, PaymentAction, Payment> = {
  table: paymentCells,
  open: openPayments,
  rowsInState: (state) => paymentInState(state),
  copy: async (rows) => {
    const externalId = fresh();
    await addToBooks(bookPayment(externalId, own));
    return copyOf(rows, [String(rows['payments']?.[0]?.['external_id']), externalId]);
  },
  standIn: null,
  read: (id) => readPayment('ada', id),
  perform: {
    read: (name, { id }) => as(name).get(`/api/payments/${id}/`),
    note: (name, { id }) =>
      as(name).post(`/api/payments/${id}/notes`, { keyId: crypto.randomUUID(), content: 'Seen' }),
    save: (name, { id, doc }) => as(name).put(`/api/payments/${id}`, { ...doc, totalCost: 1 }),
    submit: (name, { id }) => submitAs(name, id),
    approve: (name, { id, step }) => inFlow('PAYMENT', 'approval', name, id, step ?? 'none'),
    deny: (name, { id, step }) => inFlow('PAYMENT', 'deny', name, id, step ?? 'none'),
    pull: (name, { id }) => as(name).put(`/api/payments/${id}/pull`),
    revise: (name, { id, step }) => inFlow('PAYMENT', 'revision', name, id, step ?? 'none'),
    void: (name, { id }) => inFlow('PAYMENT', 'void', name, id, null),
    adjust: (name, { id }) => as(name).post('/api/workflows/adjust', { poId: id, reason: 'More' }),
    takeBack: (name, { id }) => inFlow('PAYMENT', 'take-back', name, id, null),
    sendBack: (name, { id, step, doc }) =>
      inFlow('PAYMENT', 'send-back', name, id, step ?? 'none', doc.workflow?.steps[0]?.id),
    nudge: (name, { id }) => inFlow('PAYMENT', 'nudge', name, id, null),
    ask: (name, { id }) => askAbout('payments', name, id, 'wendy'),
  },
  facts: async (payment, id) => ({
    pair: [payment.status, payment.submissionStatus],
    totalCost: payment.totalCost,
    history: payment.historyEvents.map(({ type }) => type),
    notes: payment.notes.map(({ context }) => context).toSorted(),
    released: (await releasesOf())[id] ?? 0,
  }),
  expected: (action, state, before) => {
    const { pair, history, note, released } = paymentOutcome(action, state);
    const events = before.historyEvents.map(({ type }) => type);
    const notes = before.notes.map(({ context }) => context);
    return {
      pair,
      totalCost: 2000,
      history: history === null ? events : [history, ...events],
      notes: (note === null ? notes : [...notes, note]).toSorted(),
      released,
    };
  },
  outsiders: [
    { name: 'nora', expects: (action) => unlike[action] ?? 'S' },
    // No payment permission; a call without a payment variant returns not found (DEC-12).
    { name: 'carl', expects: (action) => (action === 'adjust' ? 'N' : (unlike[action] ?? 'F')) },
  ],
};
