import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJob } from '#verbs/jobs/run-job';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { action, approveAs, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { deliver, sweepIn, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { holdNextWait } from '../../support/worker/skip-pauses.ts';
import {
  forgetSent,
  openStudio,
  pushesOf,
  sent,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
  // The failures of the test before may have opened the circuit breaker.
  await sql.alpha`DELETE FROM accounting_rests`;
});

type Operation = 'po.push' | 'po.void';
const plan = (operation: Operation, mode: 'FAIL' | 'DELAY', own: Record<string, number | string> = {}) =>
  sql.ledger`INSERT INTO switches (license, operation, mode, times_left, status, message, delay_ms)
    VALUES (${licenses.SA}, ${operation}, ${mode}, ${own['times'] ?? 1}, ${own['status'] ?? 0},
    ${own['message'] ?? ''}, ${own['delayMs'] ?? 0})`;

const unreachable = (operation: Operation) =>
  plan(operation, 'FAIL', { times: 3, status: 503, message: 'Down for the night.' });
const entriesOf = (id: string, kind: string) =>
  sql.alpha<{
    id: string;
    done_at: string | null;
    error: string | null;
    attempts: number;
  }>`SELECT id, done_at, error, attempts FROM outbox WHERE document_id = ${id} AND kind = ${kind} ORDER BY id`;
const historyOf = async (id: string) =>
  sql.alpha<{
    is_successful: number;
    message: string;
    sender_first_name: string;
  }>`SELECT is_successful, message, sender_first_name FROM send_history WHERE document_id = ${id} ORDER BY created_at`;
const kindsOf = async (id: string) => (await pushesOf(id)).map((entry) => entry.kind);
const voidAs = (name: 'ada' | 'lena', { id, showId }: PurchaseOrder) =>
  action(name, 'void', { id, showId }, { reason: 'Off' });
const statusOf = async (id: string) =>
  (await sql.alpha<{ status: string }>`SELECT status FROM documents WHERE id = ${id}`)[0]?.status;
const ready = async (amount: number) => {
  const po = await submitted('dana', withTotal(amount));
  await approveAs(po, 'abel', 'lena');
  sent.outbox.length = 0;
  return po;
};
const makeJobsDue = (id: string) =>
  sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE document_id = ${id}`;

describe('accounting is unreachable', () => {
  test('DEC-03, DEC-61: the approval returns 424 and stays, and the push is retried until accounting responds', async () => {
    const po = await ready(31);
    await unreachable('po.push');
    const answer = await approveAs(po, 'luis');
    expect([answer.status, answer.body.approved, answer.body.message]).toEqual([
      424,
      true,
      'Down for the night.',
    ]);
    expect(await entriesOf(po.id, 'push-po')).toMatchObject([{ done_at: null }]);
    expect(await historyOf(po.id)).toMatchObject([{ is_successful: 0, message: 'Down for the night.' }]);

    await unreachable('po.push');
    sent.outbox.length = 0;
    await sweepIn(2);
    const push = sent.outbox.filter((message) => message.showId === 'alpha1');
    expect(await deliver('backlot-outbox', push)).toMatchObject({ retried: 1 });
    expect(await entriesOf(po.id, 'push-po')).toMatchObject([{ done_at: null, attempts: 1 }]);

    await makeJobsDue(po.id);
    expect(await deliver('backlot-outbox', push)).toMatchObject({ retried: 0 });
    expect(await kindsOf(po.id)).toEqual(['PO_PUSH']);
    // All attempts of a job share one entry, which has the final result.
    expect(await historyOf(po.id)).toEqual([{ is_successful: 1, message: '', sender_first_name: 'Luis' }]);
    expect(await read('dana', po.id)).toMatchObject({ foundInAccountingSystem: true });
  });

  test('DEC-25/16: a void that did not reach accounting is in the send history and is retried', async () => {
    const po = await ready(32);
    await approveAs(po, 'luis');
    await unreachable('po.void');
    sent.outbox.length = 0;
    await voidAs('lena', po);
    expect(await deliver('backlot-outbox', sent.outbox)).toMatchObject({ retried: 1 });
    const failed = {
      is_successful: 0,
      message: 'Not voided in accounting: Down for the night.',
      sender_first_name: 'Lena',
    };
    expect(await historyOf(po.id)).toEqual([expect.objectContaining({ is_successful: 1 }), failed]);
    expect(await kindsOf(po.id)).toEqual(['PO_PUSH']);
    await makeJobsDue(po.id);
    await deliver('backlot-outbox', sent.outbox);
    expect(await kindsOf(po.id)).toEqual(['PO_PUSH', 'PO_VOID']);
    expect((await historyOf(po.id)).map((entry) => entry.is_successful)).toEqual([1, 1]);
  });

  test('DEC-61: the retry delay grows, and a job is closed with its error after twenty attempts', async () => {
    const po = await ready(33);
    await unreachable('po.push');
    await approveAs(po, 'luis');
    const [entry] = await entriesOf(po.id, 'push-po');
    const message = { showId: 'alpha1', outboxId: entry?.id ?? '' };
    const broken = { ...studioEnv, ACCOUNTING_URL: 'not an address' };
    let now = Date.now();
    const turn = async () => {
      const rest = await runJob(broken, message, new Date(now).toISOString());
      // A duplicate message before the retry is due has no effect.
      expect(await runJob(broken, message, new Date(now + 1000).toISOString())).toBeNull();
      now += ((rest ?? 0) + 1) * 1000;
      return rest;
    };
    expect([await turn(), await turn(), await turn()]).toEqual([10, 20, 40]);
    await sql.alpha`UPDATE outbox SET attempts = 18 WHERE id = ${message.outboxId}`;
    expect([await turn(), await turn()]).toEqual([3600, null]);
    expect(await entriesOf(po.id, 'push-po')).toEqual([
      { id: entry?.id, done_at: expect.any(String), error: expect.stringMatching(/.+/), attempts: 20 },
    ]);
  });
});

describe('accounting refuses', () => {
  test('DEC-25/16: a void that accounting refuses is closed, with the reason in the send history', async () => {
    const po = await ready(34);
    await approveAs(po, 'luis');
    await plan('po.void', 'FAIL', { status: 409, message: 'It has invoices.' });
    sent.outbox.length = 0;
    await voidAs('lena', po);
    expect(await deliver('backlot-outbox', sent.outbox)).toMatchObject({ retried: 0 });
    expect(await entriesOf(po.id, 'void-in-accounting')).toMatchObject([
      { done_at: expect.any(String), error: 'It has invoices.' },
    ]);
    expect((await historyOf(po.id)).at(-1)).toMatchObject({
      is_successful: 0,
      message: 'Not voided in accounting: It has invoices.',
    });
  });
});

describe('DEC-25/16: a void and a push', () => {
  test('the void of an approved order that accounting may not have is sent to accounting', async () => {
    const po = await ready(35);
    await plan('po.push', 'FAIL', { status: 422, message: 'No.' });
    await approveAs(po, 'luis');
    sent.outbox.length = 0;
    await voidAs('lena', po);
    expect(await entriesOf(po.id, 'void-in-accounting')).toHaveLength(1);
    // Accounting does not have the order, so the job ends without an error.
    await deliver('backlot-outbox', sent.outbox);
    expect(await entriesOf(po.id, 'void-in-accounting')).toMatchObject([
      { done_at: expect.any(String), error: null },
    ]);
    expect(await historyOf(po.id)).toHaveLength(1);
  });

  test('a failed void leaves no failure when accounting does not have the order', async () => {
    const po = await ready(47);
    await plan('po.push', 'FAIL', { status: 422, message: 'No.' });
    await approveAs(po, 'luis');
    await unreachable('po.void');
    sent.outbox.length = 0;
    await voidAs('lena', po);
    expect(await deliver('backlot-outbox', sent.outbox)).toMatchObject({ retried: 1 });
    expect(await historyOf(po.id)).toMatchObject([{ message: 'No.' }, { is_successful: 0 }]);
    await makeJobsDue(po.id);
    await deliver('backlot-outbox', sent.outbox);
    expect(await historyOf(po.id)).toMatchObject([{ message: 'No.' }]);
  });

  test('a slow push that arrives after the void is voided', async () => {
    const po = await ready(36);
    await plan('po.push', 'DELAY', { delayMs: 4000 });
    const land = holdNextWait();
    const approving = approveAs(po, 'luis');
    await expect.poll(() => statusOf(po.id), { timeout: 3000 }).toBe('APPROVED');
    expect((await voidAs('ada', po)).status).toBe(200);
    await deliverSent();
    expect(await kindsOf(po.id)).toEqual([]);

    land();
    expect((await approving).status).toBe(200);
    expect(await kindsOf(po.id)).toEqual(['PO_PUSH']);
    await deliverSent();
    expect(await kindsOf(po.id)).toEqual(['PO_PUSH', 'PO_VOID']);
    expect((await entriesOf(po.id, 'void-in-accounting')).map((entry) => entry.error)).toEqual([null, null]);
  });

  test('a push that is retried after the void sends nothing and voids the order in accounting', async () => {
    const po = await ready(37);
    await unreachable('po.push');
    await approveAs(po, 'luis');
    await voidAs('ada', po);
    sent.outbox.length = 0;
    await sweepIn(2);
    for (let round = 0; round < 2; round += 1) await deliverSent();
    expect(await kindsOf(po.id)).toEqual([]);
    expect(await entriesOf(po.id, 'push-po')).toMatchObject([{ done_at: expect.any(String), error: null }]);
    expect(await entriesOf(po.id, 'void-in-accounting')).toHaveLength(2);
  });

  test('a push of an order that is no longer approved is not sent, and the send history has the reason', async () => {
    const po = await ready(38);
    await unreachable('po.push');
    await approveAs(po, 'luis');
    // As after a change order.
    await sql.alpha`UPDATE documents SET status = 'DRAFT', submission_status = 'Draft' WHERE id = ${po.id}`;
    sent.outbox.length = 0;
    await sweepIn(2);
    await deliver('backlot-outbox', sent.outbox);
    expect(await kindsOf(po.id)).toEqual([]);
    expect(await historyOf(po.id)).toMatchObject([
      {
        is_successful: 0,
        message: 'The purchase order changed before it reached the accounting system.',
      },
    ]);
  });
});
