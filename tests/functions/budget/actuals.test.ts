import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  actualImports,
  actualRows,
  checkActuals,
  countActuals,
  forgetActuals,
  importActuals,
  reverseActuals,
} from '../../support/worker/budget/actuals.ts';
import { newBudget } from '../../support/worker/budget/budgets.ts';
import {
  approvedBill,
  costFile,
  currentReport,
  forgetCosts,
  openCosts,
  openCostShow,
  rowOf,
  today,
} from '../../support/worker/budget/cost-reports.ts';
import {
  approvedLine,
  figuresOf,
  movementFaults,
  readMeasures,
} from '../../support/worker/budget/movements.ts';
import { aLine, as, submitted } from '../../support/worker/fixtures/client.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const heading = 'Account,Date,Amount,Type,Number,Accounting ID';
const payroll = `${heading}\n6100,${today},1000,Payroll,PR-7,\n6100,${today},200,Payroll,PR-7,\n7777,${today},50,Card,,`;

beforeAll(openCostShow);
beforeEach(async () => {
  await forgetCosts();
  await forgetActuals();
});

describe('other actuals', () => {
  test('ACTUAL-02: the dry run shows what would count and stores nothing', async () => {
    await newBudget();
    const { status, body } = await checkActuals(payroll);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        currency: 'USD',
        accounts: [{ account: '6100', amount: 1_200 }],
        ready: 2,
        fileTotal: 1_250,
        importedTotal: 1_200,
        difference: 50,
        faults: [],
      }),
    ]);
    expect(body.unknown).toMatchObject([{ row: 4, account: '7777', amount: 50 }]);
    expect(await actualImports()).toEqual([]);
    expect((await checkActuals(payroll, '', 'dana')).status).toBe(403);
  });

  test('ACTUAL-04: invoiced 4,000, payroll 1,200 and committed 6,000 are a total cost of 11,200', async () => {
    await newBudget();
    await approvedBill(await approvedLine(10_000), 4_000_00);
    expect((await readMeasures()).body.heading).toBe('POs and invoices in this show only');
    await countActuals(payroll);
    expect(await figuresOf()).toMatchObject({ invoiced: 5_200, committed: 6_000, available: 3_800 });
    const { body } = await readMeasures();
    expect([body.heading, body.totals.otherActuals]).toEqual(['', 1_200]);
    expect(await rowOf('6100')).toMatchObject({
      actual: 5_200,
      period: 5_200,
      total: 11_200,
      overUnder: 3_800,
    });
    expect((await currentReport()).body.heading).toBe('');
    const { rows } = (await currentReport('&by=department')).body;
    expect(rows.at(-1)).toMatchObject({ code: '', actual: 1_200 });
    expect(await movementFaults()).toEqual([]);
  });

  test('ACTUAL-04: an actual of an earlier day counts from that day on', async () => {
    await newBudget();
    await countActuals(`${heading}\n6100,2026-01-05,700,Payroll,,\n6100,2026-02-05,50,Payroll,,`);
    expect(await rowOf('6100', '&day=2026-01-04').catch(() => null)).toMatchObject({ actual: 0 });
    expect(await rowOf('6100', '&day=2026-01-31')).toMatchObject({ actual: 700 });
    expect(await rowOf('6100', '&day=2026-02-28&from=2026-02-01')).toMatchObject({ actual: 750, period: 50 });
  });

  test('ACTUAL-04: a decision counts other actuals as actual, and is over budget by them', async () => {
    await newBudget();
    await countActuals(`${heading}\n6100,${today},14500,Payroll,,`);
    const lineItems = [aLine({ quantity: 1, unitCost: 501, coding: { ACCOUNT: '6100' } })];
    const { id } = await submitted('dana', { lineItems });
    const { body } = await as('ada').get<PurchaseOrder>(`/api/pos/${id}`);
    expect(body.budget).toMatchObject({
      answer: 'OVER',
      accounts: [{ actual: 14_500, availableAfter: -1 }],
    });
  });

  test('BUD-70, DEC-263: figures on a decision, in the open orders and in files are headed until other actuals count', async () => {
    const only = 'POs and invoices in this show only';
    await newBudget();
    const { id } = await submitted('dana', { lineItems: [aLine({ coding: { ACCOUNT: '6100' } })] });
    const headings = async () => [
      (await as('ada').get<PurchaseOrder>(`/api/pos/${id}`)).body.budget?.heading,
      (await openCosts()).body.heading,
    ];
    const lastRows = async () => {
      const files = [
        await costFile('/file'),
        await costFile('/file', '&by=department'),
        await costFile('/open/file'),
      ];
      const texts = await Promise.all(files.map((file) => file.text()));
      return texts.map((text) => text.trim().split('\r\n').at(-1)?.replace(/,+$/, ''));
    };
    expect([await headings(), await lastRows()]).toEqual([
      [only, only],
      [only, only, only],
    ]);
    await countActuals(payroll);
    expect(await headings()).toEqual([undefined, '']);
    for (const row of await lastRows()) expect(row).toMatch(/^Total/);
  });

  test('ACTUAL-03: the same file counts once, and so does the same transaction', async () => {
    await newBudget();
    const first = await countActuals(payroll);
    const again = await importActuals(payroll, { count: 2, total: 1_200 });
    expect([again.status, again.body.id]).toEqual([201, first.id]);
    expect((await checkActuals(payroll)).body.faults).toMatchObject([
      { row: null, message: 'This is the file of import 1.' },
    ]);
    const next = `${payroll}\n6100,${today},9,Payroll,PR-8,`;
    const { body } = await checkActuals(next);
    expect([body.ready, body.importedTotal]).toEqual([1, 9]);
    expect(body.repeated.map(({ row }) => row)).toEqual([2, 3]);
    await countActuals(next);
    expect((await rowOf('6100')).actual).toBe(1_209);
    expect((await actualImports()).map(({ number, total }) => [number, total])).toEqual([
      [2, 9],
      [1, 1_200],
    ]);
  });

  test('ACTUAL-03: an invoice of this show is listed by its accounting id and counts once', async () => {
    await newBudget();
    const invoice = await approvedBill(await approvedLine(10_000), 4_000_00);
    const file = `${heading}\n6100,${today},4000,AP,INV-1,${invoice}\n6100,${today},5,AP,INV-2,elsewhere`;
    const { body } = await checkActuals(file);
    expect(body.matched).toMatchObject([{ row: 2, amount: 4_000 }]);
    const { id } = await countActuals(file);
    expect((await rowOf('6100')).actual).toBe(4_005);
    const { rows } = (await actualRows(`&importId=${id}`)).body;
    expect(rows.map((row) => [row.row, row.invoiceId])).toEqual([
      [2, invoice],
      [3, null],
    ]);
    expect((await actualRows('&account=6100')).body.rows).toMatchObject([{ row: 3, amount: 5, import: 1 }]);
    expect(await movementFaults()).toEqual([]);
  });

  test('ACTUAL-05: a reversed import counts nothing, and its file can be imported again', async () => {
    await newBudget();
    const { id } = await countActuals(payroll);
    expect((await reverseActuals(id, ' ')).status).toBe(400);
    const { body } = await reverseActuals(id);
    expect(body.reversed).toMatchObject({ reason: 'Wrong week', by: { userId: 'ada' } });
    expect((await reverseActuals(id)).body.reversed).toEqual(body.reversed);
    expect((await rowOf('6100')).actual).toBe(0);
    expect((await readMeasures()).body.heading).not.toBe('');
    expect((await actualRows('&account=6100')).body.rows).toEqual([]);
    expect(await movementFaults()).toEqual([]);
    await countActuals(payroll);
    expect((await rowOf('6100')).actual).toBe(1_200);
    expect((await reverseActuals('alpha1_none')).status).toBe(404);
  });

  test('ACTUAL-01, ACTUAL-05: a closed period moves an actual and its reversal to the next open one', async () => {
    await newBudget();
    await sql.alpha`INSERT INTO accounting_periods
      VALUES ('alpha1', 'pc1', 1, 'Week 1', 'WEEKS', '2026-03-02', '2026-03-08', 'CLOSED'),
        ('alpha1', 'pc1', 2, 'Week 2', 'WEEKS', '2026-03-09', '2026-03-15', 'OPEN'),
        ('alpha1', 'pc1', 3, 'Week 3', 'WEEKS', '2026-03-16', '2026-03-22', 'OPEN')`;
    const { id } = await countActuals(`${heading}\n6100,2026-03-04,700,Payroll,,`);
    expect((await rowOf('6100', '&day=2026-03-08')).actual).toBe(0);
    expect((await rowOf('6100', '&day=2026-03-09')).actual).toBe(700);
    await sql.alpha`UPDATE accounting_periods SET status = 'CLOSED' WHERE number = 2`;
    await reverseActuals(id);
    expect((await rowOf('6100', '&day=2026-03-15')).actual).toBe(700);
    expect((await rowOf('6100', '&day=2026-03-16')).actual).toBe(0);
    const { body } = await checkActuals(`${heading}\n6100,2026-03-23,700,Payroll,,`);
    expect(body.faults).toMatchObject([{ message: 'No accounting period is open on 2026-03-23 or later.' }]);
    await sql.alpha`DELETE FROM accounting_periods`;
  });

  test('ACTUAL-02: what differs from the dry run is refused, and a file with errors is not imported', async () => {
    await newBudget();
    expect((await importActuals(payroll, { count: 2, total: 1_201 })).status).toBe(409);
    const faulty = await importActuals(`${heading}\n6100,soon,700,,,`, { count: 1, total: 700 });
    expect([faulty.status, faulty.body.message]).toEqual([
      400,
      'Row 2: This is not a date. Write it as 2018-03-30.',
    ]);
    expect(await actualImports()).toEqual([]);
  });
});

test('ACTUAL-08: a user who sees a part of the accounts reads their rows, and no totals of imports', async () => {
  await newBudget();
  const { id } = await countActuals(`${heading}\n6100,${today},1000,Payroll,,\n6200,${today},7,Payroll,,`);
  const ranges = JSON.stringify([{ from: '6200', to: '6299' }]);
  await sql.directory`UPDATE memberships SET budget_accounts = ${ranges} WHERE user_id = 'ada' AND show_id = 'alpha1'`;
  expect((await actualImports())[0]?.total).toBeNull();
  const { rows } = (await actualRows(`&importId=${id}`)).body;
  expect(rows.map(({ account }) => account)).toEqual(['6200']);
  expect((await actualRows('&account=6100')).status).toBe(403);
  expect((await checkActuals(payroll)).status).toBe(403);
  await sql.directory`UPDATE memberships SET budget_accounts = NULL WHERE user_id = 'ada' AND show_id = 'alpha1'`;
});
