import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import type { Note } from '#domain/documents/document-response';
import type { DocumentReaders } from '#domain/questions/question-response';
import type { Home } from '#domain/lists/home-response';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { maxOpenQuestions } from '#domain/questions/question';
import { webhookEvents } from '#domain/webhooks/webhook';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import {
  act as actOnInvoice,
  openInvoiceStudio,
  readInvoiceAs,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import {
  act as actOnPayment,
  bookPayment,
  openPayments,
  readPayment,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, historyFaults, sent, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import {
  connectEndpoints,
  network,
  register,
  verifyDelivery,
} from '../../support/worker/fixtures/webhooks.ts';

beforeAll(async () => {
  await openInvoiceStudio();
  await openPayments();
  connectEndpoints();
});
beforeEach(forgetSent);
afterEach(endCovers);

const paths: Record<DocType, string> = { PO: 'pos', INVOICE: 'invoices', PAYMENT: 'payments' };
type Answer = Note & { code?: string; message?: string };

function postNote(name: PersonName, id: string, own: Record<string, unknown>, docType: DocType = 'PO') {
  const body = { keyId: crypto.randomUUID(), content: 'Which episode is this?', ...own };
  return as(name).post<Answer>(`/api/${paths[docType]}/${id}/notes`, body);
}
const ask = (
  name: PersonName,
  askedUserId: string,
  id: string,
  own: Record<string, unknown> = {},
  docType?: DocType,
) => postNote(name, id, { askedUserId, ...own }, docType);
const reply = (name: PersonName, questionId: string, id: string, docType?: DocType) =>
  postNote(name, id, { questionId, content: 'Episode 4.' }, docType);
const withdraw = (name: PersonName, questionId: string, id: string) =>
  as(name).post<Answer>(`/api/pos/${id}/notes/withdraw`, { id: questionId });
const stateOf = async (id: string) => (await read('ada', id)).notes.map(({ question }) => question?.state);
const asksNow = async (name: PersonName) =>
  (await as(name).get<Home>('/api/home?showId=alpha1')).body.questions;
const rowOf = async (id: string) => {
  const path = '/api/pos/filter?page=1&count=50&showId=alpha1&persona=CREATOR';
  return (await as('ada').post<PurchaseOrderList>(path, {})).body.poS.find((row) => row.id === id);
};
const waitingOrder = (): Promise<PurchaseOrder> => submitted('dana', withTotal(500));
const expectCode = ({ status, body }: { status: number; body: Answer }, ...expected: unknown[]) =>
  expect([status, body.code]).toEqual(expected);

describe('a question', () => {
  test('ASK-01, ASK-03: it does not stop the document, and rows and reviews say who asked whom', async () => {
    const po = await waitingOrder();
    const { status, body } = await ask('abel', 'dana', po.id);
    expect([status, body.question]).toEqual([
      201,
      { askedUser: { id: 'dana', name: 'Dana Stone' }, state: 'OPEN' },
    ]);
    expect(await waitingFor(po.id)).toEqual(['abel']);
    expect((await rowOf(po.id))?.openQuestion).toEqual({
      id: body.id,
      asker: 'Abel Stone',
      askedUser: { id: 'dana', name: 'Dana Stone' },
      since: body.timestamp,
      count: 1,
    });
    expect((await approveAs(po, 'abel')).status).toBe(200);
    expect(await stateOf(po.id)).toEqual(['OPEN']);
  });

  test('ASK-02: the reply of the asked user closes it, and both are notes', async () => {
    const po = await waitingOrder();
    const { body: question } = await ask('abel', 'dana', po.id);
    const { status, body: answer } = await reply('dana', question.id, po.id);
    expect([status, answer.questionId]).toEqual([201, question.id]);
    const { notes } = await read('abel', po.id);
    expect(notes.map(({ content, question: part }) => [content, part?.state])).toEqual([
      ['Episode 4.', undefined],
      ['Which episode is this?', 'ANSWERED'],
    ]);
    expect((await rowOf(po.id))?.openQuestion).toBeUndefined();
    expectCode(await reply('dana', question.id, po.id), 409, 'WORKFLOW_CONFLICT');
  });

  test('ASK-04: the asked user gets an e-mail with the text and a link, and the asker the answer', async () => {
    const po = await waitingOrder();
    sent.outbox.length = 0;
    const { body: question } = await ask('abel', 'dana', po.id);
    await deliverSent();
    await reply('dana', question.id, po.id);
    await deliverSent();
    const mails = sent.mail.map(({ to, subject, text }) => [
      to,
      subject,
      text.includes('Which episode is this?') || text.includes('Episode 4.'),
      /review|purchase-orders|\/po\//.test(text),
    ]);
    expect(mails).toEqual([
      ['dana@backlot.example', expect.stringContaining('You were asked about'), true, true],
      ['abel@backlot.example', expect.stringMatching(/^Your question about .* was answered/), true, true],
    ]);
  });

  test('ASK-04: home lists the open questions to the user, newest first', async () => {
    const [first, second] = [await waitingOrder(), await waitingOrder()];
    await ask('abel', 'dana', first.id);
    const { body } = await ask('abel', 'dana', second.id, { content: 'Why twice?' });
    expect((await asksNow('dana')).slice(0, 2)).toMatchObject([
      { id: second.id, docType: 'PO', question: 'Why twice?', asker: 'Abel Stone', isOwn: true },
      { id: first.id, question: 'Which episode is this?' },
    ]);
    await reply('dana', body.id, second.id);
    expect((await asksNow('dana')).map(({ id }) => id)).not.toContain(second.id);
    expect(await asksNow('abel')).toEqual([]);
  });

  test('ASK-05: the asker and a Show Admin withdraw it, others do not', async () => {
    const po = await waitingOrder();
    const { body: one } = await ask('abel', 'dana', po.id);
    const { body: two } = await ask('abel', 'dana', po.id, { content: 'And why?' });
    expectCode(await withdraw('dana', one.id, po.id), 403, 'FORBIDDEN');
    const { status, body } = await withdraw('abel', one.id, po.id);
    expect([status, body.question?.state]).toEqual([200, 'WITHDRAWN']);
    expect((await withdraw('ada', two.id, po.id)).status).toBe(200);
    const { version } = await read('ada', po.id);
    expect((await withdraw('abel', one.id, po.id)).status).toBe(200);
    expect((await read('ada', po.id)).version).toBe(version);
    expectCode(await reply('dana', one.id, po.id), 409, 'WORKFLOW_CONFLICT');
  });

  test('ASK-05: a voided document closes its questions', async () => {
    const po = await waitingOrder();
    const { body } = await ask('abel', 'dana', po.id);
    await action('abel', 'void', await read('abel', po.id), { reason: 'Gone' });
    expect((await read('dana', po.id)).notes.find(({ id }) => id === body.id)?.question?.state).toBe(
      'CLOSED',
    );
    expectCode(await reply('dana', body.id, po.id), 409, 'WORKFLOW_CONFLICT');
    expectCode(await withdraw('abel', body.id, po.id), 409, 'WORKFLOW_CONFLICT');
    expectCode(await ask('abel', 'dana', po.id), 409, 'WORKFLOW_CONFLICT');
  });

  test('ASK-06: subscribers get `question.asked` and `question.answered`', async () => {
    const endpoint = await register(webhookEvents);
    const po = await waitingOrder();
    sent.outbox.length = 0;
    network.received.length = 0;
    const { body } = await ask('abel', 'dana', po.id);
    await reply('dana', body.id, po.id);
    await deliverSent();
    const events = network.received.map((one) => verifyDelivery(one, endpoint.newSecret).type);
    expect(events).toEqual(['question.asked', 'question.answered']);
  });

  test('ASK-06: the audit trail has question, answer and withdrawal, and is whole', async () => {
    const po = await waitingOrder();
    const { body: one } = await ask('abel', 'dana', po.id);
    const { body: two } = await ask('abel', 'dana', po.id);
    await reply('dana', one.id, po.id);
    await withdraw('abel', two.id, po.id);
    const events = await sql.alpha<{ action: string }>`SELECT action FROM document_events
      WHERE document_id = ${po.id} ORDER BY seq`;
    expect(events.map((event) => event.action).slice(-4)).toEqual([
      'ask',
      'ask',
      'answer',
      'withdraw-question',
    ]);
    expect(await historyFaults()).toEqual([]);
  });

  test('ASK-01: readers are those who may see the document, and who may be asked', async () => {
    const po = await waitingOrder();
    const { body } = await as('abel').get<DocumentReaders>(`/api/pos/${po.id}/readers`);
    const ids = body.people.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['ada', 'dana', 'carl', 'lena']));
    expect(ids).not.toContain('abel');
    expect(ids).not.toContain('otto');
    expect((await as('otto').get(`/api/pos/${po.id}/readers`)).status).toBe(404);
  });
});

describe('who may ask', () => {
  test('ASK-01: an earlier approver and a covering user may; others may not', async () => {
    const po = await waitingOrder();
    expectCode(await ask('lena', 'dana', po.id), 403, 'FORBIDDEN');
    expectCode(await ask('dana', 'abel', po.id), 403, 'FORBIDDEN');
    expectCode(await ask('ada', 'dana', po.id), 403, 'FORBIDDEN');
    expectCode(await ask('otto', 'dana', po.id), 404, 'NOT_FOUND');
    await approveAs(po, 'abel');
    expect((await ask('abel', 'dana', po.id)).status).toBe(201);
    await cover('lena', 'otto', { types: ['PO'] });
    expect((await ask('otto', 'lena', po.id)).status).toBe(201);
  });

  test('ASK-01: somebody who may not see the document, and the asker, cannot be asked', async () => {
    const po = await waitingOrder();
    const before = (await read('ada', po.id)).version;
    for (const nobody of ['otto', 'abel', 'nobody', 'gone'])
      expectCode(await ask('abel', nobody, po.id), 422, 'invalid_parameter');
    expect((await read('ada', po.id)).version).toBe(before);
  });

  test('ASK-01, ASK-02: only the asked user answers, and a note is either a question or an answer', async () => {
    const po = await waitingOrder();
    const { body } = await ask('abel', 'dana', po.id);
    expectCode(await reply('ada', body.id, po.id), 403, 'FORBIDDEN');
    expectCode(await reply('dana', 'nowhere', po.id), 404, 'NOT_FOUND');
    const both = await postNote('dana', po.id, { askedUserId: 'abel', questionId: body.id });
    expect(both.status).toBe(400);
    const { body: plain } = await postNote('dana', po.id, { content: 'Seen' });
    expectCode(await reply('dana', plain.id, po.id), 404, 'NOT_FOUND');
  });

  test('ASK-01, DEC-99: a repeated question is asked once, and at most so many are open', async () => {
    const po = await waitingOrder();
    const keyId = crypto.randomUUID();
    const first = await ask('abel', 'dana', po.id, { keyId });
    const again = await ask('abel', 'dana', po.id, { keyId });
    expect(again.body.id).toBe(first.body.id);
    expectCode(await ask('abel', 'ada', po.id, { keyId }), 422, 'invalid_parameter');
    for (let count = 1; count < maxOpenQuestions; count += 1) await ask('abel', 'dana', po.id);
    const tooMany = await ask('abel', 'dana', po.id);
    expectCode(tooMany, 422, 'invalid_parameter');
    expect(tooMany.body.message).toBe('A document has at most 20 open questions.');
    expect((await rowOf(po.id))?.openQuestion?.count).toBe(maxOpenQuestions);
  });
});

test('ASK-01, ASK-02, ASK-05: an invoice is asked about, and denying it closes the question', async () => {
  const { id } = await submittedInvoice();
  const { body: one } = await ask('abel', 'ivan', id, {}, 'INVOICE');
  expect((await reply('ivan', one.id, id, 'INVOICE')).status).toBe(201);
  const { body: two } = await ask('abel', 'ivan', id, {}, 'INVOICE');
  await actOnInvoice('abel', 'deny', await readInvoiceAs('abel', id), { reason: 'Not ours' });
  const { notes } = await readInvoiceAs('ivan', id);
  const states = [one, two].map((asked) => notes.find((note) => note.id === asked.id)?.question?.state);
  expect(states).toEqual(['ANSWERED', 'CLOSED']);
});

test('ASK-01, ASK-02, ASK-05: a payment is asked about, and denying it closes the question', async () => {
  const [id = ''] = await submittedPayments(bookPayment('asked'));
  const { body: one } = await ask('lena', 'dana', id, {}, 'PAYMENT');
  expect(one.question?.state).toBe('OPEN');
  await actOnPayment('lena', 'deny', id, { reason: 'Not ours' });
  const { notes } = await readPayment('ada', id);
  expect(notes.find((note) => note.id === one.id)?.question?.state).toBe('CLOSED');
});
