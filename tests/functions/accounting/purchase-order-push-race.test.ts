import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledger, plan } from '../../support/worker/accounting/sandbox.ts';
import { approvedOrder, as, read } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(async () => {
  await sql.ledger`DELETE FROM switches`;
});

const push = (name: PersonName, id: string) => as(name).post<PurchaseOrder>(`/api/pos/push/${id}`);
const failedOnes = async () =>
  (
    await as('dana').post<{ poS: PurchaseOrder[] }>('/api/pos/filter?showId=alpha1', {
      isFailedToSendToAccounting: true,
    })
  ).body.poS.map((po) => po.id);
const planUsed = async () =>
  (await ledger.prepare('SELECT times_left FROM switches').first<{ times_left: number }>())?.times_left === 0;

describe('two pushes of one order', () => {
  test('DEC-61, AC-05, DEC-96: a push that a later push overtakes does not end as a failure', async () => {
    const po = await approvedOrder(24.75);
    await plan('SA', { operation: 'po.push', mode: 'DELAY', delayMs: 1500 });
    const slow = push('dana', po.id);
    await expect.poll(planUsed).toBe(true);
    expect((await push('ada', po.id)).status).toBe(200);
    expect((await slow).status).toBe(200);
    const { results } = await ledger
      .prepare('SELECT idempotency_key FROM ledger_entries WHERE doc_id = ? ORDER BY seq')
      .bind(po.id)
      .all();
    expect(results.map((row) => row['idempotency_key'])).toEqual([
      `${po.id}:${po.version}`,
      `${po.id}:${po.version + 2}`,
    ]);
    const after = await read('dana', po.id);
    expect(after.foundInAccountingSystem).toBe(true);
    expect(after.sendHistoryResource.map((one) => one.isSuccessful)).toEqual([true, true, true]);
    expect(await failedOnes()).not.toContain(po.id);
  });

  test('AC-05, AC-06, DEC-96: an attempt that fails late does not hide a later success', async () => {
    const po = await approvedOrder(24.8);
    await sql.alpha`UPDATE send_history SET created_at = '2099-01-01' WHERE document_id = ${po.id}`;
    await plan('SA', { operation: 'po.push', mode: 'FAIL', status: 422, message: 'Closed.' });
    expect((await push('dana', po.id)).status).toBe(424);
    expect((await read('dana', po.id)).sendHistoryResource.map((one) => one.isSuccessful)).toEqual([
      true,
      false,
    ]);
    expect(await failedOnes()).not.toContain(po.id);
  });
});
