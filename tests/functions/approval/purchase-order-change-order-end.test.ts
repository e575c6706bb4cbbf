import { beforeAll, describe, expect, test } from 'vitest';
import {
  adjust,
  approved,
  discard,
  oneMoreLine,
  save,
  submit,
  withApprovedChangeOrder,
  withChangeOrder,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, as, read } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, pushesOf, setSettings, waitingFor } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const alpha = inShow('alpha1');

/** Everything that a change order may change and that is restored. */
function content(po: PurchaseOrder) {
  const { description, poDate, revision, currency, department, category, vendor, vendorAddress } = po;
  const { vendorContact, company, billToAddress, shipToAddress, hst, fid, totalCost, lineItems } = po;
  const header = [description, poDate, revision, currency, department, category, company, hst, fid];
  const places = [vendor, vendorAddress, vendorContact, billToAddress, shipToAddress];
  return { header, places, totalCost, lineItems };
}

const everythingElse = {
  description: 'Bigger',
  category: null,
  vendorContact: 'Somebody else',
  billToAddressId: null,
  shipToAddressId: null,
  hst: '13',
  fid: 'F9',
};

describe('voiding a change order', () => {
  test('CO-07, DEC-25/9, DEC-26: in approval it ends with every field and line as last approved', async () => {
    const { before, open } = await withChangeOrder('dana', { hst: '5', fid: 'F1' });
    const { body: changed } = await save('dana', open, everythingElse);
    expect(changed).toMatchObject({ description: 'Bigger', totalCost: 350, hst: '13', shipToAddress: null });
    const sent = await submit('dana', open.id);
    const answer = await action('abel', 'void', sent.body, { reason: 'Too late', archive: true });
    expect(answer.body).toMatchObject({ status: 'APPROVED', submissionStatus: 'Approved' });
    const after = await read('dana', open.id);
    expect(content(after)).toEqual(content(before));
    expect(after).toMatchObject({
      status: 'APPROVED',
      submissionStatus: 'Approved',
      currentChangeOrderNumber: 0,
      newestChangeOrderNumber: 1,
      changeOrders: [{ changeOrderNumber: 1, status: 'VOID' }],
      isAdjustment: false,
      isAdjustable: true,
      lockedLineCount: 0,
      ownerId: 'dana',
    });
    expect(after.approvalHistory).toEqual(before.approvalHistory);
    expect(after.workflow?.steps[0]?.status).toBe('VOID');
    expect(await waitingFor(open.id)).toEqual([]);
    // Accounting still has the amount of the approval.
    expect((await pushesOf(open.id)).map((push) => push.total_cents)).toEqual([30_000]);
  });

  test('DEC-31: a voided change order is never archived', async () => {
    const { open } = await withChangeOrder('dana');
    const sent = await submit('dana', open.id);
    expect((await action('abel', 'void', sent.body, { reason: 'No', archive: true })).status).toBe(200);
    expect((await read('dana', open.id)).isArchived).toBe(false);
    const found = await as('dana').post<{ poS: { id: string }[] }>('/api/pos/filter?count=100', {
      showId: 'alpha1',
      poStatuses: ['APPROVED'],
    });
    expect(found.body.poS.map((row) => row.id)).toContain(open.id);
  });

  test('DEC-26, CO-13: the note has its number, the history VOID', async () => {
    const { open } = await withChangeOrder('dana');
    await action('abel', 'void', (await submit('dana', open.id)).body, { reason: 'Too late' });
    const { notes, historyEvents } = await read('dana', open.id);
    expect(notes[0]).toMatchObject({ content: 'Too late', context: 'VOID', changeOrderNumber: 1 });
    expect(historyEvents.slice(0, 3).map((event) => event.type)).toEqual([
      'VOID',
      'SUBMITTED',
      'CHANGE ORDER',
    ]);
  });

  test('DEC-26: its notes are kept, its files are withdrawn, and the next one is number 2', async () => {
    const { open } = await withChangeOrder('dana');
    const { body: file } = await as('dana').upload({ name: 'quote.pdf', bytes: '%PDF-1.4' });
    const attachment = { attachmentId: file.attachmentId, label: 'quote.pdf', isTopSheet: false };
    await save('dana', open, { attachments: [attachment] });
    await as('dana').post(`/api/pos/${open.id}/notes`, { content: 'Quote attached' });
    await action('abel', 'void', (await submit('dana', open.id)).body, { reason: 'Too late' });
    const after = await read('dana', open.id);
    expect(after.withdrawnAttachments.map((one) => one.attachmentId)).toEqual([file.attachmentId]);
    expect([after.attachmentCount, after.notes.map((note) => note.content)]).toEqual([
      0,
      ['Too late', 'Quote attached', 'One more week'],
    ]);
    const { body } = await adjust('dana', open.id, 'Again');
    expect(body).toMatchObject({ currentChangeOrderNumber: 2, newestChangeOrderNumber: 2 });
  });

  test('DEC-26: after a void the previous approved change order is current again', async () => {
    const done = await withApprovedChangeOrder('dana');
    const { body } = await adjust('dana', done.id);
    await save('dana', body, { lineItems: oneMoreLine(body), description: 'Third' });
    await action('abel', 'void', (await submit('dana', done.id)).body, { reason: 'No' });
    const after = await read('dana', done.id);
    expect(content(after)).toEqual(content(done));
    expect(after).toMatchObject({
      currentChangeOrderNumber: 1,
      newestChangeOrderNumber: 2,
      isAdjustment: true,
      changeOrders: [
        { changeOrderNumber: 1, status: 'APPROVED' },
        { changeOrderNumber: 2, status: 'VOID' },
      ],
    });
  });

  test('CO-07, DEC-26: the temporary vendor that it replaced is the vendor again', async () => {
    await setSettings('alpha1', { replacePoTempVendors: false });
    const before = await approved('dana', {
      vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' },
      vendorAddress: null,
    });
    await setSettings('alpha1', { replacePoTempVendors: true });
    const { body } = await adjust('dana', before.id);
    const saved = await save('dana', body, {
      vendor: { id: alpha.vendor('lumen'), name: 'Lumen Rentals' },
      vendorAddress: { id: alpha.vendorAddress('lumen') },
      lineItems: oneMoreLine(body),
    });
    expect(saved.body.vendor).toMatchObject({ name: 'Lumen Rentals', isTemporary: false });
    expect((await action('ada', 'void', saved.body, { reason: 'No' })).status).toBe(200);
    const after = await read('dana', before.id);
    expect(after.vendor.tempVendorId).not.toBeNull();
    expect(content(after)).toEqual(content(before));
    const named = await as('dana').post<{ poS: { vendor: { name: string } }[] }>('/api/pos/filter', {
      showId: 'alpha1',
      poNumbers: [before.poNumber],
    });
    expect(named.body.poS.map((row) => row.vendor.name)).toEqual(['Corner Hardware']);
  });

  test('DEC-25/15, AP-14: one that was sent back can still be voided, with its previous revision', async () => {
    const { before, open } = await withChangeOrder('dana');
    await action('abel', 'revision', (await submit('dana', open.id)).body, { reason: 'Fewer' });
    await action('abel', 'revision', (await submit('dana', open.id)).body, { reason: 'Fewer still' });
    const back = await read('ada', open.id);
    expect(back.revision).toBe(1);
    expect((await action('ada', 'void', back, { reason: 'Enough' })).body.status).toBe('APPROVED');
    expect((await read('dana', open.id)).revision).toBe(before.revision);
  });

  test('DEC-25/16, DEC-26: with an approved change order the order itself is voided, as change order 0', async () => {
    const done = await withApprovedChangeOrder('dana');
    expect((await action('lena', 'void', done, { reason: 'Cancelled' })).body.status).toBe('VOID');
    const after = await read('dana', done.id);
    expect(after.notes[0]).toMatchObject({ context: 'VOID', changeOrderNumber: 0, content: 'Cancelled' });
    expect(after).toMatchObject({
      currentChangeOrderNumber: 1,
      changeOrders: [{ changeOrderNumber: 1, status: 'APPROVED' }],
    });
  });
});

describe('discarding a change order', () => {
  test('API-06, CO-08, CO-09, DEC-25/14, DEC-26: the order is restored as approved, and its notes are kept', async () => {
    const { before, open } = await withChangeOrder('dana', { hst: '5', fid: 'F1' });
    await save('dana', open, everythingElse);
    const notes = (await read('dana', open.id)).notes;
    const { status, body } = await discard('dana', open.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'APPROVED',
      submissionStatus: 'Approved',
      totalCost: 300,
      currentChangeOrderNumber: 0,
      newestChangeOrderNumber: 0,
      changeOrders: [],
      isAdjustment: false,
      isAdjustable: true,
      lockedLineCount: 0,
      ownerId: 'dana',
    });
    expect(content(body)).toEqual(content(before));
    expect(body.approvalHistory).toEqual(before.approvalHistory);
    // It has no note and no history event of its own.
    expect(body.notes).toEqual(notes);
    expect(body.historyEvents[0]?.type).toBe('CHANGE ORDER');
    expect(await read('dana', open.id)).toEqual(body);
    expect((await adjust('dana', open.id)).body.currentChangeOrderNumber).toBe(1);
  });

  test('DEC-26: the previous change order is current again, and the revision is that of the approval', async () => {
    const done = await withApprovedChangeOrder('dana');
    const { body } = await adjust('dana', done.id);
    await save('dana', body, { lineItems: oneMoreLine(body) });
    await submit('dana', done.id);
    await as('dana').put(`/api/pos/${done.id}/pull-from-approval`);
    await submit('dana', done.id);
    await as('dana').put(`/api/pos/${done.id}/pull-from-approval`);
    expect((await read('dana', done.id)).revision).toBe(1);
    const after = await discard('dana', done.id);
    expect(after.body).toMatchObject({
      currentChangeOrderNumber: 1,
      newestChangeOrderNumber: 1,
      revision: done.revision,
      changeOrders: [{ changeOrderNumber: 1, status: 'APPROVED' }],
    });
    expect(after.body.lineItems).toEqual(done.lineItems);
  });

  test('DEC-82, DEC-99: of a concurrent discard and submit one wins, and the total equals the lines', async () => {
    const { open } = await withChangeOrder('dana');
    const answers = await Promise.all([discard('dana', open.id), submit('dana', open.id)]);
    const { status, totalCost, lineItems, changeOrders } = await read('dana', open.id);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect([status, totalCost, lineItems.length, changeOrders.length]).toEqual(
      answers[0].status === 200 ? ['APPROVED', 300, 1, 0] : ['SUBMITTED_FOR_APPROVAL', 350, 2, 1],
    );
  });
});
