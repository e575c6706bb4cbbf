import { expect } from 'vitest';
import {
  invoiceCells,
  invoiceOutcome,
  type InvoiceAction,
  type InvoicePerson,
  type InvoiceState,
} from './invoice-cells.ts';
import { askAbout, inFlow, type CellKind } from './walk-matrix.ts';
import { copyOf, documentRows, type DocumentRows } from '../worker/database/document-rows.ts';
import { as, type Answer } from '../worker/fixtures/client.ts';
import {
  act,
  anInvoice,
  approveInvoice,
  createInvoice,
  openInvoiceStudio,
  readInvoiceAs,
  scan,
  submit,
} from '../worker/fixtures/invoices.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import { studioEnv, sql } from '../worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

/**
 * Dana may read invoices; Carl creates them and Ivan also voids them; Wendy has no permission; step 2 needs two votes.
 */
async function open(): Promise<void> {
  await openInvoiceStudio();
  await studioEnv.DIRECTORY.batch(
    [
      `invoice_module_visible = 1 WHERE user_id = 'dana'`,
      `invoice_module_visible = 0 WHERE user_id = 'wendy'`,
      `role = 'Invoice Creator' WHERE user_id = 'carl'`,
      `void_invoice = 1 WHERE user_id = 'ivan'`,
    ].map((change) => studioEnv.DIRECTORY.prepare(`UPDATE memberships SET ${change}`)),
  );
  await sql.alpha`UPDATE workflow_template_steps SET approvals_needed = 2 WHERE id = 'alpha1_bill2'`;
}

type Step = (id: string) => Promise<unknown>;
const expectOk = async (answer: Promise<Answer<object>>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
};
const sent: Step = (id) => expectOk(submit('ivan', id));
const pulled: Step = (id) => expectOk(as('ivan').put(`/api/invoices/${id}/pull`));
const approved =
  (...names: PersonName[]): Step =>
  (id) =>
    expectOk(approveInvoice(id, ...names));
const ended =
  (word: 'revision' | 'void' | 'deny'): Step =>
  async (id) =>
    expectOk(act('lena', word, await readInvoiceAs('lena', id), { reason: 'Because' }));

const stepsTo = (first: PersonName): Record<InvoiceState, readonly Step[]> => ({
  draft: [],
  pulled: [sent, pulled],
  revision: [sent, approved(first), ended('revision')],
  submitted: [sent],
  second: [sent, approved(first)],
  half: [sent, approved(first, 'luis')],
  approved: [sent, approved(first, 'luis', 'lena')],
  void: [sent, approved(first), ended('void')],
  denied: [sent, approved(first), ended('deny')],
});

/** Creates an invoice of Ivan's in this state; `first` approves step 1. Returns its rows. */
export async function invoiceInState(state: InvoiceState, first: PersonName = 'abel'): Promise<DocumentRows> {
  const { id } = await createInvoice('ivan', { attachments: [await scan()] });
  for (const step of stepsTo(first)[state]) await step(id);
  const { status, submissionStatus } = await readInvoiceAs('ada', id);
  expect([status, submissionStatus]).toEqual(invoiceOutcome('read', state).pair);
  return documentRows(id);
}

/** The cells of invoices (DEC-27). */
export const invoiceKind: CellKind<InvoiceState, InvoicePerson, InvoiceAction, Invoice> = {
  table: invoiceCells,
  open,
  rowsInState: (state) => invoiceInState(state),
  copy: (rows, person) => (person === 'dana' ? copyOf(rows, ['ivan', 'dana']) : copyOf(rows)),
  standIn: 'dana',
  read: (id) => readInvoiceAs('ada', id),
  perform: {
    read: (name, { id }) => as(name).get(`/api/invoices/${id}/`),
    note: (name, { id }) =>
      as(name).post(`/api/invoices/${id}/notes`, { keyId: crypto.randomUUID(), content: 'Seen' }),
    save: (name, { id, doc: { number, attachments } }) =>
      as(name).put(`/api/invoices/${id}`, anInvoice({ number, attachments, description: 'Saved again' })),
    submit: (name, { id }) => submit(name, id),
    approve: (name, { id, step }) => inFlow('INVOICE', 'approval', name, id, step ?? 'none'),
    revise: (name, { id, step }) => inFlow('INVOICE', 'revision', name, id, step ?? 'none'),
    void: (name, { id }) => inFlow('INVOICE', 'void', name, id, null),
    deny: (name, { id, step }) => inFlow('INVOICE', 'deny', name, id, step ?? 'none'),
    pull: (name, { id }) => as(name).put(`/api/invoices/${id}/pull`),
    adjust: (name, { id }) => as(name).post('/api/workflows/adjust', { poId: id, reason: 'More' }),
    takeBack: (name, { id }) => inFlow('INVOICE', 'take-back', name, id, null),
    sendBack: (name, { id, step, doc }) =>
      inFlow('INVOICE', 'send-back', name, id, step ?? 'none', doc.workflow?.steps[0]?.id),
    nudge: (name, { id }) => inFlow('INVOICE', 'nudge', name, id, null),
    ask: (name, { id }) => askAbout('invoices', name, id, 'carl'),
  },
  facts: async (invoice) => ({
    pair: [invoice.status, invoice.submissionStatus],
    totalCost: invoice.totalCost,
    revision: invoice.revision,
    history: invoice.historyEvents.map(({ type }) => type),
    notes: invoice.notes.map(({ context }) => context).toSorted(),
  }),
  expected: (action, state, before) => {
    const { pair, history, note, revision } = invoiceOutcome(action, state);
    const events = before.historyEvents.map(({ type }) => type);
    const notes = before.notes.map(({ context }) => context);
    return {
      pair,
      totalCost: 100,
      revision,
      history: history === null ? events : [history, ...events],
      notes: (note === null ? notes : [...notes, note]).toSorted(),
    };
  },
  outsiders: [
    { name: 'otto', expects: () => 'N' },
    { name: 'nora', expects: () => 'S' },
    // She has no invoice permission; a call without an invoice variant returns not found (DEC-12).
    { name: 'wendy', expects: (action) => (action === 'adjust' ? 'N' : 'F') },
  ],
};
