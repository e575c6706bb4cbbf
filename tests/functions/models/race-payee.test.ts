import { beforeAll, expect, test } from 'vitest';
import { expectWholeChain } from '../../support/worker/concurrency.ts';
import {
  aDraft,
  action,
  approveAs,
  as,
  withTotal,
  create,
  read,
  sessionOf,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(async () => {
  await openStudio();
  await setSettings('alpha1', { replacePoTempVendors: false });
  await Promise.all((['dana', 'abel', 'lena', 'luis', 'ada'] as const).map((name) => sessionOf(name)));
});

const temporary = (own: Record<string, unknown>) => ({
  ...withTotal(10),
  vendor: { isTemporary: true, name: 'Tide Mill', address: '3 Side St', ...own },
  vendorAddress: null,
});
const save = (name: PersonName, id: string, own: Record<string, unknown>) =>
  as(name).put<PurchaseOrder & { code?: string }>(`/api/pos/${id}`, aDraft(temporary(own)));

interface Vote {
  content_version: number;
  dropped_at: string | null;
}

test('DEC-34, DEC-82: an approval concurrent with the payee job never counts for the new payee', async () => {
  for (let round = 0; round < 6; round += 1) {
    const first = await submitted('dana', temporary({ name: `Old ${round}` }));
    const { tempVendorId } = first.vendor;
    const second = await submitted('dana', temporary({ name: `Old ${round}`, tempVendorId }));
    for (const po of [first, second]) await approveAs(po, 'abel', 'lena');
    const seen = await read('luis', second.id);
    await deliverSent();
    const change = { name: `New ${round}`, tempVendorId, updateTempVendor: true };
    expect((await save('luis', first.id, change)).status).toBe(200);
    const [answer] = await Promise.all([
      action('luis', 'approval', seen, { contentVersion: seen.contentVersion }),
      deliverSent(),
    ]);
    const after = await read('dana', second.id);
    await expectWholeChain('alpha1', second.id);
    if (answer.status === 200) {
      // The vote was the last one: the approved order has the payee that was shown.
      expect([after.status, after.vendor.name]).toEqual(['APPROVED', `Old ${round}`]);
    } else {
      expect([answer.status, after.status]).toEqual([409, 'SUBMITTED_FOR_APPROVAL']);
      expect(after.vendor.name).toBe(`New ${round}`);
    }
    const votes = await sql.alpha<Vote>`SELECT content_version, dropped_at FROM step_approvals
      WHERE document_id = ${second.id} AND dropped_at IS NULL`;
    expect(votes.every((vote) => vote.content_version === after.contentVersion)).toBe(true);
  }
});

test('DEC-34: two concurrent payees leave one of them in the record and every draft', async () => {
  for (let round = 0; round < 4; round += 1) {
    const first = await create('dana', temporary({ name: 'Two Minds' }));
    const { tempVendorId } = first.vendor;
    const second = await create('dana', temporary({ name: 'Two Minds', tempVendorId }));
    const change = (name: string) => ({ name, tempVendorId, updateTempVendor: true });
    const answers = await Promise.all([
      save('dana', first.id, change('Mind One')),
      save('ada', second.id, change('Mind Two')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await deliverSent();
    const [record] = await sql.alpha<{ name: string; version: number }>`SELECT name, version
      FROM temporary_vendors WHERE id = ${tempVendorId}`;
    expect(record?.version).toBe(3);
    for (const { id } of [first, second]) {
      const { vendor } = await read('dana', id);
      expect([vendor.tempVendorId, vendor.name]).toEqual([tempVendorId, record?.name]);
      await expectWholeChain('alpha1', id);
    }
  }
});

test('DEC-34: a document that references the record meanwhile has its payee', async () => {
  for (let round = 0; round < 4; round += 1) {
    const own = await create('dana', temporary({ name: 'Late Comer' }));
    const { tempVendorId } = own.vendor;
    const [changed, theirs] = await Promise.all([
      save('dana', own.id, { name: 'Early Leaver', tempVendorId, updateTempVendor: true }),
      as('carl').post<PurchaseOrder>('/api/pos', aDraft(temporary({ name: 'Late Comer', tempVendorId }))),
    ]);
    expect([changed.status, theirs.status]).toEqual([200, 201]);
    const before = theirs.body.vendor.name;
    await deliverSent();
    const after = await as('carl').get<PurchaseOrder>(`/api/pos/${theirs.body.id}`);
    const mine = await read('dana', own.id);
    // Either the record was changed before it was referenced, or a separate one was created.
    const isShared = mine.vendor.tempVendorId === tempVendorId;
    expect([isShared ? 'Early Leaver' : before, mine.vendor.name]).toEqual([
      after.body.vendor.name,
      'Early Leaver',
    ]);
  }
});
