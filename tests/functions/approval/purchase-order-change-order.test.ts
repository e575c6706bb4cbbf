import { beforeAll, describe, expect, test } from 'vitest';
import { issueTexts } from '#domain/documents/validation';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import {
  adjust,
  approveAll,
  approved,
  oneMoreLine,
  save,
  submit,
  withChangeOrder,
} from '../../support/worker/fixtures/change-orders.ts';
import type { OrderAnswer } from '../../support/worker/fixtures/change-orders.ts';
import { aLine, as, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const outcome = ({ status, body }: OrderAnswer) => [status, body.code];

describe('requesting a change order', () => {
  test('API-20, CO-01, CO-15, CO-16, DEC-25/13, DEC-26: an approved order becomes a draft of the requester', async () => {
    const before = await approved('dana');
    expect(before).toMatchObject({ isAdjustable: true, isRelieved: false, isAdjustment: false });
    const { status, body } = await adjust('dana', before.id, '  One more week  ');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: before.id,
      poNumber: before.poNumber,
      status: 'DRAFT',
      submissionStatus: 'Draft',
      isAdjustment: true,
      isAdjustable: false,
      currentChangeOrderNumber: 1,
      newestChangeOrderNumber: 1,
      changeOrders: [{ changeOrderNumber: 1, status: 'DRAFT' }],
      revision: 0,
      ownerId: 'dana',
      totalCost: 300,
      lockedLineCount: 1,
    });
    expect(body.lineItems).toEqual(before.lineItems);
    expect(body.approvalEvents).toEqual([{ type: 'ADJUSTMENT', created: expect.any(String) }]);
    expect(body.notes).toMatchObject([
      { content: 'One more week', context: 'ADJUSTMENT', changeOrderNumber: 1, commenter: { id: 'dana' } },
    ]);
    expect(body.historyEvents[0]).toMatchObject({ type: 'CHANGE ORDER', userName: 'Dana Stone' });
    expect(await read('dana', before.id)).toEqual(body);
  });

  test('CO-02: a change order needs a reason, and a long one is cut', async () => {
    const before = await approved('dana');
    for (const reason of [undefined, null, '', '   ']) {
      expect(outcome(await adjust('dana', before.id, reason ?? null))).toEqual([
        400,
        'MISSING_REQUIRED_FIELDS',
      ]);
    }
    expect(await read('dana', before.id)).toEqual(before);
    const { body } = await adjust('dana', before.id, 'x'.repeat(300));
    expect(body.notes[0]?.content).toBe('x'.repeat(200));
  });

  test('CO-01, DEC-25: only an approved order that is not relieved can get one', async () => {
    const draft = await create('dana');
    const waiting = await submitted('dana');
    const relieved = await approved('dana');
    await sql.alpha`UPDATE documents SET is_relieved = 1 WHERE id = ${relieved.id}`;
    const { open } = await withChangeOrder('dana');
    for (const { id } of [draft, waiting, relieved, open]) {
      expect(outcome(await adjust('dana', id))).toEqual([409, 'WORKFLOW_CONFLICT']);
    }
    expect((await read('dana', open.id)).newestChangeOrderNumber).toBe(1);
  });

  test('CO-01, DEC-43: the vendor of a change order must still be active', async () => {
    const anvil = {
      vendor: { id: alpha.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: alpha.vendorAddress('anvil') },
    };
    const before = await approved('dana', anvil);
    const active = (flag: 0 | 1) =>
      sql.alpha`UPDATE vendors SET is_active = ${flag} WHERE id = ${alpha.vendor('anvil')}`;
    await active(0);
    const { status, body } = await adjust('dana', before.id);
    expect((await read('dana', before.id)).isAdjustable).toBe(false);
    await active(1);
    expect([status, body]).toEqual([400, { code: 'POS_BAD_REQUEST', errors: ['vendor'] }]);
    expect((await adjust('dana', before.id)).status).toBe(200);
  });

  test('DEC-99: a request repeated with its key creates one change order, even when concurrent', async () => {
    const { id } = await approved('dana');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { poId: id, reason: 'Once' };
    const duplicates = await Promise.all(
      Array.from({ length: 4 }, () => as('dana').post('/api/workflows/adjust', body, headers)),
    );
    for (const duplicate of duplicates)
      expect([duplicate.status, duplicate.body['currentChangeOrderNumber']]).toEqual([200, 1]);
    const po = await read('dana', id);
    expect([po.changeOrders.length, po.notes.length]).toEqual([1, 1]);
    const other = await as('dana').post('/api/workflows/adjust', { ...body, reason: 'Other' }, headers);
    expect([other.status, other.body['code']]).toEqual([422, 'invalid_parameter']);
  });
});

describe('editing a change order', () => {
  test('CO-04, DEC-26: the requester edits it, and the creator of the order cannot', async () => {
    const before = await approved('dana');
    const { body } = await adjust('abel', before.id);
    expect([body.creator.id, body.ownerId]).toEqual(['dana', 'abel']);
    const lines = { lineItems: oneMoreLine(body) };
    expect(outcome(await save('dana', body, lines))).toEqual([403, 'FORBIDDEN']);
    const saved = await save('abel', body, lines);
    expect([saved.status, saved.body.totalCost]).toEqual([200, 350]);
    expect(outcome(await submit('dana', body.id))).toEqual([403, 'FORBIDDEN']);
    expect((await submit('abel', body.id)).body.status).toBe('SUBMITTED_FOR_APPROVAL');
  });

  test('CO-05, DEC-26: it must add a line before it is submitted', async () => {
    const before = await approved('dana');
    const { body } = await adjust('dana', before.id);
    const refused = await submit('dana', body.id);
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'POS_BAD_REQUEST', errors: ['change_order_line'] },
    ]);
    expect(issueTexts.change_order_line).toBe('Change order must include at least one new line item.');
    const saved = await save('dana', body, { lineItems: oneMoreLine(body) });
    expect((await submit('dana', saved.body.id)).status).toBe(200);
  });

  test('CO-06, DEC-26: the earlier lines are unchanged, whatever a crafted request contains', async () => {
    const two = { lineItems: [aLine(), aLine({ description: 'Rugs', quantity: 1, unitCost: 80 })] };
    const before = await approved('dana', two);
    const { body } = await adjust('dana', before.id);
    const [sofas, rugs] = draftOf(body).lineItems;
    const tampered = [
      aLine({ description: 'Lamps', quantity: 1, unitCost: 50 }),
      { ...rugs, quantity: 9, unitCost: 1, coding: {}, description: 'Other', taxCode: 'T1' },
      { ...rugs, description: 'A second copy' },
    ];
    const saved = await save('dana', body, { lineItems: tampered });
    expect(saved.status).toBe(200);
    expect(saved.body.lineItems.slice(0, 2)).toEqual(before.lineItems);
    expect(saved.body.lineItems.slice(2)).toMatchObject([{ lineNumber: 3, description: 'Lamps' }]);
    expect(saved.body.totalCost).toBe(430);
    const emptied = await save('dana', saved.body, { lineItems: [] });
    expect(emptied.body.lineItems).toEqual(before.lineItems);
    const turned = await save('dana', emptied.body, { lineItems: [rugs, sofas] });
    expect(turned.body.lineItems).toEqual(before.lineItems);
  });

  test('CO-06, DEC-26: the current approver of a change order cannot change them either', async () => {
    const { before, open } = await withChangeOrder('dana');
    await submit('dana', open.id);
    const lines = draftOf(open).lineItems.map((line) => ({ ...line, unitCost: 20 }));
    const saved = await save('abel', open, { lineItems: lines });
    expect(saved.status).toBe(200);
    expect(saved.body.lineItems[0]).toEqual(before.lineItems[0]);
    expect(saved.body.lineItems[1]).toMatchObject({ description: 'Lamps', unitCost: 20 });
  });

  test('DEC-26: company, currency, department, date and permanent vendor are locked; other fields are not', async () => {
    const { open } = await withChangeOrder('dana');
    const saved = await save('dana', open, {
      description: 'With lamps',
      category: null,
      department: { id: alpha.department('grip'), name: 'Grip' },
      poDate: '2030-01-01',
      projectCompanyExternalId: 'pc9',
      projectCompanyCurrencyExternalId: 'eur9',
      currency: 'EUR',
      vendor: { id: alpha.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: alpha.vendorAddress('anvil') },
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ description: 'With lamps', category: null });
    const locked = [
      'department',
      'poDate',
      'projectCompanyExternalId',
      'currency',
      'vendor',
      'vendorAddress',
    ] as const;
    for (const field of locked) {
      expect(saved.body[field], field).toEqual(open[field]);
    }
    const temporary = { isTemporary: true, name: 'Kit', address: '3 Side St', tempVendorId: null };
    const swapped = await save('dana', open, { vendor: { ...open.vendor, ...temporary } });
    expect(swapped.body.vendor).toEqual(open.vendor);
    expect((await save('dana', open, { vendor: null })).body.vendor).toEqual(open.vendor);
  });

  test('DEC-26: a temporary vendor may be replaced, and negative unit costs are credits', async () => {
    const temporary = {
      vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' },
      vendorAddress: null,
    };
    const before = await submitted('dana', temporary);
    await setSettings('alpha1', { replacePoTempVendors: false });
    await approveAll(before);
    await setSettings('alpha1', { replacePoTempVendors: true });
    const { status, body } = await adjust('dana', before.id);
    expect(status).toBe(200);
    const saved = await save('dana', body, {
      vendor: { id: alpha.vendor('lumen'), name: 'Lumen Rentals' },
      vendorAddress: { id: alpha.vendorAddress('lumen') },
      lineItems: oneMoreLine(body, { unitCost: -50 }),
    });
    expect(saved.body).toMatchObject({
      vendor: { name: 'Lumen Rentals', isTemporary: false },
      totalCost: 250,
    });
  });
});
