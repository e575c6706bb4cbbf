import { beforeAll, describe, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import type { ActionBody } from '../../support/worker/fixtures/client.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { deliverQueued } from '../../support/worker/fixtures/digests.ts';
import {
  openInvoiceStudio,
  readInvoiceAs,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import {
  bookPayment,
  openPayments,
  readPayment,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { publishedDuring } from '../../support/worker/fixtures/mail.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { historyFaults, sent, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import { added, level } from '../../support/worker/fixtures/templates.ts';
import { remindOn } from '../../support/worker/reminders.ts';

/** What works for purchase orders (in files of their own) works for invoices and payments, too. */

/** Abel, then Lena or Luis, who are reminded; Hugo is their backup approver. */
const steps = [
  level(['abel'], { amountLimit: 1 }),
  level(['lena', 'luis'], { remindAfterDays: 3, escalateAfterDays: 14, backup: { userId: 'hugo' } }),
];

beforeAll(async () => {
  await openInvoiceStudio();
  await openPayments();
  await added('INVOICE', { makeDefaultType: true, steps });
  const { id } = await added('PAYMENT', { steps });
  await sql.alpha`UPDATE workflow_template_bank_accounts SET template_id = ${id}
    WHERE bank_account_id = 'alpha1_bank_operating'`;
});

let payments = 0;
async function newPayment(): Promise<string> {
  payments += 1;
  const [id = ''] = await submittedPayments(bookPayment(`waits-${payments}`));
  return id;
}

const cases = [
  ['an invoice', 'INVOICE', 'ivan', async () => (await submittedInvoice()).id],
  ['a payment', 'PAYMENT', 'dana', newPayment],
] as const;

/** Arrival, reminder and escalation, on other days for each type: the job of a time runs once an hour. */
const days = {
  INVOICE: ['2018-03-20', '2018-03-26', '2018-04-10'],
  PAYMENT: ['2018-03-21', '2018-03-27', '2018-04-11'],
} as const;

const read = (docType: DocType, id: string) =>
  docType === 'INVOICE' ? readInvoiceAs('ada', id) : readPayment('ada', id);
const summaries = async (docType: DocType, id: string) =>
  (await read(docType, id)).changes.map(({ summary }) => summary);

async function act(name: PersonName, word: string, docType: DocType, docId: string, own: object = {}) {
  const { workflow } = await read(docType, docId);
  const body = { docId, docType, showId: 'alpha1', workflowStepId: workflow?.currentStep?.id, ...own };
  const answer = await as(name).post<ActionBody>(`/api/workflows/${word}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** The ids of a list of the type. */
async function listed(docType: DocType, filters: object, query = ''): Promise<string[]> {
  const type = docType === 'INVOICE' ? 'invoices' : 'payments';
  const path = `/api/${type}/filter?page=1&count=50&showId=alpha1&persona=CREATOR${query}`;
  const { body } = await as('ada').post<Record<string, { id: string }[]>>(path, filters);
  return body[type]?.map(({ id }) => id) ?? [];
}

describe.each(cases)('%s in approval', (_name, docType, owner, submitted) => {
  test('WAIT-05, WAIT-06, WAIT-07, WAIT-08: it says with whom it waits, and lists sort and filter by it', async () => {
    const id = await submitted();
    await sql.alpha`UPDATE documents SET waiting_since = '2018-03-20T15:00:00.000-07:00' WHERE id = ${id}`;
    const { waiting } = await read(docType, id);
    expect(waiting).toMatchObject({ with: [{ id: 'abel' }], isNudgedToday: false });
    expect(waiting?.days).toBeGreaterThan(1_000);
    const newer = await submitted();
    expect(await listed(docType, {}, '&sort=WAITING_SINCE,ASC')).toEqual([id, newer]);
    expect(await listed(docType, { waitingWith: ['abel'], waitingSince: '2018-03-20' })).toEqual([id]);
    expect(await listed(docType, { waitingWith: ['lena'] })).toEqual([]);
  });

  test('NUDGE-01, NUDGE-02, NUDGE-03, NUDGE-04, NUDGE-12: its owner nudges the approvers', async () => {
    const id = await submitted();
    await sql.alpha`DELETE FROM notification_windows`;
    sent.outbox.length = 0;
    const published = await publishedDuring(() => act(owner, 'nudge', docType, id));
    const { number } = await read(docType, id);
    expect(published.filter(({ event }) => event === 'nudge_update')).toMatchObject([
      { to: ['abel'], data: { docType, docId: id, docNumber: number, absentNames: [] } },
    ]);
    expect((await deliverQueued()).map(({ to, subject }) => [to, subject.split(' (')[0]])).toEqual([
      ['abel@backlot.example', expect.stringContaining('is still waiting for your approval')],
    ]);
    expect((await read(docType, id)).waiting?.isNudgedToday).toBe(true);
    expect(await summaries(docType, id)).toContain('nudged the approvers');
  });

  test('NUDGE-05, NUDGE-06: its approvers are reminded, and the backup approver joins them', async () => {
    const id = await submitted();
    await act('abel', 'approval', docType, id);
    const [arrived, reminded, escalated] = days[docType];
    await sql.alpha`UPDATE documents SET waiting_since = ${`${arrived}T15:00:00.000-07:00`},
      reminder_due_at = ${`${arrived}T07:00:00.000Z`} WHERE id = ${id}`;
    expect((await remindOn(reminded)).map(({ to }) => to)).toEqual([
      'lena@backlot.example',
      'luis@backlot.example',
    ]);
    expect((await remindOn(escalated)).map(({ to }) => to)).toEqual(['hugo@backlot.example']);
    expect(await waitingFor(id)).toEqual(['hugo', 'lena', 'luis']);
    expect(await summaries(docType, id)).toEqual(
      expect.arrayContaining(['reminded the approvers', 'escalated the approval']),
    );
    await act('hugo', 'approval', docType, id);
  });

  test('BACK-01, BACK-03, BACK-04: it is sent back, and returns to the sender', async () => {
    const id = await submitted();
    await act('abel', 'approval', docType, id);
    const toStepId = (await read(docType, id)).workflow?.steps[0]?.id;
    await act('lena', 'send-back', docType, id, { toStepId, reason: 'Wrong episode' });
    expect((await read(docType, id)).workflow?.sentBack).toMatchObject({ by: 'Lena Stone', toStepId });
    expect(await waitingFor(id)).toEqual(['abel']);
    await act('abel', 'approval', docType, id);
    expect(await waitingFor(id)).toEqual(['lena', 'luis']);
    expect(await summaries(docType, id)).toContain('sent the document back to an earlier step');
  });

  test('RUN-06, RUN-07, RUN-08: an approval is taken back', async () => {
    const id = await submitted();
    const step = (await read(docType, id)).workflow?.currentStep?.id;
    await act('abel', 'approval', docType, id);
    await act('abel', 'take-back', docType, id, { workflowStepId: step });
    expect(await waitingFor(id)).toEqual(['abel']);
    expect(await summaries(docType, id)).toContain('took back the approval');
    expect(await historyFaults()).toEqual([]);
  });
});
