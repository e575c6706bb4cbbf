import { beforeAll, describe, expect, test } from 'vitest';
import { action, approveAs, as, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { failPushes, openStudio, pushesOf, sent, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const failedOnes = async () =>
  (
    await as('ada').post<{ poS: PurchaseOrder[] }>('/api/pos/filter?showId=alpha1', {
      isFailedToSendToAccounting: true,
    })
  ).body.poS.map((po) => po.id);

describe('when accounting refuses', () => {
  test('DEC-03, AP-26, AC-04, AC-06, EM-16: the approval is kept, the answer is 424 with the next document, and the failure is listed', async () => {
    const [next, po] = [
      await submitted('nora', withTotal(10), 'bravo2'),
      await submitted('nora', withTotal(20), 'bravo2'),
    ];
    await failPushes('V5', 'The period is closed.');
    const answer = await action('bea', 'approval', po, { getNext: true });
    expect([answer.status, answer.body]).toEqual([
      424,
      {
        code: 'accounting_interface_error',
        message: 'The period is closed.',
        approved: true,
        nextId: next.id,
      },
    ]);
    const done = await read('nora', po.id);
    expect(done).toMatchObject({
      status: 'APPROVED',
      submissionStatus: 'Approved',
      foundInAccountingSystem: false,
      sendHistoryResource: [
        { isSuccessful: false, sendType: 'ACCOUNTING', senderFirstName: 'Bea', senderLastName: 'Stone' },
      ],
    });
    expect(await pushesOf(po.id)).toEqual([]);
  });

  test('DEC-99, DEC-03: a repeated click returns the same 424 and pushes nothing', async () => {
    const po = await submitted('nora', withTotal(30), 'bravo2');
    await failPushes('V5', 'Not today.');
    const body = { docId: po.id, docType: 'PO', workflowId: po.workflow?.id, showId: 'bravo2' };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await as('bea').post('/api/workflows/approval', body, headers);
    const second = await as('bea').post('/api/workflows/approval', body, headers);
    expect([second.status, second.body]).toEqual([424, first.body]);
    expect(await pushesOf(po.id)).toEqual([]);
    expect((await read('nora', po.id)).sendHistoryResource).toHaveLength(1);
  });

  test('AC-06: the list filters by failed pushes', async () => {
    const po = await submitted('dana', withTotal(40));
    await failPushes('SA', 'Refused.');
    await approveAs(po, 'abel', 'lena', 'luis');
    expect(await failedOnes()).toEqual([po.id]);
  });

  test('DEC-03: the refused push is closed, so that it is not sent again in the background', async () => {
    const po = await submitted('nora', withTotal(50), 'bravo2');
    await failPushes('V5', 'Refused.');
    sent.outbox.length = 0;
    await action('bea', 'approval', po);
    const [entry] = await sql.bravo<{
      id: string;
      done_at: string | null;
      error: string;
    }>`SELECT id, done_at, error FROM outbox WHERE document_id = ${po.id} AND kind = 'push-po'`;
    expect(entry).toMatchObject({ done_at: expect.any(String), error: 'Refused.' });
    expect(sent.outbox.map((message) => message.outboxId)).not.toContain(entry?.id);
  });
});
