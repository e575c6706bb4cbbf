import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  action,
  aDraft,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(async () => {
  await openStudio();
  await setSettings('alpha1', { replacePoTempVendors: false });
});
beforeEach(forgetSent);

const temporary = (own: Record<string, unknown> = {}, amount = 10) => ({
  ...withTotal(amount),
  vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St', ...own },
  vendorAddress: null,
});
const save = (id: string, own: Record<string, unknown>, name: PersonName = 'dana') =>
  as(name).put<PurchaseOrder & { code: string }>(`/api/pos/${id}`, aDraft(own));
const payee = ({ vendor }: PurchaseOrder) => [vendor.tempVendorId, vendor.name, vendor.address];
const lastEvent = async (id: string) =>
  (
    await sql.alpha<{ action: string; payload: string; actor_id: string }>`SELECT action, payload, actor_id
      FROM document_events WHERE document_id = ${id} ORDER BY seq DESC LIMIT 1`
  )[0];
const uses = async (name: PersonName, tempVendorId: string | null, documentId = '') =>
  (await as(name).get(`/api/vendors/${tempVendorId}/open-documents?showId=alpha1&documentId=${documentId}`))
    .body;

describe("the payee of other users' documents", () => {
  test('DEC-34: an edit without the right to every open document creates a separate record', async () => {
    const theirs = await submitted('dana', temporary({ name: 'Honest Timber' }, 2000));
    const { tempVendorId } = theirs.vendor;
    await approveAs(theirs, 'abel', 'lena');
    const before = await read('dana', theirs.id);
    const own = await create('carl', temporary({ name: 'Honest Timber', tempVendorId }));
    const change = { name: 'Carl & Sons', tempVendorId, updateTempVendor: true };
    const saved = await save(own.id, temporary(change), 'carl');
    await deliverSent();

    expect(saved.body.vendor).toMatchObject({ name: 'Carl & Sons', isTemporary: true });
    expect(saved.body.vendor.tempVendorId).not.toBe(tempVendorId);
    expect(await read('dana', theirs.id)).toEqual(before);
    const record = await as('dana').get(`/api/vendors/${tempVendorId}?showId=alpha1`);
    expect(record.body).toMatchObject({ name: 'Honest Timber' });
    await approveAs(theirs, 'luis', 'sol');
    const paid = await read('dana', theirs.id);
    expect([paid.status, ...payee(paid)]).toEqual(['APPROVED', tempVendorId, 'Honest Timber', '3 Side St']);
  });

  test("DEC-34, DEC-16: a new document cannot change the record of other users' documents either", async () => {
    const theirs = await create('dana', temporary({ name: 'Old Mill' }));
    const { tempVendorId } = theirs.vendor;
    const own = await create('carl', temporary({ name: 'New Mill', tempVendorId, updateTempVendor: true }));
    await deliverSent();
    expect(own.vendor.tempVendorId).not.toBe(tempVendorId);
    expect((await read('dana', theirs.id)).vendor.name).toBe('Old Mill');
  });

  test('DEC-34: the separate record gets copies of the tax forms', async () => {
    const form = (await as('dana').upload({ name: 'w9.pdf', bytes: '%PDF-1.7' }, { owner: 'vendor' })).body;
    const theirs = await create('dana', temporary({ name: 'Form Works', attachments: [form] }));
    const { tempVendorId } = theirs.vendor;
    const own = await create(
      'carl',
      temporary({ name: 'Form Factory', tempVendorId, updateTempVendor: true }),
    );
    const kept = [{ attachmentId: form.attachmentId, label: 'w9.pdf' }];
    expect(own.vendor.attachments).toEqual(kept);
    expect((await read('dana', theirs.id)).vendor.attachments).toEqual(kept);
  });

  test('VE-27, API-124, DEC-34: before the edit the answer has the number of other documents with the record', async () => {
    const first = await create('dana', temporary({ name: 'Shared Sheds' }));
    const { tempVendorId } = first.vendor;
    await submitted('dana', temporary({ name: 'Shared Sheds', tempVendorId }));
    const own = await create('carl', temporary({ name: 'Shared Sheds', tempVendorId }));
    expect(await uses('carl', tempVendorId, own.id)).toEqual({ others: 2, canEditAll: false });
    expect(await uses('dana', tempVendorId, first.id)).toEqual({ others: 2, canEditAll: false });
    expect(await uses('ada', tempVendorId)).toEqual({ others: 3, canEditAll: false });
    const alone = await create('dana', temporary({ name: 'Lone Sheds' }));
    expect(await uses('dana', alone.vendor.tempVendorId, alone.id)).toEqual({ others: 0, canEditAll: true });
    const missing = await as('dana').get('/api/vendors/alpha1_nobody/open-documents?showId=alpha1');
    expect(missing.status).toBe(404);
  });
});

describe('an allowed change of the payee', () => {
  test('DEC-34, DEC-40: it restarts the other documents in approval at step 1, with an event of the old and new values', async () => {
    const theirs = await submitted('dana', temporary({ name: 'Slow Boat' }, 2000));
    const { tempVendorId } = theirs.vendor;
    await approveAs(theirs, 'abel');
    const other = await submitted('dana', temporary({ name: 'Slow Boat', tempVendorId }, 2000));
    await approveAs(other, 'abel');
    await deliverSent();
    const before = await read('dana', theirs.id);
    // Lena is the current approver of both and so may edit both.
    const change = { name: 'Fast Boat', tempVendorId, updateTempVendor: true };
    const saved = await save(other.id, temporary(change, 2000), 'lena');
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await deliverSent();

    const after = await read('dana', theirs.id);
    expect(payee(after)).toEqual([tempVendorId, 'Fast Boat', '3 Side St']);
    expect(after.contentVersion).toBe(before.contentVersion + 1);
    expect(after.status).toBe('SUBMITTED_FOR_APPROVAL');
    expect(after.workflow?.steps.map((step) => step.status)).not.toContain('APPROVED');
    const event = await lastEvent(theirs.id);
    expect(event).toMatchObject({ action: 'update-temp-vendor', actor_id: 'lena' });
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({
      votesDropped: true,
      contentVersion: after.contentVersion,
      changes: [
        { field: 'vendor.name', before: 'Slow Boat', after: 'Fast Boat' },
        { field: 'approvals', before: 'Abel Stone', after: '' },
      ],
    });
    // Exactly the approvers of step 1 have it in their queues again.
    const waiting = await sql.alpha<{ user_id: string }>`SELECT user_id FROM waiting_approvals
      WHERE document_id = ${theirs.id} ORDER BY user_id`;
    expect(waiting.map((row) => row.user_id)).toEqual(['abel']);
  });

  test('DEC-30, DEC-34: approving the earlier payee is refused once the document was updated', async () => {
    const first = await submitted('dana', temporary({ name: 'North Wind' }, 2000));
    const { tempVendorId } = first.vendor;
    const second = await submitted('dana', temporary({ name: 'North Wind', tempVendorId }, 2000));
    const seen = await read('abel', second.id);
    const change = { name: 'South Wind', tempVendorId, updateTempVendor: true };
    expect((await save(first.id, temporary(change, 2000), 'abel')).status).toBe(200);
    // Until the job has run the review shows that the vendor record has changed.
    const between = await read('abel', second.id);
    expect([between.vendor.name, between.contentVersion]).toEqual(['North Wind', seen.contentVersion]);
    expect(between.vendorChange).toMatchObject({ name: 'South Wind' });
    await deliverSent();
    const late = await action('abel', 'approval', seen, { contentVersion: seen.contentVersion });
    expect(late.status).toBe(409);
    const after = await read('abel', second.id);
    expect([after.vendor.name, after.vendorChange]).toEqual(['South Wind', null]);
    const now = await action('abel', 'approval', after, { contentVersion: after.contentVersion });
    expect(now.status).toBe(200);
  });

  test('DEC-34, DEC-40: the job drops a vote for the earlier payee between the edit and the job', async () => {
    const first = await submitted('dana', temporary({ name: 'Early Bird' }, 2000));
    const { tempVendorId } = first.vendor;
    const second = await submitted('dana', temporary({ name: 'Early Bird', tempVendorId }, 2000));
    await save(
      first.id,
      temporary({ name: 'Late Bird', tempVendorId, updateTempVendor: true }, 2000),
      'abel',
    );
    expect((await approveAs(second, 'abel')).status).toBe(200);
    await deliverSent();
    const after = await read('dana', second.id);
    expect([after.vendor.name, after.status]).toEqual(['Late Bird', 'SUBMITTED_FOR_APPROVAL']);
    expect(after.workflow?.steps.map((step) => step.status)).not.toContain('APPROVED');
  });

  test('DEC-34: a change of the contact alone keeps the votes with resetApprovalOnEdit off', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    const first = await submitted('dana', temporary({ name: 'Calm Sea' }, 2000));
    const { tempVendorId } = first.vendor;
    const second = await submitted('dana', temporary({ name: 'Calm Sea', tempVendorId }, 2000));
    for (const po of [first, second]) await approveAs(po, 'abel');
    const change = { name: 'Calm Sea', phoneNumber: '555', tempVendorId, updateTempVendor: true };
    await save(first.id, temporary(change, 2000), 'lena');
    await deliverSent();
    const after = await read('dana', second.id);
    expect([after.vendor.phoneNumber, after.status]).toEqual(['555', 'APPROVED_BY_DEPARTMENT_APPROVER']);
  });
});
