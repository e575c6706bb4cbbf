import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { newBudget, forgetBudgets } from '../../support/worker/budget/budgets.ts';
import {
  approvedLine,
  figuresOf,
  forgetMovements,
  movementFaults,
  numbered,
  submitChange,
} from '../../support/worker/budget/movements.ts';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { adjust, approveThrough } from '../../support/worker/fixtures/change-orders.ts';
import { as, read } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  bill,
  must,
  openInvoices,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openInvoices();
  await setSettings('alpha1', { changeOrdersMayReduce: true, overReliefMode: 'WARN' });
});
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
  await newBudget();
});

const approveBill = async (id: string) => must(actOnBill(id, 'approval'));
const lineOf = (po: PurchaseOrder) => po.lineItems[0]?.id ?? '';
const put = (name: PersonName, po: PurchaseOrder, isClosed: unknown, lineId = lineOf(po), headers = {}) =>
  as(name).put<PurchaseOrder & { code?: string }>(
    `/api/pos/${po.id}/lines/${lineId}/closed`,
    { isClosed },
    headers,
  );
const close = (po: PurchaseOrder) => must(put('abel', po, true));
const reopen = (po: PurchaseOrder) => must(put('abel', po, false));

describe('what a closed line counts', () => {
  test('BUD-55: PO 7,500 with a final invoice of 6,554: committed 946 if left open, 0 if closed (example 4)', async () => {
    const po = await approvedLine(7_500);
    await approveBill(await submittedBill([{ of: numbered(po), line: 1, cents: 6_554_00 }]));
    expect(await figuresOf()).toMatchObject({ committed: 946, invoiced: 6_554, available: 7_500 });
    await close(po);
    expect(await figuresOf()).toMatchObject({ committed: 0, invoiced: 6_554, available: 8_446 });
    expect(await movementFaults()).toEqual([]);
    await reopen(po);
    expect(await figuresOf()).toMatchObject({ committed: 946, invoiced: 6_554, available: 7_500 });
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-55: voiding an invoice reopens its relief unless the line is closed (example 4)', async () => {
    const po = await approvedLine(10_000);
    const of = { of: numbered(po), line: 1 };
    const first = await submittedBill([{ ...of, cents: 4_000_00 }]);
    await approveBill(first);
    await approveBill(await submittedBill([{ ...of, cents: 7_000_00 }]));
    await close(po);
    await must(actOnBill(first, 'void'));
    expect(await figuresOf()).toMatchObject({ committed: 0, invoiced: 7_000 });
    await reopen(po);
    expect(await figuresOf()).toMatchObject({ committed: 3_000, invoiced: 7_000 });
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-55: a credit reopens an open line, and a closed one stays at zero', async () => {
    const po = await approvedLine(10_000);
    const of = { of: numbered(po), line: 1 };
    await approveBill(await submittedBill([{ ...of, cents: 4_000_00 }]));
    await close(po);
    await approveBill(await submittedBill([{ ...of, cents: -1_000_00 }]));
    expect(await figuresOf()).toMatchObject({ committed: 0, invoiced: 3_000 });
    await reopen(po);
    expect(await figuresOf()).toMatchObject({ committed: 7_000, invoiced: 3_000 });
  });

  test('BUD-56: a later invoice of a closed line is new exposure, and over-relief beyond the line', async () => {
    const po = await approvedLine(10_000);
    const of = { of: numbered(po), line: 1 };
    await approveBill(await submittedBill([{ ...of, cents: 9_000_00 }]));
    await close(po);
    const later = await submittedBill([{ ...of, cents: 1_500_00 }]);
    expect(await figuresOf()).toMatchObject({ committed: 0, inProgress: 0, waiting: 1_500 });
    await approveBill(later);
    expect(await figuresOf()).toMatchObject({ committed: 0, waiting: 0, invoiced: 10_500 });
    expect(
      await sql.alpha`SELECT cents FROM account_measures WHERE measure = 'OVER_RELIEF' AND cents <> 0`,
    ).toEqual([{ cents: 500_00 }]);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-56: a change order leaves a closed line closed, and counts what it adds', async () => {
    const po = await approvedLine(10_000);
    await close(po);
    await submitChange(po, 2_000);
    expect(await figuresOf()).toMatchObject({ committed: 0, waiting: 2_000 });
    expect((await put('abel', po, false)).body.code).toBe('WORKFLOW_CONFLICT');
    await approveThrough(po.id);
    expect(await figuresOf()).toMatchObject({ committed: 2_000, waiting: 0 });
    expect((await read('abel', po.id)).lineItems.map(({ closed }) => closed?.byName)).toEqual([
      'Abel Stone',
      undefined,
    ]);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-20, BUD-55: verification finds a line that was closed in the database alone', async () => {
    const po = await approvedLine(10_000);
    await sql.alpha`UPDATE document_lines SET closed_at = '2026-11-03T10:00:00.000Z', closed_by = 'Mallory'
      WHERE id = ${lineOf(po)}`;
    expect(await movementFaults()).toHaveLength(1);
  });
});

describe('an invoice that closes the line', () => {
  const closing = async (po: PurchaseOrder, ...parts: number[]) => {
    const id = await bill(parts.map((cents) => ({ of: numbered(po), line: 1, cents })));
    const { body } = await as('ivan').get<Invoice>(`/api/invoices/${id}`);
    const lineItems = body.lineItems.map((line) => ({ ...line, closesPoLine: true }));
    await must(as('ivan').put(`/api/invoices/${id}`, { ...body, lineItems }));
    await must(submitBill(id));
    return id;
  };

  test('BUD-59: the line is closed at the final approval, and stays closed after a void (example 4)', async () => {
    const po = await approvedLine(7_500);
    const id = await closing(po, 6_554_00);
    expect(await figuresOf()).toMatchObject({ committed: 7_500, inProgress: 6_554 });
    await approveBill(id);
    expect(await figuresOf()).toMatchObject({ committed: 0, invoiced: 6_554 });
    expect((await read('abel', po.id)).lineItems[0]?.closed?.byName).toBe('Lena Stone');
    await must(actOnBill(id, 'void'));
    expect(await figuresOf()).toMatchObject({ committed: 0, invoiced: 0 });
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-79: parts of a line that was split over episodes relieve and close the order line together', async () => {
    const po = await approvedLine(7_500);
    const id = await closing(po, 3_277_00, 3_277_00);
    expect(await figuresOf()).toMatchObject({ committed: 7_500, inProgress: 6_554, waiting: 0 });
    await approveBill(id);
    expect(await figuresOf()).toMatchObject({ committed: 0, invoiced: 6_554, available: 8_446 });
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-59: the choice is content of the version, and a line without an order line has none', async () => {
    const po = await approvedLine(7_500);
    const id = await bill([{ of: numbered(po), line: 1, cents: 100_00 }, { cents: 50_00 }]);
    const { body } = await as('ivan').get<Invoice>(`/api/invoices/${id}`);
    const lineItems = body.lineItems.map((line) => ({ ...line, closesPoLine: true }));
    const { body: saved } = await as('ivan').put<Invoice>(`/api/invoices/${id}`, { ...body, lineItems });
    expect(saved.contentVersion).toBe(body.contentVersion + 1);
    expect(saved.lineItems.map(({ closesPoLine }) => closesPoLine)).toEqual([true, false]);
    const wrong = lineItems.map((line) => ({ ...line, closesPoLine: 'yes' }));
    expect((await as('ivan').put(`/api/invoices/${id}`, { ...body, lineItems: wrong })).status).toBe(400);
  });
});

describe('closing a line', () => {
  test('BUD-57: administrators and approvers of the order close its lines, others do not', async () => {
    const po = await approvedLine(500);
    const statuses = await Promise.all(
      (['dana', 'otto', 'ivan'] as const).map(async (name) => (await put(name, po, true)).status),
    );
    expect(statuses).toEqual([403, 404, 404]);
    expect((await put('ada', po, true)).body.lineItems[0]?.closed).toMatchObject({ byName: 'Ada Stone' });
    expect((await put('abel', po, false)).body.lineItems[0]?.closed).toBeUndefined();
  });

  test('BUD-57: an unapproved or void order, an unknown line and another value are refused', async () => {
    const po = await approvedLine(500);
    expect((await put('ada', po, true, 'none')).status).toBe(404);
    expect((await put('ada', po, 'yes')).status).toBe(400);
    await must(adjust('dana', po.id));
    expect((await put('ada', po, true)).body.code).toBe('WORKFLOW_CONFLICT');
  });

  test('BUD-57: the history has each change once, whether it is repeated with its key or without', async () => {
    const po = await approvedLine(500);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const twice = await Promise.all([1, 2].map(() => put('ada', po, true, lineOf(po), key)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    await must(put('ada', po, true));
    await must(put('ada', po, false));
    const { changes, version } = await read('ada', po.id);
    expect(version).toBe(po.version + 2);
    const field = `lines.${lineOf(po)}.closed`;
    expect(changes.slice(0, 2).map(({ action, fields: [one] }) => [action, one])).toEqual([
      ['reopen-line', { field, label: 'Line 1', before: 'Closed', after: 'Open', unit: 'text' }],
      ['close-line', { field, label: 'Line 1', before: 'Open', after: 'Closed', unit: 'text' }],
    ]);
  });
});

test('closing and reopening a line take three round trips', async () => {
  const po = await approvedLine(500);
  await read('ada', po.id);
  const counted = countTrips();
  const closed = await measureCost(() => put('ada', po, true));
  const reopened = await measureCost(() => put('ada', po, false));
  counted.stop();
  expect([closed.answer.status, reopened.answer.status]).toEqual([200, 200]);
  expect([closed.cost.trips, reopened.cost.trips]).toEqual([3, 3]);
});
