import { beforeAll, expect, test } from 'vitest';
import {
  adjust,
  approved,
  discard,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { as, read } from '../../support/worker/fixtures/client.ts';
import { openStudio, setSettings } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

test('CO-08, DEC-26: a discarded change order leaves the approved temporary vendor and contact unchanged', async () => {
  await setSettings('alpha1', { replacePoTempVendors: false });
  const before = await approved('dana', {
    vendor: { isTemporary: true, name: 'Dockside Tools', address: '3 Side St', contact: 'Ada' },
    vendorAddress: null,
  });
  const { body } = await adjust('dana', before.id);
  const saved = await save('dana', body, {
    vendor: { isTemporary: true, name: 'Another Payee', address: '9 Far St', contact: 'Ben' },
    vendorContact: 'Ben',
    lineItems: oneMoreLine(body),
  });
  expect(saved.body.vendor.name).toBe('Another Payee');
  await as('dana').post(`/api/pos/${before.id}/notes`, { content: 'Written in the change order' });
  expect((await discard('dana', before.id)).status).toBe(200);
  const after = await read('dana', before.id);
  expect([after.vendor, after.vendorContact, after.totalCost]).toEqual([
    before.vendor,
    before.vendorContact,
    before.totalCost,
  ]);
  expect(after.notes.map((note) => note.content)).toContain('Written in the change order');
  await setSettings('alpha1', { replacePoTempVendors: true });
});

test('DEC-26, API-04: until a change order is submitted its approvals name their content version', async () => {
  const before = await approved('dana');
  expect(before.workflow?.approvedVersion).toBeUndefined();
  const { body } = await adjust('dana', before.id);
  const given = { changeOrderNumber: 0, totalCost: 300, currency: 'USD' };
  expect(body.workflow?.approvedVersion).toMatchObject(given);
  await save('dana', body, { lineItems: oneMoreLine(body) });
  expect((await read('abel', before.id)).workflow?.approvedVersion).toMatchObject(given);
  const sent = await submit('dana', before.id);
  expect(sent.body.workflow?.approvedVersion).toBeUndefined();
});
