import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  bill,
  must,
  openInvoices,
  order,
  pullBill,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import { rowsOf, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoices);

beforeEach(() => limit({ overReliefMode: 'REFUSE' }));

/** No tolerance unless `own` has one. */
async function limit(own: Record<string, unknown>): Promise<void> {
  await setSettings('alpha1', { overReliefToleranceAmount: 0, overReliefTolerancePercent: 0, ...own });
}

async function markStep(isMarked: boolean): Promise<void> {
  await rowsOf(
    'alpha1',
    `UPDATE workflow_template_steps SET may_approve_over_relief = ${isMarked ? 1 : 0} WHERE id = 'alpha1_bills1'`,
  );
}

const statusOf = async (id: string) =>
  (await as('ivan').get<{ status: string }>(`/api/invoices/${id}`)).body.status;

describe('over-relief at submit', () => {
  test('DEC-39, RL-11: only the first of four invoices of 900 on one line of 1,000 is accepted', async () => {
    const po = await order([1_000_00]);
    const bills = [];
    for (let n = 0; n < 4; n += 1) bills.push(await bill([{ of: po, line: 1, cents: 900_00 }]));
    const answers = [];
    for (const id of bills) answers.push(await submitBill(id));
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422]);
    expect(answers[1]?.body).toEqual({
      code: 'relief_exceeded',
      errors: ['relief_exceeded'],
      message: `Line 1 of PO ${po.number} has $100.00 left; this invoice exceeds it by $800.00.`,
      excesses: [{ poNumber: po.number, lineNumber: 1, balance: 100, excess: 800 }],
    });
    expect(await Promise.all(bills.map(statusOf))).toEqual([
      'SUBMITTED_FOR_APPROVAL',
      'DRAFT',
      'DRAFT',
      'DRAFT',
    ]);
  });

  test('BUD-79: parts of a line that was split over episodes exceed the order line by their sum', async () => {
    const po = await order([1_000_00]);
    const parts = (cents: number) => [1, 2].map(() => ({ of: po, line: 1, cents }));
    const { status, body } = await submitBill(await bill(parts(600_00)));
    expect(status).toBe(422);
    expect(body).toMatchObject({ excesses: [{ lineNumber: 1, balance: 1_000, excess: 200 }] });
    expect((await submitBill(await bill(parts(500_00)))).status).toBe(200);
  });

  test('DEC-39, DEC-82: five concurrent invoices are accepted only within the balance of the line', async () => {
    const po = await order([1_000_00]);
    const bills = await Promise.all([1, 2, 3, 4, 5].map(() => bill([{ of: po, line: 1, cents: 400_00 }])));
    const answers = await Promise.all(bills.map((id) => submitBill(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422]);
    const [counted] = await sql.alpha<{ cents: number }>`SELECT sum(amount_cents) AS cents FROM relief
      WHERE po_id = ${po.id}`;
    expect(counted?.cents).toBe(800_00);
  });

  test('DEC-39: a reference to the whole order is limited by its total', async () => {
    const po = await order([100_00, 50_00]);
    await submittedBill([{ of: po, cents: 120_00 }]);
    const { status, body } = await submitBill(await bill([{ of: po, cents: 40_00 }]));
    expect([status, body]).toMatchObject([
      422,
      { excesses: [{ poNumber: po.number, lineNumber: null, balance: 30, excess: 10 }] },
    ]);
    await submittedBill([{ of: po, cents: 30_00 }]);
  });

  test('DEC-39: several lines of one invoice are added up, and a credit uses nothing', async () => {
    const po = await order([100_00, 50_00]);
    const twice = await bill([
      { of: po, line: 1, cents: 60_00 },
      { of: po, line: 1, cents: 50_00 },
      { of: po, line: 2, cents: 50_00 },
    ]);
    expect((await submitBill(twice)).body).toMatchObject({
      excesses: [{ lineNumber: 1, balance: 100, excess: 10 }],
    });
    await submittedBill([{ of: po, line: 1, cents: 100_00 }]);
    await submittedBill([{ of: po, line: 1, cents: -20_00 }]);
    await submittedBill([{ of: po, line: 1, cents: 20_00 }]);
  });

  test('DEC-39, RL-12: the larger of amount and percent is tolerated', async () => {
    await limit({ overReliefToleranceAmount: 5, overReliefTolerancePercent: 2.5 });
    const small = await order([100_00]);
    expect((await submitBill(await bill([{ of: small, line: 1, cents: 105_01 }]))).status).toBe(422);
    await submittedBill([{ of: small, line: 1, cents: 105_00 }]);
    const large = await order([1_000_00]);
    expect((await submitBill(await bill([{ of: large, line: 1, cents: 1_025_01 }]))).status).toBe(422);
    await submittedBill([{ of: large, line: 1, cents: 1_025_00 }]);
  });

  test('DEC-39, RL-13: a workflow with a step that may approve over-relief accepts the invoice', async () => {
    const po = await order([100_00]);
    const id = await bill([{ of: po, line: 1, cents: 150_00 }]);
    expect((await submitBill(id)).status).toBe(422);
    await markStep(true);
    await must(submitBill(id));
    await markStep(false);
    await must(actOnBill(id, 'approval'));
    expect(await statusOf(id)).toBe('APPROVED');
  });

  test('DEC-39: a show that only warns accepts the invoice', async () => {
    await limit({ overReliefMode: 'WARN' });
    const po = await order([100_00]);
    await submittedBill([{ of: po, line: 1, cents: 150_00 }]);
  });
});

describe('over-relief at the final approval', () => {
  test('DEC-39: of invoices accepted with a warning only those within the balance are approved', async () => {
    await limit({ overReliefMode: 'WARN' });
    const po = await order([1_000_00]);
    const bills = [];
    for (let n = 0; n < 3; n += 1) bills.push(await bill([{ of: po, line: 1, cents: 900_00 }]));
    for (const id of bills) await must(submitBill(id));
    await limit({ overReliefMode: 'REFUSE' });
    const answers = [];
    for (const id of bills) answers.push(await actOnBill(id, 'approval'));
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
    expect(answers[1]?.body).toMatchObject({
      code: 'relief_exceeded',
      excesses: [{ poNumber: po.number, lineNumber: 1, balance: 100, excess: 800 }],
    });
    const [, second = ''] = bills;
    expect(await statusOf(second)).toBe('SUBMITTED_FOR_APPROVAL');
    await must(pullBill(second));
  });

  test('DEC-39, DEC-82: only one of two concurrent final approvals succeeds', async () => {
    await limit({ overReliefMode: 'WARN' });
    const po = await order([1_000_00]);
    const bills = [
      await bill([{ of: po, line: 1, cents: 900_00 }]),
      await bill([{ of: po, line: 1, cents: 900_00 }]),
    ];
    for (const id of bills) await must(submitBill(id));
    await limit({ overReliefMode: 'REFUSE' });
    const answers = await Promise.all(
      bills.map((id, index) => actOnBill(id, 'approval', index === 0 ? 'lena' : 'luis')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});
