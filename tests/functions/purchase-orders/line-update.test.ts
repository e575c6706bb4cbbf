import { beforeAll, describe, expect, test } from 'vitest';
import { adjust, approved, submit, withChangeOrder } from '../../support/worker/fixtures/change-orders.ts';
import {
  aLine,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { Line, PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

type LineAnswer = Line & { code?: string; errors?: string[] };

const update = (name: PersonName, po: { id: string }, lineItem: Record<string, unknown>) =>
  as(name).post<LineAnswer>(`/api/pos/lineitem/${po.id}`, { lineItem, persona: 'CREATOR' });

/** The line at this index with changes. */
function changed(po: PurchaseOrder, index: number, own: Record<string, unknown>) {
  const line = po.lineItems[index];
  if (!line) throw new Error('no such line');
  return { ...line, ...own };
}

const twoLines = { lineItems: [aLine(), aLine({ description: 'Rugs', quantity: 1, unitCost: 80 })] };

async function refused(answer: ReturnType<typeof update>): Promise<unknown[]> {
  const { status, body } = await answer;
  return [status, body.code];
}

describe('one line of a draft', () => {
  test('API-10, LI-36, DEC-51: the owner changes any field; the answer is the line, and the total is updated', async () => {
    const po = await create('dana', twoLines);
    const own = {
      description: ' Persian rugs ',
      quantity: 2,
      unitCost: 99.99,
      acquisitionType: 'RENTAL',
      rentalType: 'WEEKLY',
      rentalStart: '2026-11-02',
      rentalEnd: '2026-11-09',
      episode: '101',
      taxCode: 'T1',
    };
    const { status, body } = await update('dana', po, changed(po, 1, own));
    expect(status).toBe(200);
    expect(body).toEqual({
      ...po.lineItems[1],
      ...own,
      description: 'Persian rugs',
      totalCost: 199.98,
      remainingBalance: 199.98,
    });
    const after = await read('dana', po.id);
    expect(after).toMatchObject({ totalCost: 499.98, version: 2, status: 'DRAFT' });
    expect(after.lineItems).toEqual([po.lineItems[0], body]);
  });

  test('DEC-51: omitted fields stay; the client cannot change number and key of a line', async () => {
    const po = await create('dana', twoLines);
    const line = { id: po.lineItems[1]?.id, quantity: 3, lineNumber: 1, keyId: 'mine', totalCost: 1 };
    const { body } = await update('dana', po, line);
    expect(body).toEqual({ ...po.lineItems[1], quantity: 3, totalCost: 240, remainingBalance: 240 });
  });

  test('LI-36, DEC-51: the rules are those of a save, and a refused line changes nothing', async () => {
    const po = await create('dana', twoLines);
    const own = { quantity: 0, description: ' ', unitCost: 'free' };
    const answer = await update('dana', po, changed(po, 0, own));
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        code: 'POS_BAD_REQUEST',
        errors: ['line_quantity', 'line_description', 'line_unit_cost', 'total_invalid'],
      },
    ]);
    const days = { acquisitionType: 'RENTAL', rentalStart: '2026-11-09', rentalEnd: '2026-11-02' };
    expect((await update('dana', po, changed(po, 0, days))).body.errors).toEqual(['rental_dates']);
    const much = changed(po, 0, { quantity: 2, unitCost: 9_999_999_999 });
    expect((await update('dana', po, much)).body.errors).toEqual(['total_max']);
    expect(await read('dana', po.id)).toEqual(po);
  });

  test('PO-43, DEC-52: an inactive code is removed, and the account part follows the code', async () => {
    const po = await create('dana', { lineItems: [aLine({ coding: {} })] });
    expect(po.lineItems[0]?.coaExternalId).toBeNull();
    const { body } = await update('dana', po, changed(po, 0, { coding: { ACCOUNT: '6100', NONE: 'x' } }));
    expect(body).toMatchObject({ coding: { ACCOUNT: '6100' }, coaExternalId: 'acc-6100' });
  });

  test('API-10: an unknown line, one of another order and an unknown order are 404', async () => {
    const [po, other] = [await create('dana'), await create('dana')];
    expect(await refused(update('dana', po, { id: 'alpha1_none', quantity: 2 }))).toEqual([404, 'NOT_FOUND']);
    const theirs = changed(other, 0, { quantity: 2 });
    expect(await refused(update('dana', po, theirs))).toEqual([404, 'NOT_FOUND']);
    expect(await refused(update('dana', { id: 'alpha1_none' }, theirs))).toEqual([404, 'NOT_FOUND']);
    expect(await read('dana', other.id)).toEqual(other);
  });

  test('DEC-90, DEC-51: it adds an audit event with the amounts, and no visible history entry', async () => {
    const po = await create('dana');
    await update('dana', po, changed(po, 0, { quantity: 4 }));
    const events = await sql.alpha<{
      action: string;
      history_type: string | null;
      payload: string;
    }>`SELECT action, history_type, payload FROM document_events WHERE document_id = ${po.id} AND seq = 2`;
    expect(events).toMatchObject([{ action: 'save', history_type: null }]);
    expect(JSON.parse(events[0]?.payload ?? '')).toMatchObject({
      totalCents: 40_000,
      lines: [['Sofas', 4, 100]],
    });
    expect((await read('dana', po.id)).historyEvents).toEqual([]);
  });

  test('DEC-99, DEC-82: a repetition with its key is one change; concurrent changes of two lines both take effect', async () => {
    const po = await create('dana', twoLines);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { lineItem: changed(po, 0, { quantity: 4 }), persona: 'CREATOR' };
    const twice = await Promise.all(
      [1, 2].map(() => as('dana').post<LineAnswer>(`/api/pos/lineitem/${po.id}`, body, headers)),
    );
    expect(twice.map(({ status, body: line }) => [status, line.quantity])).toEqual([
      [200, 4],
      [200, 4],
    ]);
    expect((await read('dana', po.id)).version).toBe(2);
    await Promise.all([
      update('dana', po, { id: po.lineItems[0]?.id, quantity: 1 }),
      update('dana', po, { id: po.lineItems[1]?.id, unitCost: 10 }),
    ]);
    expect(await read('dana', po.id)).toMatchObject({ version: 4, totalCost: 110 });
  });

  test('DEC-01: a line without an id or with invalid values is refused', async () => {
    const po = await create('dana');
    expect(await refused(update('dana', po, { quantity: 2 }))).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    const wrong = changed(po, 0, { acquisitionType: 'GIFT' });
    expect(await refused(update('dana', po, wrong))).toEqual([400, 'invalid_parameter']);
    const answer = await as('dana').post(`/api/pos/lineitem/${po.id}`, {
      lineItem: changed(po, 0, {}),
      persona: 'KING',
    });
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
  });
});

describe('one line of a submitted order', () => {
  const coded = { coding: {}, episode: '102', taxCode: 'T1' };

  test('DEC-51: the current approver changes codes, episode and tax code without a restart of approval', async () => {
    const po = await submitted('dana', withTotal(500));
    await approveAs(po, 'abel');
    const { status, body } = await update('lena', po, changed(po, 0, coded));
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...coded, coaExternalId: null, totalCost: 500 });
    const after = await read('dana', po.id);
    expect(after).toMatchObject({ status: 'APPROVED_BY_DEPARTMENT_APPROVER', revision: 0, totalCost: 500 });
    expect(after.workflow?.steps.map((step) => step.status)).toEqual(['APPROVED', 'PENDING']);
    expect(after.workflow?.steps[0]?.approvers[0]?.hasApproved).toBe(true);
  });

  test.each([
    ['quantity', 2],
    ['unitCost', 1],
    ['description', 'Other'],
    ['acquisitionType', 'RENTAL'],
  ])('DEC-51: the %s cannot be changed', async (field, value) => {
    const po = await submitted('dana', withTotal(500));
    const line = changed(po, 0, { ...coded, [field]: value });
    expect(await refused(update('abel', po, line))).toEqual([409, 'ERROR_PO_NOT_EDITABLE']);
    expect(await read('dana', po.id)).toEqual(po);
  });
});

describe('one line of a change order', () => {
  test('DEC-51, CO-06: any editor can change new lines, and none can change locked ones', async () => {
    const { open } = await withChangeOrder('dana');
    expect((await update('dana', open, changed(open, 1, { unitCost: -20 }))).body.totalCost).toBe(-20);
    for (const name of ['dana', 'ada'] as const) {
      expect(await refused(update(name, open, changed(open, 0, { episode: '9' }))), name).toEqual([
        409,
        'ERROR_PO_NOT_EDITABLE',
      ]);
    }
    expect(await read('dana', open.id)).toMatchObject({ totalCost: 280, lineItems: [open.lineItems[0], {}] });
    await submit('dana', open.id);
    expect((await update('abel', open, { id: open.lineItems[1]?.id, episode: '9' })).body.episode).toBe('9');
    expect(await refused(update('abel', open, { id: open.lineItems[0]?.id, episode: '9' }))).toEqual([
      409,
      'ERROR_PO_NOT_EDITABLE',
    ]);
  });

  test('DEC-51, DEC-26: the requester is the owner', async () => {
    const before = await approved('dana');
    const { body } = await adjust('abel', before.id);
    expect(await refused(update('dana', body, changed(body, 0, { quantity: 1 })))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });
});
