import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledger, ledgerOf, plan } from '../../support/worker/accounting/sandbox.ts';
import {
  aDraft,
  action,
  approveAs,
  approvedOrder,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { Answer } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { deliver, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, pushesOf, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
});

type Refused = { code: string; message?: string; approved?: boolean };

const push = (name: PersonName, id: string, headers: HeadersInit = {}) =>
  as(name).post<PurchaseOrder & Refused>(`/api/pos/push/${id}`, undefined, headers);
const refusal = ({ status, body }: Answer<Refused>) => [status, body.code];
/** Approved in Backlot, but rejected by accounting. */
const unsent = async (amount: number) => {
  await plan('SA', { operation: 'po.push', mode: 'FAIL', status: 422, message: 'The period is closed.' });
  return approvedOrder(amount);
};
const keysOf = async (docId: string) => {
  const { results } = await ledger
    .prepare('SELECT idempotency_key FROM ledger_entries WHERE doc_id = ? ORDER BY seq')
    .bind(docId)
    .all<{ idempotency_key: string }>();
  return results.map((row) => row.idempotency_key);
};
const failedOnes = async () =>
  (
    await as('dana').post<{ poS: PurchaseOrder[] }>('/api/pos/filter?showId=alpha1', {
      isFailedToSendToAccounting: true,
    })
  ).body.poS.map((po) => po.id);

describe('pushing an approved order', () => {
  test('API-12, AC-02, AC-05, AC-06, PO-06, PO-56, DEC-03, DEC-25/17, EM-16: a failed push can be sent again, and lists who sent it', async () => {
    const po = await unsent(21);
    expect(po).toMatchObject({ status: 'APPROVED', foundInAccountingSystem: false });
    expect(await failedOnes()).toContain(po.id);

    const { status, body } = await push('dana', po.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: po.id, status: 'APPROVED', foundInAccountingSystem: true });
    const sentAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(body.sendHistoryResource).toEqual([
      {
        created: sentAt,
        isSuccessful: true,
        sendType: 'ACCOUNTING',
        senderFirstName: 'Dana',
        senderLastName: 'Stone',
      },
      {
        created: sentAt,
        isSuccessful: false,
        sendType: 'ACCOUNTING',
        senderFirstName: 'Luis',
        senderLastName: 'Stone',
        message: 'The period is closed.',
      },
    ]);
    expect([body.lastVendorEmailRecipients, body.lastVendorEmailTime]).toEqual([[], null]);
    expect(await ledgerOf('SA', po.id)).toMatchObject([{ kind: 'PO_PUSH', totalCents: 2100 }]);
    expect(await failedOnes()).not.toContain(po.id);
  });

  test('API-12, AC-02, AC-04, EM-16: a failure is 424 with the message of accounting, and has its own entry', async () => {
    const po = await unsent(22);
    await plan('SA', { operation: 'po.push', mode: 'FAIL', status: 422, message: 'Still closed.' });
    const { status, body } = await push('dana', po.id);
    expect([status, body]).toEqual([424, { code: 'accounting_interface_error', message: 'Still closed.' }]);
    const after = await read('dana', po.id);
    expect(after).toMatchObject({ status: 'APPROVED', foundInAccountingSystem: false });
    expect(after.sendHistoryResource).toMatchObject([
      { isSuccessful: false, senderFirstName: 'Dana', message: 'Still closed.' },
      { isSuccessful: false, senderFirstName: 'Luis' },
    ]);
    expect(await pushesOf(po.id)).toEqual([]);
  });

  test('DEC-61: every push has its own key of document and version, and counts once', async () => {
    const po = await approvedOrder(23);
    const again = (await push('dana', po.id)).body;
    expect(again.version).toBe(po.version + 1);
    expect(await keysOf(po.id)).toEqual([`${po.id}:${po.version}`, `${po.id}:${again.version}`]);
  });

  test('API-12, DEC-99: a repeated click is one push with one answer', async () => {
    const po = await unsent(24);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = await Promise.all([push('dana', po.id, headers), push('dana', po.id, headers)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await push('dana', po.id, headers)).status).toBe(200);
    expect(await keysOf(po.id)).toHaveLength(1);
    expect((await read('dana', po.id)).sendHistoryResource).toHaveLength(2);
    const other = await push('dana', (await unsent(24.5)).id, headers);
    expect(refusal(other)).toEqual([422, 'invalid_parameter']);
  });

  test('DEC-90: a push is in the audit trail, chained, and not in the history for users', async () => {
    const po = await approvedOrder(25);
    const { body } = await push('ada', po.id);
    expect(body.historyEvents).toEqual(po.historyEvents);
    const [last, before] = await sql.alpha<{
      action: string;
      actor_id: string;
      hash: string;
      previous_hash: string;
    }>`SELECT action, actor_id, hash, previous_hash FROM document_events WHERE document_id = ${po.id} ORDER BY seq DESC LIMIT 2`;
    expect(last).toMatchObject({ action: 'push', actor_id: 'ada', previous_hash: before?.hash });
  });
});

describe('permission to push', () => {
  test('DEC-33, PO-56: an order approved with a temporary vendor is refused until it has a permanent one', async () => {
    await setSettings('alpha1', { replacePoTempVendors: false });
    const vendor = { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' };
    const po = await submitted('dana', { ...withTotal(27), vendor, vendorAddress: null });
    expect((await approveAs(po, 'abel', 'lena', 'luis')).body.status).toBe('APPROVED');
    await setSettings('alpha1', { replacePoTempVendors: true });
    expect(refusal(await push('dana', po.id))).toEqual([422, 'TEMP_VENDOR_NOT_ALLOWED']);
    expect(await pushesOf(po.id)).toEqual([]);
    expect((await read('dana', po.id)).sendHistoryResource).toEqual([]);
  });

  test('DEC-25/19, DEC-98: a voided order cannot be pushed', async () => {
    const po = await approvedOrder(28);
    await action('ada', 'void', { id: po.id, showId: 'alpha1' }, { reason: 'Off' });
    expect(refusal(await push('dana', po.id))).toEqual([409, 'WORKFLOW_CONFLICT']);
  });
});

describe('pushing an order that is not approved', () => {
  const toggle = (on: boolean) =>
    sql.directory`UPDATE memberships SET send_unapproved_purchase_orders = ${on ? 1 : 0} WHERE user_id = 'dana'`;

  test('PO-57, DEC-63, DEC-25/17: it needs both the setting of the show and the toggle of the user', async () => {
    const draft = await create('dana', withTotal(31));
    for (const [setting, user] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      await setSettings('alpha1', { sendUnapprovedPurchaseOrders: setting });
      await toggle(user);
      expect(refusal(await push('dana', draft.id))).toEqual([409, 'WORKFLOW_CONFLICT']);
    }
    expect(await pushesOf(draft.id)).toEqual([]);

    await setSettings('alpha1', { sendUnapprovedPurchaseOrders: true });
    const { status, body } = await push('dana', draft.id);
    expect([status, body.status, body.submissionStatus, body.foundInAccountingSystem]).toEqual([
      200,
      'DRAFT',
      'Draft',
      true,
    ]);
    expect(await pushesOf(draft.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 3100 }]);
    // The toggle is the user's own: an admin without it is refused.
    expect(refusal(await push('ada', draft.id))).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('PO-57: an order in approval is sent in its current state, and its approval continues', async () => {
    await setSettings('alpha1', { sendUnapprovedPurchaseOrders: true });
    await toggle(true);
    const po = await submitted('dana', withTotal(32));
    const { body } = await push('dana', po.id);
    expect(body).toMatchObject({
      submissionStatus: 'Submitted for approval',
      workflow: { currentStep: { id: po.workflow?.currentStep?.id } },
    });
    await approveAs(po, 'abel', 'lena', 'luis');
    expect(await pushesOf(po.id)).toHaveLength(2);
  });

  test('PO-57, DEC-61: an order whose push failed stays pending, and the queue sends it with the permission of then', async () => {
    await setSettings('alpha1', { sendUnapprovedPurchaseOrders: true });
    await toggle(true);
    const po = await create('dana', withTotal(33));
    await plan('SA', { operation: 'po.push', mode: 'FAIL', times: 3, status: 503, message: 'Down.' });
    expect(refusal(await push('dana', po.id))).toEqual([424, 'accounting_interface_error']);
    const [open] = await sql.alpha<{ id: string; done_at: null }>`SELECT id, done_at FROM outbox
      WHERE document_id = ${po.id} AND kind = 'push-po'`;
    expect(open?.done_at).toBeNull();
    await deliver('backlot-outbox', [{ showId: 'alpha1', outboxId: open?.id }]);
    expect(await pushesOf(po.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 3300 }]);
    expect((await read('dana', po.id)).sendHistoryResource).toMatchObject([{ isSuccessful: true }]);
  });

  test('DEC-33, PO-57: an order that has a temporary vendor when the queue sends it is not sent, and has that message', async () => {
    await setSettings('alpha1', { sendUnapprovedPurchaseOrders: true });
    await toggle(true);
    const po = await create('dana', withTotal(35));
    await plan('SA', { operation: 'po.push', mode: 'FAIL', times: 3, status: 503, message: 'Down.' });
    await push('dana', po.id);
    const vendor = { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' };
    const saved = await as('dana').put(
      `/api/pos/${po.id}`,
      aDraft({ ...withTotal(35), vendor, vendorAddress: null }),
    );
    expect(saved.status).toBe(200);
    const [open] = await sql.alpha<{ id: string }>`SELECT id FROM outbox WHERE document_id = ${po.id}
      AND kind = 'push-po'`;
    await deliver('backlot-outbox', [{ showId: 'alpha1', outboxId: open?.id }]);
    expect(await pushesOf(po.id)).toEqual([]);
    expect(
      await sql.alpha`SELECT is_successful, message FROM send_history WHERE document_id = ${po.id}`,
    ).toEqual([
      {
        is_successful: 0,
        message: 'The purchase order changed before it reached the accounting system.',
      },
    ]);
  });

  test('PO-57, DEC-25/19: an order that is voided meanwhile is withdrawn from accounting', async () => {
    await setSettings('alpha1', { sendUnapprovedPurchaseOrders: true });
    await toggle(true);
    const po = await create('dana', withTotal(34));
    await plan('SA', { operation: 'po.push', mode: 'DELAY', delayMs: 3000 });
    const pushing = push('dana', po.id);
    await expect
      .poll(() => sql.alpha`SELECT 1 FROM outbox WHERE document_id = ${po.id} AND kind = 'push-po'`)
      .toHaveLength(1);
    expect((await action('ada', 'void', { id: po.id, showId: 'alpha1' }, { reason: 'Off' })).status).toBe(
      200,
    );
    await pushing;
    await deliverSent();
    expect((await pushesOf(po.id)).map((entry) => entry.kind)).toEqual(['PO_PUSH', 'PO_VOID']);
  });
});
