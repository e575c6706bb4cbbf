import { beforeAll, describe, expect, test } from 'vitest';
import { legalPairs } from '../../support/transition-matrix/legal-pairs.ts';
import { duplicateDraft } from '#domain/purchase-orders/duplicate-purchase-order';
import { adjust, approved, oneMoreLine, save, submit } from '../../support/worker/fixtures/change-orders.ts';
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
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const pull = (id: string) =>
  as('dana').put<PurchaseOrder>(`/api/pos/${id}/pull-from-approval/?showId=alpha1`);
const pairOf = ({ status, submissionStatus }: PurchaseOrder) => [status, submissionStatus];

describe('the request of an action', () => {
  const whole = (po: PurchaseOrder) => ({
    docId: po.id,
    docType: 'PO',
    workflowId: po.workflow?.id,
    workflowStepId: po.workflow?.currentStep?.id,
    reason: 'Because',
    showId: po.showId,
    timeZone: 'America/Los_Angeles',
    getNext: true,
    archive: false,
    displayIndicators: true,
  });

  test('AP-03, AP-04: approve accepts the whole request, and so do revision and void', async () => {
    for (const [word, status] of [
      ['approval', 'APPROVED_BY_DEPARTMENT_APPROVER'],
      ['revision', 'DRAFT'],
      ['void', 'VOID'],
    ] as const) {
      const po = await submitted('dana');
      const { status: answered, body } = await as('abel').post(`/api/workflows/${word}`, whole(po));
      expect([answered, body['docId'], body['docType'], body['status']], word).toEqual([
        200,
        po.id,
        'PO',
        status,
      ]);
    }
  });

  test.each([
    ['docId', undefined, 'MISSING_REQUIRED_FIELDS'],
    ['docType', undefined, 'MISSING_REQUIRED_FIELDS'],
    ['getNext', 'yes', 'invalid_parameter'],
    ['archive', 1, 'invalid_parameter'],
    ['displayIndicators', 'on', 'invalid_parameter'],
  ])('AP-03: %s as %j is refused', async (field, value, code) => {
    const po = await submitted('dana');
    const answer = await as('abel').post('/api/workflows/approval', { ...whole(po), [field]: value });
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
    expect((await read('dana', po.id)).version).toBe(po.version);
  });

  test('AP-05, DEC-31: void archives only when requested', async () => {
    const [kept, gone] = [await submitted('dana'), await submitted('dana')];
    await action('abel', 'void', kept, { reason: 'x', archive: false });
    await action('abel', 'void', gone, { reason: 'x', archive: true });
    expect([(await read('dana', kept.id)).isArchived, (await read('dana', gone.id)).isArchived]).toEqual([
      false,
      true,
    ]);
    const listed = async (filters: Record<string, unknown>) => {
      const answer = await as('dana').post<{ poS: { id: string }[] }>('/api/pos/filter?count=200', {
        showId: 'alpha1',
        ...filters,
      });
      return answer.body.poS.map((row) => row.id);
    };
    expect(await listed({})).toContain(kept.id);
    expect(await listed({})).not.toContain(gone.id);
    expect(await listed({ poStatuses: ['VOID'] })).toContain(gone.id);
    expect(await listed({ poNumbers: [gone.poNumber] })).toEqual([gone.id]);
  });

  test('AP-06, DEC-30: approve, revise and void each return the next document of the queue', async () => {
    await sql.alpha`DELETE FROM waiting_approvals WHERE user_id = 'abel'`;
    const waiting = [];
    for (let n = 0; n < 4; n += 1) waiting.push(await submitted('dana'));
    const [d, c, b, a] = waiting as [PurchaseOrder, PurchaseOrder, PurchaseOrder, PurchaseOrder];
    const next = async (word: 'approval' | 'revision' | 'void', po: PurchaseOrder) =>
      (await action('abel', word, po, { reason: 'x', getNext: true })).body.nextId;
    expect(await next('revision', b)).toBe(c.id);
    expect(await next('void', c)).toBe(d.id);
    expect(await next('approval', d)).toBe(a.id);
    expect(await next('void', a)).toBeNull();
  });
});

describe('permissions', () => {
  test('PE-29: a creator creates, edits, submits, pulls back, duplicates and raises a change order', async () => {
    const { id } = await create('dana');
    const edited = await as('dana').put<PurchaseOrder>(`/api/pos/${id}`, aDraft({ description: 'Edited' }));
    expect([edited.status, edited.body.description]).toEqual([200, 'Edited']);
    expect((await submit('dana', id)).status).toBe(200);
    expect(pairOf((await pull(id)).body)).toEqual(['DRAFT', 'Draft']);
    const original = await read('dana', id);
    const copied = duplicateDraft(original, {
      today: '2026-12-01',
      departmentIds: [original.department?.id ?? ''],
      activeCategoryIds: [],
      activeAddressIds: [],
      vendorUsable: true,
      accountFields: null,
      newKey: () => crypto.randomUUID(),
    });
    const copy = await as('dana').post<PurchaseOrder>('/api/pos', copied);
    expect([copy.status, copy.body.description, copy.body.totalCost]).toEqual([201, 'Edited', 300]);
    expect(copy.body.id).not.toBe(id);
    const done = await approved('dana');
    expect((await adjust('dana', done.id)).body).toMatchObject({ isAdjustment: true, status: 'DRAFT' });
  });
});

describe('statuses', () => {
  test('PO-09, PO-10, DEC-15, DEC-22: a purchase order has these pairs of statuses and no others', async () => {
    const { id } = await create('dana', withTotal(2000));
    const seen = [pairOf(await read('dana', id))];
    const addStatus = async () => seen.push(pairOf(await read('dana', id)));
    const sent = await submit('dana', id);
    await addStatus();
    await action('abel', 'revision', sent.body, { reason: 'Fewer' });
    await addStatus();
    const again = await submit('dana', id);
    await approveAs(again.body, 'abel');
    await addStatus();
    await approveAs(again.body, 'lena', 'luis', 'sol');
    await addStatus();
    await action('lena', 'void', await read('lena', id), { reason: 'Cancelled' });
    await addStatus();
    expect(seen).toEqual([
      ['DRAFT', 'Draft'],
      ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
      ['DRAFT', 'Needs revision'],
      ['APPROVED_BY_DEPARTMENT_APPROVER', 'Submitted for approval'],
      ['APPROVED', 'Approved'],
      ['VOID', 'Void'],
    ]);
    await sql.alpha`UPDATE workflow_template_steps SET approvals_needed = 2 WHERE id = 'alpha1_step3'`;
    const large = await submitted('dana', withTotal(2000));
    await approveAs(large, 'abel', 'lena', 'luis', 'sol');
    await sql.alpha`UPDATE workflow_template_steps SET approvals_needed = 1 WHERE id = 'alpha1_step3'`;
    seen.push(pairOf(await read('dana', large.id)));
    expect(seen.at(-1)).toEqual(['APPROVED_BY_SPECIAL_APPROVER', 'Submitted for approval']);
    const legal = legalPairs.PO.map(({ status, submissionStatus }) => [status, submissionStatus].join());
    expect(new Set(seen.map((pair) => pair.join()))).toEqual(new Set(legal));
    // Only an invoice is ever shown as `Denied`.
    expect(legalPairs.INVOICE).toContainEqual({ status: 'VOID', submissionStatus: 'Denied' });
  });

  test('DEC-19, DEC-40: the revision increases with each submit after the first and with a resetting edit; a change order starts at 0', async () => {
    const { id } = await create('dana');
    const revision = async () => (await read('dana', id)).revision;
    await submit('dana', id);
    expect(await revision()).toBe(0);
    await pull(id);
    await submit('dana', id);
    expect(await revision()).toBe(1);
    await action('abel', 'revision', await read('abel', id), { reason: 'Fewer' });
    expect(await revision()).toBe(1);
    const { body } = await submit('dana', id);
    expect(await revision()).toBe(2);
    await save('abel', body, { description: 'By the approver' });
    expect(await revision()).toBe(3);
    await approveAs(body, 'abel', 'lena', 'luis');
    const order = (await adjust('dana', id)).body;
    expect(order.revision).toBe(0);
    await save('dana', order, { lineItems: oneMoreLine(order) });
    await submit('dana', id);
    expect(await revision()).toBe(0);
    await pull(id);
    await submit('dana', id);
    expect(await revision()).toBe(1);
  });
});

describe('numbers', () => {
  test('DEC-17: the number is visible from the chosen milestone on, and a full approval satisfies every choice', async () => {
    const choices = [
      'SAVED_AS_DRAFT',
      'SUBMITTED_FOR_APPROVAL',
      'FIRST_APPROVAL',
      'SPECIAL_APPROVAL',
      'FULL_APPROVAL',
    ];
    const po = await create('dana', withTotal(2000));
    const shown = async () => {
      const numbers = [];
      for (const displayPoNumbers of choices) {
        await setSettings('alpha1', { displayPoNumbers });
        numbers.push((await read('dana', po.id)).poNumber);
      }
      await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
      return numbers.map((number) => number === po.poNumber);
    };
    expect(po.poNumber).toMatch(/^\d{5}$/);
    expect(await shown()).toEqual([true, false, false, false, false]);
    await submit('dana', po.id);
    expect(await shown()).toEqual([true, true, false, false, false]);
    await approveAs(po, 'abel');
    expect(await shown()).toEqual([true, true, true, false, false]);
    await approveAs(po, 'lena', 'luis', 'hugo');
    expect(await shown()).toEqual([true, true, true, true, true]);
  });

  test('PO-60, DEC-17: with r=1 a purchase order without a number gets the next one; with r=0 it gets none', async () => {
    const [plain, flagged] = [await create('dana'), await create('dana')];
    const counter = (await create('dana')).poNumber;
    for (const { id } of [plain, flagged]) {
      await sql.alpha`UPDATE documents SET number = '', number_sort = '' WHERE id = ${id}`;
      expect((await read('dana', id)).poNumber).toBe('NA');
    }
    const sent = async (id: string, r: 0 | 1) =>
      (await as('dana').put<PurchaseOrder>(`/api/pos/${id}/submit/?r=${r}`)).body.poNumber;
    expect(await sent(plain.id, 0)).toBe('NA');
    const next = String(Number(counter) + 1).padStart(5, '0');
    expect(await sent(flagged.id, 1)).toBe(next);
    expect(Number((await create('dana')).poNumber)).toBe(Number(next) + 1);
  });

  test('PO-60, DEC-17: with r=1 a hidden number is returned once it may be seen, and is unchanged', async () => {
    await setSettings('alpha1', { displayPoNumbers: 'SUBMITTED_FOR_APPROVAL' });
    const { id, poNumber } = await create('dana');
    const { body } = await as('dana').put<PurchaseOrder>(`/api/pos/${id}/submit/?r=1`);
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
    expect(poNumber).toBe('NA');
    expect(body.poNumber).toMatch(/^\d{5}$/);
    await pull(id);
    expect((await as('dana').put<PurchaseOrder>(`/api/pos/${id}/submit/?r=1`)).body.poNumber).toBe(
      body.poNumber,
    );
  });

  test('DEC-17: a change order keeps the number', async () => {
    const po = await approved('dana');
    const { body } = await adjust('dana', po.id);
    await save('dana', body, { lineItems: oneMoreLine(body) });
    const sent = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}/submit/?r=1`);
    expect([body.poNumber, body.prefix, sent.body.poNumber]).toEqual([po.poNumber, po.prefix, po.poNumber]);
  });
});

describe('placeholders', () => {
  test('PO-07, DEC-85: hst and fid are null at first, and are stored and returned as sent', async () => {
    const plain = await create('dana');
    expect([plain.hst, plain.fid]).toEqual([null, null]);
    const given = await create('dana', { hst: '13', fid: 'F-1' });
    expect([given.hst, given.fid]).toEqual(['13', 'F-1']);
    const saved = await save('dana', given, { fid: 'F-2' });
    expect([saved.body.hst, saved.body.fid]).toEqual(['13', 'F-2']);
    expect(await read('dana', given.id)).toMatchObject({ hst: '13', fid: 'F-2' });
  });
});
