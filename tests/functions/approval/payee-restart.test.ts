import { beforeAll, describe, expect, test } from 'vitest';
import {
  aDraft,
  aLine,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(async () => {
  await openStudio();
  await setSettings('alpha1', { resetApprovalOnEdit: false });
});

const alpha = inShow('alpha1');
const anvil = {
  vendor: { id: alpha.vendor('anvil'), name: 'Anvil Props' },
  vendorAddress: { id: alpha.vendorAddress('anvil') },
};
const save = (id: string, own: Record<string, unknown>) =>
  as('lena').put<PurchaseOrder & { code?: string }>(`/api/pos/${id}`, aDraft(own));
const votes = async (id: string) =>
  (
    await sql.alpha<{ user_id: string; content_version: number }>`SELECT user_id, content_version
      FROM step_approvals WHERE document_id = ${id} AND dropped_at IS NULL`
  ).map((vote) => [vote.user_id, vote.content_version]);

/** An order over 2,000.00 that Abel has approved and that is in Lena's queue. */
async function halfApproved(own: Record<string, unknown> = {}): Promise<PurchaseOrder> {
  const po = await submitted('dana', { ...withTotal(2000), ...own });
  await approveAs(po, 'abel');
  return read('lena', po.id);
}

describe('DEC-40: an edit in approval with resetApprovalOnEdit off', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another vendor', { ...withTotal(2000), ...anvil }],
    ['a higher total', withTotal(2001)],
  ])('DEC-40: %s restarts at step 1', async (_name, own) => {
    const po = await halfApproved();
    const saved = await save(po.id, own);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const after = await read('dana', po.id);
    expect([after.status, after.revision]).toEqual(['SUBMITTED_FOR_APPROVAL', po.revision + 1]);
    expect(await votes(po.id)).toEqual([]);
  });

  test('DEC-40: a lower total keeps the votes with their content version', async () => {
    const po = await halfApproved();
    const saved = await save(po.id, withTotal(1999));
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const after = await read('dana', po.id);
    expect([after.status, after.contentVersion]).toEqual([
      'APPROVED_BY_DEPARTMENT_APPROVER',
      po.contentVersion + 1,
    ]);
    expect(await votes(po.id)).toEqual([['abel', po.contentVersion]]);
  });

  test('DEC-40: another description keeps the votes', async () => {
    const po = await halfApproved();
    await save(po.id, { ...withTotal(2000), description: 'Only other words' });
    expect(await votes(po.id)).toEqual([['abel', po.contentVersion]]);
  });

  test('DEC-51: recoding a line never restarts, even with resetApprovalOnEdit on', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: true });
    const po = await halfApproved();
    const [line] = po.lineItems;
    const answer = await as('lena').post(`/api/pos/lineitem/${po.id}`, {
      lineItem: { ...line, coding: { ACCOUNT: '6200' } },
    });
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await votes(po.id)).toEqual([['abel', po.contentVersion]]);
  });

  test('DEC-40, DEC-33: replacing a temporary vendor by a permanent one restarts, even at the final step', async () => {
    await setSettings('alpha1', { replacePoTempVendors: true });
    const po = await create('dana', {
      lineItems: [aLine({ quantity: 1, unitCost: 20 })],
      vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' },
      vendorAddress: null,
    });
    await as('dana').put(`/api/pos/${po.id}/submit?r=0`);
    await approveAs(po, 'abel');
    const refused = await approveAs(po, 'lena');
    expect([refused.status, refused.body.code]).toEqual([422, 'TEMP_VENDOR_NOT_ALLOWED']);
    const saved = await save(po.id, { lineItems: [aLine({ quantity: 1, unitCost: 20 })] });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const after = await read('dana', po.id);
    expect([after.status, after.vendor.isTemporary]).toEqual(['SUBMITTED_FOR_APPROVAL', false]);
    expect(await votes(po.id)).toEqual([]);
    const last = await approveAs(po, 'abel', 'lena', 'luis');
    expect(last.body.status).toBe('APPROVED');
  });
});
