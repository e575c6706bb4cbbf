import { beforeAll, beforeEach, expect, test } from 'vitest';
import { approveAs, as, withTotal, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  await setSettings('alpha1', { replacePoTempVendors: false });
});
beforeEach(forgetSent);

const temporary = (own: Record<string, unknown>) => ({
  ...withTotal(10),
  vendor: { isTemporary: true, name: 'Quiet Barn', address: '3 Side St', ...own },
  vendorAddress: null,
});
const preview = async (name: PersonName, id: string) =>
  (await as(name).get(`/files/vendor/${id}/preview/w9.pdf?showId=alpha1`)).status;

/** An approved order of the grips with a tax form, which Dana of the art department cannot open. */
async function orderWithTaxForm() {
  const { body: w9 } = await as('wendy').upload({ name: 'w9.pdf', bytes: '%PDF-1.7' }, { owner: 'vendor' });
  const department = { id: inShow('alpha1').department('grip'), name: 'Grip' };
  const po = await submitted('wendy', { ...temporary({ attachments: [w9] }), department });
  await approveAs(po, 'grace', 'lena', 'luis');
  await deliverSent();
  expect((await as('dana').get(`/api/pos/${po.id}`)).status).toBe(404);
  expect([await preview('wendy', w9.attachmentId), await preview('dana', w9.attachmentId)]).toEqual([
    200, 404,
  ]);
  return { w9, po, tempVendorId: po.vendor.tempVendorId };
}

test("AT-24: a draft of the user's own with the vendor gives no access to its tax forms", async () => {
  const { w9, tempVendorId } = await orderWithTaxForm();
  const own = await create('dana', temporary({ tempVendorId }));
  expect(own.vendor.tempVendorId).toBe(tempVendorId);
  expect(await preview('dana', w9.attachmentId)).toBe(404);
  const vendor = await as('dana').get(`/api/vendors/${tempVendorId}?showId=alpha1`);
  expect(vendor.body['attachments']).toEqual([]);
});

test("AT-24: a tax form without read access cannot be linked to the user's own vendor", async () => {
  const { w9 } = await orderWithTaxForm();
  const own = await create('dana', temporary({ name: 'My Barn', attachments: [w9] }));
  expect(own.vendor.attachments).toEqual([]);
  expect(await preview('dana', w9.attachmentId)).toBe(404);
});

test('AT-24, DEC-89: sharing a record without access to its forms mails none of them', async () => {
  const { w9, tempVendorId } = await orderWithTaxForm();
  const uses = await as('dana').get(`/api/vendors/${tempVendorId}/open-documents?showId=alpha1&documentId=`);
  expect(uses.body).toEqual({ others: 0, canEditAll: false });
  const share = { tempVendorId, updateTempVendor: true, shareEmail: 'me@attacker.example' };
  const own = await create('dana', temporary(share));
  await deliverSent();
  expect(own.vendor.tempVendorId).not.toBe(tempVendorId);
  expect(await preview('dana', w9.attachmentId)).toBe(404);
  const mails = sent.mail.filter(({ to }) => JSON.stringify(to).includes('attacker'));
  expect(mails.map(({ attachments }) => attachments ?? [])).toEqual([[]]);
});

test('AT-24, VE-16: a form without read access cannot be removed', async () => {
  const { w9, po } = await orderWithTaxForm();
  const answer = await as('dana').delete(`/files/vendor-attachment/${w9.attachmentId}?showId=alpha1`);
  expect(answer.status).toBe(404);
  expect((await read('wendy', po.id)).vendor.attachments).toHaveLength(1);
  expect(await sql.alpha`SELECT * FROM withdrawn_tax_forms`).toEqual([]);
});

test('AT-24: the creator of the record reads its forms as long as no other user uses it', async () => {
  const { body: w9 } = await as('dana').upload({ name: 'w9.pdf', bytes: '%PDF-1.7' }, { owner: 'vendor' });
  await create('dana', temporary({ name: 'Fresh Barn', attachments: [w9] }));
  expect(await preview('dana', w9.attachmentId)).toBe(200);
});
