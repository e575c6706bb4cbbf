import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Replacement } from '#domain/replacement/replacement-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';
import { expectWholeChain } from '../../support/worker/concurrency.ts';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import {
  bookPayment,
  drain,
  readPayment,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { bill, submitBill } from '../../support/worker/fixtures/relief.ts';
import { deliver, notificationWindows, sweepIn } from '../../support/worker/fixtures/queues.ts';
import {
  preview,
  readReplacement,
  replace,
  start,
  type ReplacementAnswer,
} from '../../support/worker/replacements.ts';
import { added, bodyOf, get, level, put } from '../../support/worker/fixtures/templates.ts';
import { forgetSent, sent, setSettings, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import { changeUser } from '../../support/worker/fixtures/users.ts';
import { connectEndpoints, network, register } from '../../support/worker/fixtures/webhooks.ts';

beforeAll(openAllTypes);

let flow: WorkflowTemplate;

/** Each test has its own flow: one of Lena and Luis. */
beforeEach(async () => {
  await sql.alpha`UPDATE workflows SET current_order = NULL`;
  flow = await added('PURCHASE_ORDER', { makeDefaultType: true, steps: [level(['lena', 'luis'])] });
  forgetSent();
});

async function many(count: number): Promise<PurchaseOrder[]> {
  const orders = await Promise.all(
    Array.from({ length: count }, (_, n) => submitted('dana', withTotal(n + 1))),
  );
  sent.outbox.length = 0;
  return orders;
}
const waitingOf = async (name: string) => {
  const [row] = await sql.alpha<{ total: number }>`SELECT count(*) AS total FROM waiting_approvals
    WHERE user_id = ${name} AND document_id IN (SELECT document_id FROM workflows WHERE template_id = ${flow.id})`;
  return row?.total;
};
const events = async () => {
  const [row] =
    await sql.alpha`SELECT count(*) AS events, count(DISTINCT document_id) AS documents FROM document_events
    WHERE action = 'replace-approver' AND document_id IN (SELECT document_id FROM workflows WHERE template_id = ${flow.id})`;
  return row;
};
async function started(...people: Parameters<typeof preview>): Promise<Replacement> {
  const { id } = await preview(...people);
  const answer = await start(id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('a run over many documents', () => {
  test('REPL-04: it runs in jobs of 20; killed half-way it continues, and repeated it changes nothing more', async () => {
    await many(45);
    const { id } = await started('lena', 'otto', flow.id);
    const messages = sent.outbox.splice(0);
    expect(messages).toHaveLength(1);
    await deliver('backlot-bulk', messages);
    expect([await waitingOf('otto'), await waitingOf('lena')]).toEqual([20, 25]);
    expect(await readReplacement(id)).toMatchObject({ state: 'RUNNING', documents: 45, processed: 20 });
    // The message of the next job is lost, and that of the first arrives again.
    const lost = sent.outbox.splice(0);
    await deliver('backlot-bulk', messages);
    expect(await waitingOf('otto')).toBe(20);
    await sweepIn(5);
    expect(sent.outbox.length).toBeGreaterThan(0);
    await drain();
    sent.outbox.push(...lost, ...messages);
    await drain();
    expect([await waitingOf('otto'), await waitingOf('lena')]).toEqual([45, 0]);
    expect(await events()).toEqual({ events: 45, documents: 45 });
    expect(await readReplacement(id)).toMatchObject({
      state: 'DONE',
      processed: 45,
      replaced: 45,
      differenceCount: 0,
    });
  });

  test('REPL-04: a job that crashed after its write counts no document twice', async () => {
    await many(21);
    const { id } = await started('lena', 'otto', flow.id);
    const messages = sent.outbox.splice(0);
    await deliver('backlot-bulk', messages);
    // As if the Worker had ended before the job was closed.
    await sql.alpha`UPDATE outbox SET done_at = NULL, next_attempt_at = NULL WHERE kind = 'replace-approver'`;
    sent.outbox.push(...messages);
    await drain();
    expect(await events()).toEqual({ events: 21, documents: 21 });
    expect(await readReplacement(id)).toMatchObject({ state: 'DONE', replaced: 21, differenceCount: 0 });
  });

  test('REPL-04: a start that is repeated answers with the state, and a second one of the user is refused', async () => {
    await many(1);
    const first = await preview('lena', 'otto', flow.id);
    const second = await preview('lena', 'hugo', flow.id);
    const answers = await Promise.all([start(first.id), start(first.id)]);
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'RUNNING'],
      [200, 'RUNNING'],
    ]);
    const refused = await start(second.id);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'WORKFLOW_CONFLICT',
      'Another replacement of Lena Stone is in progress.',
    ]);
    await drain();
    expect((await start(first.id)).body.state).toBe('DONE');
    expect((await get('PURCHASE_ORDER', flow.id)).body.version).toBe(2);
    expect(await events()).toEqual({ events: 1, documents: 1 });
  });

  test('REPL-02: a repeated request has one preview', async () => {
    const body = { formerId: 'lena', replacementId: 'otto', workflowTemplateId: flow.id };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const post = (): Promise<ReplacementAnswer> =>
      as('ada').post('/api/replacements?showId=alpha1', body, headers);
    const [one, other] = [await post(), await post()];
    expect(other.body.id).toBe(one.body.id);
  });

  test('REPL-04: a run whose jobs failed is marked, and can be started again', async () => {
    await many(2);
    const { id } = await started('lena', 'otto', flow.id);
    sent.outbox.length = 0;
    await sql.alpha`UPDATE outbox SET done_at = '2026-01-05T09:00:00.000Z', error = 'Error: lost' WHERE kind = 'replace-approver'`;
    await sweepIn(1);
    expect((await readReplacement(id)).state).toBe('FAILED');
    expect((await start(id)).body.state).toBe('RUNNING');
    await drain();
    expect(await readReplacement(id)).toMatchObject({ state: 'DONE', replaced: 2 });
  });

  test('REPL-02: a preview that is not started within a day is removed', async () => {
    const { id } = await preview('lena', 'otto', flow.id);
    await sql.alpha`UPDATE replacements SET created_at = '2026-01-05T09:00:00.000Z' WHERE id = ${id}`;
    await sweepIn(1);
    expect((await start(id)).status).toBe(404);
    expect(await sql.alpha`SELECT * FROM replacement_items WHERE replacement_id = ${id}`).toEqual([]);
  });
});

describe('differences from the preview', () => {
  test('REPL-05: documents that were decided, came or changed meanwhile are named', async () => {
    const [decided, kept, owned] = await many(3);
    if (!decided || !kept || !owned) throw new Error('three orders');
    const before = await preview('lena', 'otto', flow.id);
    await approveAs(decided, 'luis');
    const late = await submitted('dana', withTotal(9));
    await sql.alpha`UPDATE documents SET owner_id = 'otto' WHERE id = ${owned.id}`;
    await start(before.id);
    await drain();
    await sql.alpha`UPDATE documents SET owner_id = creator_id WHERE id = ${owned.id}`;
    const result = await readReplacement(before.id);
    const step = { order: 1, step: 'Step 1' };
    const passes = { ...step, outcome: 'REPLACED', reason: null };
    expect(result.differenceCount).toBe(3);
    const of = ({ id }: { id: string }) => result.differences.find(({ docId }) => docId === id);
    expect(of(decided)).toMatchObject({ preview: [passes], result: [] });
    expect(of(late)).toMatchObject({ preview: [], result: [passes] });
    expect(of(owned)).toMatchObject({
      preview: [passes],
      result: [{ ...step, outcome: 'STAYS', reason: 'OWNED' }],
    });
    expect([result.documents, result.processed, result.replaced]).toEqual([4, 4, 2]);
    await expectWholeChain('alpha1', kept.id);
  });

  test('REPL-04: a vote at the same time wins or loses, but is never lost', async () => {
    const orders = await many(6);
    const { id } = await started('lena', 'otto', flow.id);
    const messages = sent.outbox.splice(0);
    const [votes] = await Promise.all([
      Promise.all(orders.map((po) => action('lena', 'approval', po))),
      deliver('backlot-bulk', messages),
    ]);
    await drain();
    const done = votes.map(({ status }) => status === 200);
    for (const [n, { id: orderId }] of orders.entries()) {
      expect((await read('dana', orderId)).status === 'APPROVED').toBe(done[n]);
      expect(await waitingFor(orderId)).toEqual(done[n] ? [] : ['luis', 'otto']);
      await expectWholeChain('alpha1', orderId);
    }
    expect((await readReplacement(id)).state).toBe('DONE');
  });

  test('REPL-04: a flow that another administrator saves at the same time has both changes', async () => {
    const before = await preview('lena', 'otto', flow.id);
    const [saved, begun] = await Promise.all([
      put(flow, { ...bodyOf(flow), name: `${flow.name} renamed` }),
      start(before.id),
    ]);
    expect(begun.status).toBe(200);
    const { body } = await get('PURCHASE_ORDER', flow.id);
    expect(body.steps[0]?.approvers.map(({ userId }) => userId)).toEqual(['otto', 'luis']);
    expect(body.name.endsWith('renamed')).toBe(saved.status === 200);
    await drain();
  });
});

test('REPL-01, REPL-03: invoices and payments pass as well, by the flows that list the former approver', async () => {
  const bills = await added('INVOICE', { makeDefaultType: true, steps: [level(['lena'])] });
  const billId = await bill([{ cents: 5000 }]);
  expect((await submitBill(billId)).status).toBe(200);
  const [paymentId = ''] = await submittedPayments(bookPayment('passes'));
  expect(await waitingFor(paymentId)).toEqual(['lena', 'luis']);
  const result = await replace('lena', 'otto');
  expect(result.totals.map(({ docType, waiting, amount }) => [docType, waiting, amount])).toEqual(
    expect.arrayContaining([
      ['INVOICE', 1, 50],
      ['PAYMENT', 1, 50],
    ]),
  );
  expect(await waitingFor(billId)).toEqual(['otto']);
  expect(await waitingFor(paymentId)).toEqual(['luis', 'otto']);
  expect((await readPayment('ada', paymentId)).changes).toMatchObject([{ action: 'replace-approver' }]);
  expect((await get('INVOICE', bills.id)).body.steps[0]?.approvers[0]?.userId).toBe('otto');
  await replace('otto', 'lena');
});

test('REPL-03: the documents of a type that the new approver cannot approve stay', async () => {
  const [paymentId = ''] = await submittedPayments(bookPayment('stays'));
  await sql.directory`UPDATE memberships SET payment_module_visible = 0 WHERE user_id = 'otto'`;
  const result = await replace('lena', 'otto');
  await sql.directory`UPDATE memberships SET payment_module_visible = 1 WHERE user_id = 'otto'`;
  expect(result.exceptions.find(({ docId }) => docId === paymentId)?.steps).toEqual([
    { order: 1, step: 'Step 1', outcome: 'STAYS', reason: 'ROLE' },
  ]);
  expect(await waitingFor(paymentId)).toEqual(['lena', 'luis']);
});

test('REPL-01: a user who has left is replaced as well', async () => {
  const [po] = await many(1);
  expect((await changeUser('lena', { isActive: false })).status).toBe(200);
  expect(await waitingFor(po?.id ?? '')).toEqual(['luis']);
  await replace('lena', 'otto', flow.id);
  expect(await waitingFor(po?.id ?? '')).toEqual(['luis', 'otto']);
  expect((await changeUser('lena', { isActive: true })).status).toBe(200);
  expect(await waitingFor(po?.id ?? '')).toEqual(['luis', 'otto']);
});

test('REPL-06: the new approver gets one e-mail with all waiting documents', async () => {
  await many(40);
  notificationWindows.areKept = true;
  await sql.alpha`DELETE FROM notification_windows`;
  await replace('lena', 'otto', flow.id);
  await sweepIn(30);
  await drain();
  notificationWindows.areKept = false;
  const mails = sent.mail.filter(({ to }) => JSON.stringify(to).includes('otto'));
  expect(mails.map(({ subject }) => subject)).toEqual(['40 waiting for your approval (Alpha Station)']);
});

test('REPL-06: subscribers get `approver.replaced` for each document', async () => {
  connectEndpoints();
  await register(['approver.replaced']);
  const orders = await many(2);
  await replace('lena', 'otto', flow.id);
  const bodies = network.received.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { document: { id: string } } },
  );
  expect(bodies.map(({ type }) => type)).toEqual(['approver.replaced', 'approver.replaced']);
  expect(bodies.map(({ data }) => data.document.id).toSorted()).toEqual(
    orders.map(({ id }) => id).toSorted(),
  );
});

test('REPL-03: a self-approval that the show forbids is no way around it', async () => {
  await setSettings('alpha1', { preventSelfApproval: true });
  const [po] = await many(1);
  await sql.alpha`UPDATE documents SET creator_id = 'otto' WHERE id = ${po?.id ?? ''}`;
  const { exceptions } = await preview('lena', 'otto', flow.id);
  await sql.alpha`UPDATE documents SET creator_id = 'dana' WHERE id = ${po?.id ?? ''}`;
  await setSettings('alpha1', { preventSelfApproval: false });
  expect(exceptions[0]?.steps[0]).toMatchObject({ outcome: 'STAYS', reason: 'CREATED' });
});
