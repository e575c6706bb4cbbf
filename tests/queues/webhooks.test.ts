import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { webhookEvents } from '#domain/webhooks/webhook';
import {
  action,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../support/worker/fixtures/client.ts';
import { billFor, openAllTypes, orderWithQuote } from '../support/worker/fixtures/all-types.ts';
import { act, bookPayment, drain, submittedPayments } from '../support/worker/fixtures/payments.ts';
import { actOnBill, submitBill } from '../support/worker/fixtures/relief.ts';
import { adjust } from '../support/worker/fixtures/change-orders.ts';
import { deliver, deliverSent } from '../support/worker/fixtures/queues.ts';
import { failPushes, forgetSent, sent, sql } from '../support/worker/fixtures/studio.ts';
import {
  connectEndpoints,
  sweepLater,
  logOf,
  network,
  verifyDelivery,
  register,
  removeAll,
} from '../support/worker/fixtures/webhooks.ts';

beforeAll(async () => {
  await openAllTypes();
  connectEndpoints();
});
beforeEach(async () => {
  await removeAll();
  forgetSent();
  network.received.length = 0;
  network.answer = () => new Response(null);
});

const hour = 60;
const day = 24 * hour;
const failing = () => new Response('no', { status: 500 });

describe('events', () => {
  test('DEC-25, DEC-26: each event of an order is sent once, signed and with minimal data', async () => {
    const endpoint = await register(webhookEvents);
    const po = await submitted('dana', withTotal(21));
    await approveAs(po, 'abel', 'lena', 'luis');
    expect((await adjust('dana', po.id, 'More')).status).toBe(200);
    const changed = await read('dana', po.id);
    expect((await action('ada', 'void', changed, { reason: 'No' })).status).toBe(200);
    await deliverSent();
    const events = network.received.map((one) => verifyDelivery(one, endpoint.newSecret));
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'change_order.requested',
      'change_order.voided',
      'document.approved',
      'document.sent_to_accounting',
      'document.step_approved',
      'document.submitted',
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(6);
    const approved = events.find(({ type }) => type === 'document.approved');
    expect(approved).toEqual({
      id: expect.stringMatching(/^alpha1_[0-9a-f]{32}$/),
      type: 'document.approved',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        show: { id: 'alpha1', name: 'Alpha Station' },
        document: {
          id: po.id,
          type: 'PO',
          number: orderNumber(changed),
          status: 'APPROVED',
          version: expect.any(Number),
          link: `https://app.backlot.test/po/review/${po.id}/creator?restoreShow=alpha1`,
        },
        actorId: expect.any(String),
      },
    });
    const [first] = network.received;
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.stringify(events)).not.toMatch(/cents|total|vendor|amount/i);
    const versions = ['document.submitted', 'document.approved', 'change_order.voided'].map(
      (type) => events.find((one) => one.type === type)?.data.document?.version ?? 0,
    );
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  test('DEC-32: sent_to_accounting is sent after accounting accepts a document, and not when it refuses', async () => {
    const endpoint = await register(['document.sent_to_accounting'], { documentTypes: ['PO'] });
    await failPushes('SA', 'The period is closed.');
    const po = await submitted('dana', withTotal(22));
    await approveAs(po, 'abel', 'lena', 'luis');
    await deliverSent();
    expect(network.received).toEqual([]);
    const pushed = await as('dana').post(`/api/pos/push/${po.id}`);
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
    await deliverSent();
    expect(network.received.map((one) => verifyDelivery(one, endpoint.newSecret).type)).toEqual([
      'document.sent_to_accounting',
    ]);
  });

  test('DEC-27, DEC-28, DEC-32: events are sent for an invoice in accounting and a released payment', async () => {
    const order = await orderWithQuote('a quote');
    const { id: invoice } = await billFor(order);
    const [payment = ''] = await submittedPayments(bookPayment('hooked'));
    await drain();
    const endpoint = await register(
      ['document.submitted', 'document.approved', 'document.sent_to_accounting', 'payment.released'],
      { documentTypes: ['INVOICE', 'PAYMENT'] },
    );
    expect((await submitBill(invoice)).status).toBe(200);
    expect((await actOnBill(invoice, 'approval')).status).toBe(200);
    expect((await act('lena', 'approval', payment)).status).toBe(200);
    await drain();
    const events = network.received.map((one) => verifyDelivery(one, endpoint.newSecret));
    const typesOf = (id: string) =>
      events.filter(({ data }) => data.document?.id === id).map(({ type }) => type);
    expect(typesOf(invoice).toSorted()).toEqual([
      'document.approved',
      'document.sent_to_accounting',
      'document.submitted',
    ]);
    expect(typesOf(payment).toSorted()).toEqual(['document.approved', 'payment.released']);
  });

  test('no event is sent for a saved draft or for a document type without a subscription', async () => {
    await register(['document.submitted'], { documentTypes: ['INVOICE'] });
    const orders = await register(['document.submitted'], { documentTypes: ['PO'] });
    await create('dana');
    await submitted('dana');
    await deliverSent();
    expect(network.received.map(({ url }) => url)).toEqual([orders.url]);
  });
});

describe('a failing endpoint', () => {
  test('gets seven attempts with growing delays, then the delivery fails in the log', async () => {
    const endpoint = await register(['document.submitted']);
    network.answer = failing;
    const po = await submitted('dana');
    await deliverSent();
    expect(await logOf(endpoint)).toMatchObject([
      { event: 'document.submitted', documentId: po.id, state: 'WAITING', statusCode: 500, attempts: 1 },
    ]);
    let minutes = 0;
    for (const rest of [1, 5, 30, 2 * hour, 6 * hour, 24 * hour]) {
      const before = network.received.length;
      if (rest === 30) {
        await sweepLater(minutes + rest - 0.5);
        expect(network.received).toHaveLength(before);
      }
      minutes += rest + 1;
      await sweepLater(minutes);
      expect(network.received).toHaveLength(before + 1);
    }
    const [delivery] = await logOf(endpoint);
    expect(delivery).toMatchObject({
      state: 'FAILED',
      attempts: 7,
      nextAttemptAt: null,
      error: 'It responded with status 500.',
    });
    await sweepLater(minutes + 2 * day);
    expect(network.received).toHaveLength(7);
    expect(new Set(network.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('can be sent a failed or waiting delivery again, with the same id', async () => {
    const endpoint = await register(['document.submitted']);
    network.answer = failing;
    await submitted('dana');
    await deliverSent();
    const [resting] = await logOf(endpoint);
    network.answer = () => new Response(null, { status: 204 });
    const again = () => as('ada').post(`/api/webhooks/${endpoint.id}/deliveries/${resting?.id}`);
    expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(200);
    await deliverSent();
    const ids = network.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect(await logOf(endpoint)).toMatchObject([{ state: 'DELIVERED', statusCode: 204, attempts: 2 }]);
    expect((await again()).status).toBe(200);
    await deliverSent();
    expect(network.received).toHaveLength(3);
  });

  test('is retried after a redirect, which is not followed, and after a network error', async () => {
    const endpoint = await register(['document.submitted']);
    for (const [answer, statusCode, error] of [
      [() => Response.redirect('https://10.0.0.1/', 302), 302, /redirect/],
      [
        () => {
          throw new TypeError('refused');
        },
        null,
        /could not be reached/,
      ],
      [
        () => {
          throw new DOMException('late', 'TimeoutError');
        },
        null,
        /within 10 seconds/,
      ],
    ] as const) {
      network.answer = answer;
      await submitted('dana');
      await deliverSent();
      const [last] = await logOf(endpoint);
      expect(last).toMatchObject({ state: 'WAITING', statusCode, error: expect.stringMatching(error) });
    }
    expect(network.received.every(({ url }) => url === endpoint.url)).toBe(true);
  });

  test('is disabled after five days of failures, and its administrators are notified once', async () => {
    const endpoint = await register(['document.submitted']);
    network.answer = failing;
    await submitted('dana');
    await deliverSent();
    await sql.alpha`UPDATE webhook_endpoints
      SET failing_since = strftime('%Y-%m-%dT%H:%M:%fZ', failing_since, '-5 days') WHERE id = ${endpoint.id}`;
    await submitted('dana');
    await deliverSent();
    await deliverSent();
    const disabled = sent.mail.filter(({ subject }) => subject.startsWith('A webhook endpoint was disabled'));
    expect(disabled.map(({ to }) => to)).toEqual(['ada@backlot.example']);
    expect(disabled[0]?.text).toContain(endpoint.url);
    const before = network.received.length;
    await submitted('dana');
    await sweepLater(30);
    expect(network.received).toHaveLength(before);
    expect((await logOf(endpoint)).every(({ state }) => state === 'FAILED')).toBe(true);
    const tried = await as('ada').post(`/api/webhooks/${endpoint.id}/test`);
    expect([tried.status, tried.body['code']]).toEqual([409, 'WORKFLOW_CONFLICT']);
  });
});

describe('delivery log', () => {
  test('a test event is sent once and does not affect the state of the endpoint', async () => {
    const endpoint = await register(['document.approved']);
    const send = () => as('ada').post(`/api/webhooks/${endpoint.id}/test`);
    expect((await send()).status).toBe(200);
    await deliverSent();
    const [received] = network.received;
    expect(received && verifyDelivery(received, endpoint.newSecret)).toMatchObject({
      type: 'webhook.test',
      data: { document: null },
    });
    network.answer = failing;
    await send();
    await deliverSent();
    expect(await logOf(endpoint)).toMatchObject([{ state: 'FAILED' }, { state: 'DELIVERED' }]);
    const [row] = await sql.alpha`SELECT failing_since FROM webhook_endpoints`;
    expect(row).toEqual({ failing_since: null });
  });

  test('a duplicate request and a duplicate message send one delivery', async () => {
    await register(['document.revision_requested']);
    const po = await submitted('dana');
    sent.outbox.length = 0;
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = {
      docId: po.id,
      docType: 'PO',
      showId: po.showId,
      workflowStepId: po.workflow?.currentStep?.id,
      reason: 'Again',
    };
    for (let turn = 0; turn < 2; turn += 1)
      expect((await as('abel').post('/api/workflows/revision', body, key)).status).toBe(200);
    const messages = sent.outbox.splice(0);
    await deliver('backlot-outbox', messages);
    await deliver('backlot-outbox', messages);
    expect(network.received).toHaveLength(1);
  });

  test('is paged, newest first, and deletes deliveries after thirty days', async () => {
    const endpoint = await register(['document.submitted']);
    for (let turn = 0; turn < 27; turn += 1) await as('ada').post(`/api/webhooks/${endpoint.id}/test`);
    await deliverSent();
    const path = `/api/webhooks/${endpoint.id}/deliveries`;
    const first = await as('ada').get<{ deliveries: { id: string }[]; hasMore: boolean }>(path);
    expect([first.body.deliveries.length, first.body.hasMore]).toEqual([25, true]);
    const last = first.body.deliveries.at(-1)?.id;
    const rest = await as('ada').get<{ deliveries: { id: string }[]; hasMore: boolean }>(
      `${path}?before=${last}`,
    );
    expect([rest.body.deliveries.length, rest.body.hasMore]).toEqual([2, false]);
    await sweepLater(29 * day);
    expect(await logOf(endpoint)).toHaveLength(25);
    await sweepLater(31 * day);
    expect(await logOf(endpoint)).toEqual([]);
    expect(await sql.alpha`SELECT * FROM webhook_answers`).toEqual([]);
  });
});
