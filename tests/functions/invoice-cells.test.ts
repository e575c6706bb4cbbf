import { beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '#domain/invoice';
import { as } from '../support/worker/studio-client.ts';
import { studioEnv } from '../support/worker/studio.ts';
import {
  act,
  anInvoice,
  approvedInvoice,
  createInvoice,
  openInvoiceStudio,
  outcome,
  put,
  readInvoiceAs,
  scan,
  submit,
  submittedInvoice,
} from '../support/worker/studio-invoices.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  // The approver sees every invoice, so that what refuses him is the state alone.
  await studioEnv.DIRECTORY.prepare(
    "UPDATE memberships SET invoice_visibility = 'ALL' WHERE user_id = 'abel'",
  ).run();
});

const reason = { reason: 'Because' };
const ended = async (word: 'revision' | 'void' | 'deny') => {
  const invoice = await submittedInvoice();
  await act('abel', word, invoice, reason);
  return readInvoiceAs('ada', invoice.id);
};

const states = {
  'DRAFT / Draft': async () => createInvoice('ivan', { attachments: [await scan()] }),
  'DRAFT / Needs revision': () => ended('revision'),
  'SUBMITTED_FOR_APPROVAL / Submitted for approval': () => submittedInvoice(),
  'APPROVED / Approved': () => approvedInvoice(),
  'VOID / Void': () => ended('void'),
  'VOID / Denied': () => ended('deny'),
} as const satisfies Record<string, () => Promise<Invoice>>;

/** By somebody who may do it in some state: an admin, or the approver of the first step. */
const actions = {
  save: (invoice: Invoice) => put('ada', invoice.id, anInvoice({ attachments: invoice.attachments })),
  submit: (invoice: Invoice) => submit('ada', invoice.id),
  pull: (invoice: Invoice) => as('ada').put<{ code?: string }>(`/api/invoices/${invoice.id}/pull`),
  void: (invoice: Invoice) => act('ada', 'void', invoice, reason),
  approve: (invoice: Invoice) =>
    act('abel', 'approval', invoice, { workflowId: invoice.workflow?.id ?? 'none' }),
  revise: (invoice: Invoice) => act('abel', 'revision', invoice, reason),
  deny: (invoice: Invoice) => act('abel', 'deny', invoice, reason),
} as const;
type Act = keyof typeof actions;

const conflict = [409, 'WORKFLOW_CONFLICT'];
const locked = [409, 'ERROR_INVOICE_NOT_EDITABLE'];
const done = (pair: string) => [200, pair];

/** DEC-27 as a table: what each action makes of each state. */
const table: Record<keyof typeof states, Record<Act, readonly unknown[]>> = {
  'DRAFT / Draft': {
    save: done('DRAFT / Draft'),
    submit: done('SUBMITTED_FOR_APPROVAL / Submitted for approval'),
    pull: conflict,
    void: done('VOID / Void'),
    approve: conflict,
    revise: conflict,
    deny: conflict,
  },
  'DRAFT / Needs revision': {
    save: done('DRAFT / Needs revision'),
    submit: done('SUBMITTED_FOR_APPROVAL / Submitted for approval'),
    pull: conflict,
    void: done('VOID / Void'),
    approve: conflict,
    revise: conflict,
    deny: conflict,
  },
  'SUBMITTED_FOR_APPROVAL / Submitted for approval': {
    save: locked,
    submit: locked,
    pull: done('DRAFT / Draft'),
    void: done('VOID / Void'),
    approve: done('SUBMITTED_FOR_APPROVAL / Submitted for approval'),
    revise: done('DRAFT / Needs revision'),
    deny: done('VOID / Denied'),
  },
  'APPROVED / Approved': {
    save: locked,
    submit: locked,
    pull: conflict,
    void: done('VOID / Void'),
    approve: conflict,
    revise: conflict,
    deny: conflict,
  },
  'VOID / Void': {
    save: locked,
    submit: conflict,
    pull: conflict,
    void: conflict,
    approve: conflict,
    revise: conflict,
    deny: conflict,
  },
  'VOID / Denied': {
    save: locked,
    submit: conflict,
    pull: conflict,
    void: conflict,
    approve: conflict,
    revise: conflict,
    deny: conflict,
  },
};

describe.each(Object.keys(states) as (keyof typeof states)[])('an invoice that is %s', (state) => {
  test.each(Object.keys(actions) as Act[])('DEC-27, DEC-15, DEC-42: %s', async (action) => {
    const before = await states[state]();
    expect(`${before.status} / ${before.submissionStatus}`).toBe(state);
    const answer = await actions[action](before);
    const after = await readInvoiceAs('ada', before.id);
    const pair = `${after.status} / ${after.submissionStatus}`;
    expect(answer.status === 200 ? [200, pair] : outcome(answer)).toEqual(table[state][action]);
    if (answer.status !== 200) expect(after).toEqual(before);
  });
});
