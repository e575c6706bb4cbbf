import { beforeAll, describe, expect, test } from 'vitest';
import { as, read } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  bill,
  billBody,
  must,
  openInvoices,
  order,
  pullBill,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import type { SeededOrder } from '../../support/worker/fixtures/relief.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openInvoices);

const left = (po: PurchaseOrder) => po.lineItems.map((line) => line.remainingBalance);
const seen = async ({ id }: Pick<SeededOrder, 'id'>) => {
  const po = await read('dana', id);
  return [left(po), po.isRelieved];
};

describe('relief', () => {
  test('DEC-27, DEC-39: an invoice counts from submit through approval, until it is returned, pulled, denied or voided', async () => {
    const po = await order([100_00, 50_00]);
    const id = await bill([{ of: po, line: 1, cents: 100_00 }]);
    const none = [[100, 50], false];
    const taken = [[0, 50], false];
    expect(await seen(po)).toEqual(none);
    for (const end of [() => pullBill(id), () => actOnBill(id, 'revision')]) {
      await must(submitBill(id));
      expect(await seen(po)).toEqual(taken);
      await must(end());
      expect(await seen(po)).toEqual(none);
    }
    await must(submitBill(id));
    await must(actOnBill(id, 'approval'));
    expect(await seen(po)).toEqual(taken);
    await must(actOnBill(id, 'void'));
    expect(await seen(po)).toEqual(none);

    const denied = await submittedBill([{ of: po, line: 2, cents: 1 }]);
    expect(await seen(po)).toEqual([[100, 49.99], false]);
    await must(actOnBill(denied, 'deny'));
    expect(await seen(po)).toEqual(none);
  });

  test('DEC-39, LI-05: forty lines over three orders relieve them to the cent', async () => {
    const cents = Array.from({ length: 14 }, (_, n) => 1_000 + n * 137);
    const orders = [await order(cents), await order(cents), await order(cents.slice(0, 12))];
    const lines = orders.flatMap((of) =>
      of.lines.map(({ lineNumber, cents: all }) => ({ of, line: lineNumber, cents: all })),
    );
    expect(lines).toHaveLength(40);
    const id = await submittedBill(lines);
    for (const po of orders) expect(await seen(po)).toEqual([po.lines.map(() => 0), true]);
    await must(pullBill(id));
    const [spared] = orders;
    const cheaper = lines.map((line) =>
      line.of === spared && line.line === 4 ? { ...line, cents: line.cents - 1 } : line,
    );
    const { lineItems, amount } = billBody(cheaper);
    const stored = (await as('ivan').get(`/api/invoices/${id}`)).body;
    await must(as('ivan').put(`/api/invoices/${id}`, { ...stored, lineItems, amount }));
    await must(submitBill(id));
    for (const po of orders) {
      const expected = po.lines.map((_, n) => (po === spared && n === 3 ? 0.01 : 0));
      expect(await seen(po)).toEqual([expected, po !== spared]);
    }
  });

  test('DEC-39: isRelieved depends on the sum: one line over balances another one under, and more than all is allowed', async () => {
    const po = await order([100_00, 50_00]);
    const id = await submittedBill([{ of: po, line: 1, cents: 149_99 }]);
    expect(await seen(po)).toEqual([[-49.99, 50], false]);
    await submittedBill([{ of: po, line: 2, cents: 1 }]);
    expect(await seen(po)).toEqual([[-49.99, 49.99], true]);
    await must(actOnBill(id, 'revision'));
    expect(await seen(po)).toEqual([[100, 49.99], false]);
  });

  test('DEC-39: a reference to the whole order relieves its lines in order', async () => {
    const po = await order([100_00, 50_00, 25_00]);
    const first = await submittedBill([
      { of: po, cents: 60_00 },
      { of: po, cents: 60_00 },
    ]);
    expect(await seen(po)).toEqual([[0, 30, 25], false]);
    await submittedBill([{ of: po, cents: 60_00 }]);
    expect(await seen(po)).toEqual([[0, 0, -5], true]);
    await must(pullBill(first));
    expect(await seen(po)).toEqual([[100, 20, -5], false]);
    await submittedBill([
      { of: po, cents: -10_00 },
      { of: po, line: 1, cents: 100_00 },
    ]);
    expect(await seen(po)).toEqual([[0, 20, 5], false]);
  });

  test('DEC-82, DEC-39: two concurrent invoices on one line both count', async () => {
    const po = await order([100_00]);
    const bills = await Promise.all([1, 2, 3, 4, 5].map(() => bill([{ of: po, line: 1, cents: 20_00 }])));
    const answers = await Promise.all(bills.map((id) => submitBill(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await seen(po)).toEqual([[0], true]);
    await Promise.all(bills.slice(1).map((id) => pullBill(id)));
    expect(await seen(po)).toEqual([[80], false]);
  });
});

describe('effects of relief', () => {
  test('DEC-25: an order with relief cannot be voided until it is released', async () => {
    const po = await order([100_00]);
    const id = await submittedBill([{ of: po, line: 1, cents: 1 }]);
    const end = () =>
      as('ada').post<{ code: string; status: string }>('/api/workflows/void', {
        docId: po.id,
        docType: 'PO',
        showId: 'alpha1',
        reason: 'Off',
      });
    const refused = await end();
    expect([refused.status, refused.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    await must(actOnBill(id, 'approval'));
    expect((await end()).status).toBe(409);
    await must(actOnBill(id, 'void'));
    expect(await end()).toMatchObject({ status: 200, body: { status: 'VOID' } });
  });

  test('DEC-25, DEC-38, DEC-82: one of a concurrent void and submission wins, and no void order is relieved', async () => {
    for (let round = 0; round < 6; round += 1) {
      const po = await order([100_00]);
      const id = await bill([{ of: po, line: 1, cents: 50_00 }]);
      const ending = as('ada').post('/api/workflows/void', {
        docId: po.id,
        docType: 'PO',
        showId: 'alpha1',
        reason: 'Off',
      });
      const [voided, sent] = await Promise.all([ending, submitBill(id)]);
      expect([voided.status, sent.status].filter((status) => status === 200)).toHaveLength(1);
      const [row] = await sql.alpha`SELECT status, (SELECT count(*) FROM relief WHERE po_id = d.id) AS rows
        FROM documents d WHERE id = ${po.id}`;
      expect([
        { status: 'VOID', rows: 0 },
        { status: 'APPROVED', rows: 1 },
      ]).toContainEqual(row);
    }
  });

  test('CO-01, DEC-26: a fully relieved order gets no change order until an invoice releases some of it', async () => {
    const po = await order([100_00]);
    const id = await submittedBill([{ of: po, line: 1, cents: 100_00 }]);
    const adjust = () => as('dana').post('/api/workflows/adjust', { poId: po.id, reason: 'More' });
    expect(await adjust()).toMatchObject({ status: 409, body: { code: 'WORKFLOW_CONFLICT' } });
    await must(pullBill(id));
    await must(adjust());
  });

  test('RL-08, DEC-38: without relief in the show a reference is refused', async () => {
    const po = await order([100_00]);
    const id = await bill([{ of: po, line: 1, cents: 1 }]);
    await setSettings('alpha1', { purchaseOrderRelieveResources: false });
    const refused = await submitBill(id);
    expect([refused.status, refused.body['errors']]).toEqual([400, ['reference_po']]);
    await setSettings('alpha1', { purchaseOrderRelieveResources: true });
    await must(submitBill(id));
  });
});
