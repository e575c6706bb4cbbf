import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chainText } from '#domain/history/history';
import { sha256 } from '#store/d1/sha256';
import {
  aDraft,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { UploadedFile } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { deliver, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(async () => {
  await openStudio();
  await setSettings('alpha1', { replacePoTempVendors: false });
});
beforeEach(forgetSent);

const temporary = (own: Record<string, unknown> = {}) => ({
  ...withTotal(10),
  vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St', ...own },
  vendorAddress: null,
});
const save = (id: string, own: Record<string, unknown>, name: PersonName = 'dana') =>
  as(name).put<PurchaseOrder & { code: string }>(`/api/pos/${id}`, aDraft(own));
const vendorOf = async (id: string) => {
  const { vendor } = await read('dana', id);
  return [vendor.tempVendorId, vendor.name, vendor.phoneNumber, vendor.address];
};
interface Event {
  seq: number;
  document_id: string;
  show_id: string;
  action: string;
  history_type: string | null;
  actor_id: string;
  actor_name: string;
  at: string;
  payload: string;
  previous_hash: string;
  hash: string;
}
const eventsOf = (id: string) =>
  sql.alpha<Event>`SELECT * FROM document_events WHERE document_id = ${id} ORDER BY seq`;
const upload = async (file: UploadedFile, name: PersonName = 'dana') =>
  (await as(name).upload(file, { owner: 'vendor' })).body;
const pdf = (name: string) => ({ name, bytes: '%PDF-1.7' });

describe('a shared temporary vendor', () => {
  test('DEC-34, DEC-90: an update reaches every draft, each with an audit event; approved ones keep their copy', async () => {
    const first = await create('dana', temporary({ name: 'Props by Kit' }));
    const { tempVendorId } = first.vendor;
    const shared = { name: 'Props by Kit', tempVendorId };
    const draft = await create('dana', temporary(shared));
    const approved = await submitted('dana', temporary(shared));
    await approveAs(approved, 'abel', 'lena', 'luis');
    const other = await create('dana', temporary({ name: 'Props by Kit' }));
    await deliverSent();

    const changed = { ...shared, name: 'Props by Kim', phoneNumber: '555', updateTempVendor: true };
    const saved = await save(first.id, temporary(changed));
    expect(saved.body.vendor).toMatchObject({ tempVendorId, name: 'Props by Kim', phoneNumber: '555' });
    expect(sent.outbox).toHaveLength(1);
    const before = await read('dana', draft.id);
    await deliverSent();

    const now = [tempVendorId, 'Props by Kim', '555', '3 Side St'];
    for (const { id } of [first, draft]) expect(await vendorOf(id)).toEqual(now);
    expect(await vendorOf(approved.id)).toEqual([tempVendorId, 'Props by Kit', '', '3 Side St']);
    expect((await vendorOf(other.id)).slice(1, 3)).toEqual(['Props by Kit', '']);
    // Nothing else of a draft has changed, and users see no event of it.
    const after = await read('dana', draft.id);
    const { vendor, contentVersion, changes } = after;
    expect(after).toEqual({ ...before, version: before.version + 1, vendor, contentVersion, changes });
    expect(contentVersion).toBe(before.contentVersion + 1);
    const rows = await eventsOf(draft.id);
    expect(rows.at(-1)).toMatchObject({
      seq: rows.length,
      action: 'update-temp-vendor',
      history_type: null,
      actor_id: 'dana',
      actor_name: 'Dana Stone',
      previous_hash: rows.at(-2)?.hash,
    });
    const last = rows.at(-1);
    if (!last) throw new Error('no event');
    const text = chainText({
      documentId: last.document_id,
      seq: last.seq,
      showId: last.show_id,
      action: last.action,
      historyType: null,
      actorId: last.actor_id,
      actorName: last.actor_name,
      at: last.at,
      payload: JSON.parse(last.payload),
      previousHash: last.previous_hash,
    });
    expect(last.hash).toBe(sha256(text));
    // The list has the same name as the document.
    const list = await as('dana').post<{ poS: PurchaseOrder[] }>('/api/pos/filter?showId=alpha1', {});
    expect(list.body.poS.find((po) => po.id === draft.id)?.vendor.name).toBe('Props by Kim');
  });

  test('DEC-34, DEC-99: a repeated message, or a save without a change, writes nothing', async () => {
    const first = await create('dana', temporary({ name: 'Lamp Loft' }));
    const { tempVendorId } = first.vendor;
    const second = await create('dana', temporary({ name: 'Lamp Loft', tempVendorId }));
    await deliverSent();
    const change = temporary({ name: 'Lamp Attic', tempVendorId, updateTempVendor: true });
    await save(first.id, change);
    const message = sent.outbox.splice(0);
    await deliver('backlot-outbox', message);
    const { version } = await read('dana', second.id);
    await sql.alpha`UPDATE outbox SET done_at = NULL, next_attempt_at = NULL WHERE kind = 'follow-temp-vendor'`;
    await deliver('backlot-outbox', message);
    await save(first.id, change);
    expect(sent.outbox).toEqual([]);
    expect((await read('dana', second.id)).version).toBe(version);
  });

  test('DEC-34, VE-15: detaching creates a new record; the old one and its other orders stay', async () => {
    const first = await create('dana', temporary({ name: 'Old Barn' }));
    const { tempVendorId } = first.vendor;
    const second = await create('dana', temporary({ name: 'Old Barn', tempVendorId }));
    const detached = await save(first.id, temporary({ name: 'New Barn', tempVendorId: null }));
    await deliverSent();
    expect(detached.body.vendor.name).toBe('New Barn');
    expect(detached.body.vendor.tempVendorId).not.toBe(tempVendorId);
    expect((await vendorOf(second.id)).slice(0, 2)).toEqual([tempVendorId, 'Old Barn']);
    const record = await as('dana').get(`/api/vendors/${tempVendorId}?showId=alpha1`);
    expect(record.body).toMatchObject({ name: 'Old Barn' });
  });

  test('DEC-34, VE-15: detaching by another user copies the tax forms that the user may read', async () => {
    const [form, loose] = [await upload(pdf('w9.pdf')), await upload(pdf('draft.pdf'))];
    const po = await create('dana', temporary({ name: 'Barn Owls', attachments: [form] }));
    const own = { name: 'New Owls', tempVendorId: null, attachments: [form, loose] };
    const detached = await create('carl', temporary(own));
    expect(detached.vendor.tempVendorId).not.toBe(po.vendor.tempVendorId);
    const kept = [{ attachmentId: form.attachmentId, label: 'w9.pdf' }];
    expect(detached.vendor.attachments).toEqual(kept);
    expect((await read('dana', po.id)).vendor.attachments).toEqual(kept);
  });

  test("DEC-34: an approver's edit updates it in the orders that wait for them", async () => {
    const po = await submitted('dana', temporary({ name: 'Slow Boat' }));
    const { tempVendorId } = po.vendor;
    const other = await submitted('dana', temporary({ name: 'Slow Boat', tempVendorId }));
    await deliverSent();
    const change = temporary({ name: 'Fast Boat', tempVendorId, updateTempVendor: true });
    expect((await save(po.id, change, 'abel')).status).toBe(200);
    await deliverSent();
    expect((await vendorOf(other.id))[1]).toBe('Fast Boat');
    expect((await eventsOf(other.id)).at(-1)).toMatchObject({
      actor_id: 'abel',
      action: 'update-temp-vendor',
    });
  });
});

describe('values of a temporary vendor', () => {
  const ask = (own: Record<string, unknown>) =>
    as('dana').post<PurchaseOrder & { code: string }>('/api/pos', aDraft(temporary(own)));

  test('VE-14: the share note has at most 150 characters', async () => {
    const share = { shareEmail: 'ann@accounts.example' };
    expect((await ask({ ...share, shareNote: 'n'.repeat(150) })).status).toBe(201);
    const long = await ask({ ...share, shareNote: 'n'.repeat(151) });
    expect([long.status, long.body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('VE-17, DEC-34: a malformed e-mail address is refused on update as well, and nothing changes', async () => {
    const po = await create('dana', temporary({ name: 'Ferry Foods' }));
    const { tempVendorId } = po.vendor;
    const bad = await save(
      po.id,
      temporary({ tempVendorId, name: 'X', email: 'a@', updateTempVendor: true }),
    );
    expect([bad.status, bad.body.code]).toEqual([422, 'INVALID_TEMP_VENDOR']);
    expect((await vendorOf(po.id))[1]).toBe('Ferry Foods');
  });

  test('DEC-34: there are at most five tax forms, also over several saves', async () => {
    const forms = [];
    for (let n = 1; n <= 6; n += 1) forms.push(await upload(pdf(`w9-${n}.pdf`)));
    const po = await create('dana', temporary({ name: 'Paper Mill', attachments: forms.slice(0, 4) }));
    const { tempVendorId } = po.vendor;
    const update = (attachments: unknown[]) =>
      save(po.id, temporary({ name: 'Paper Mill', tempVendorId, updateTempVendor: true, attachments }));
    expect(refusalOf(await update(forms.slice(4)))).toEqual([422, 'INVALID_TEMP_VENDOR']);
    const fifth = await update(forms.slice(0, 5));
    expect(fifth.body.vendor.attachments).toHaveLength(5);
    expect(refusalOf(await update(forms.slice(5)))).toEqual([422, 'INVALID_TEMP_VENDOR']);
    const record = await as('dana').get(`/api/vendors/${tempVendorId}?showId=alpha1`);
    expect(record.body['attachments']).toEqual(
      forms.slice(0, 5).map(({ attachmentId, label }) => ({ attachmentId, label })),
    );
  });

  const refusalOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
});

describe('removing a tax form', () => {
  const remove = (id: string, name: PersonName = 'dana') =>
    as(name).delete<{ attachmentId?: string; code?: string }>(`/files/vendor-attachment/${id}?showId=alpha1`);
  const exists = async (id: string) => (await sql.alpha`SELECT id FROM files WHERE id = ${id}`).length;

  test('VE-16, API-28: only its uploader removes a new upload', async () => {
    const form = await upload(pdf('w9.pdf'));
    expect((await remove(form.attachmentId, 'carl')).status).toBe(404);
    const gone = await remove(form.attachmentId);
    expect([gone.status, gone.body]).toEqual([200, { attachmentId: form.attachmentId }]);
    expect(await exists(form.attachmentId)).toBe(0);
    expect((await remove(form.attachmentId)).status).toBe(404);
  });

  test('VE-16, API-28, DEC-53: users who may change the vendor remove one of a saved vendor', async () => {
    const [form, kept] = [await upload(pdf('w9.pdf')), await upload(pdf('w8.pdf'))];
    const po = await create('dana', temporary({ name: 'Tin Roof', attachments: [form, kept] }));
    expect((await remove(form.attachmentId, 'nora')).status).toBe(403);
    // Carl sees the draft, and cannot edit it.
    expect((await remove(form.attachmentId, 'carl')).status).toBe(403);
    expect((await remove(form.attachmentId, 'ada')).status).toBe(200);
    const { vendor, vendorAttachments } = await read('dana', po.id);
    expect(vendor.attachments).toEqual([{ attachmentId: kept.attachmentId, label: 'w8.pdf' }]);
    expect(vendorAttachments).toEqual(vendor.attachments);
    // It is unlinked: only its uploader may open it, and the sweep deletes it.
    const path = `/files/vendor/${form.attachmentId}/preview/w9.pdf?showId=alpha1`;
    expect((await as('ada').get(path)).status).toBe(404);
  });

  test('DEC-53: while an order is in approval its owner and the current approver remove one, no other approver', async () => {
    const forms = [await upload(pdf('w9.pdf')), await upload(pdf('w8.pdf'))];
    const [first, second] = forms.map((form) => form.attachmentId);
    await submitted('dana', temporary({ name: 'Slow Boat', attachments: forms }));
    expect((await remove(first!, 'luis')).status).toBe(403);
    expect((await remove(first!, 'abel')).status).toBe(200);
    expect((await remove(second!, 'dana')).status).toBe(200);
  });

  test('DEC-53: once every order is approved only FULL Show removes one', async () => {
    const form = await upload(pdf('w9.pdf'));
    const po = await submitted('dana', temporary({ name: 'Calm Boat', attachments: [form] }));
    await approveAs(po, 'abel', 'lena', 'luis');
    expect((await remove(form.attachmentId, 'dana')).status).toBe(403);
    expect((await remove(form.attachmentId, 'ada')).status).toBe(200);
  });

  test('VE-16: an attachment of a document is not a tax form', async () => {
    const file = (await as('dana').upload(pdf('quote.pdf'))).body;
    await create('dana', { attachments: [{ attachmentId: file.attachmentId, label: file.label }] });
    expect((await remove(file.attachmentId)).status).toBe(409);
    expect(await exists(file.attachmentId)).toBe(1);
  });
});
