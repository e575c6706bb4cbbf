import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EstimateHistory, SavedEstimates } from '#domain/budget/cost-report/response';
import { storeFor } from '#store/d1/open';
import { verifyMeasures } from '#verbs/operations/verify-movements';
import { countActuals, forgetActuals } from '../../support/worker/budget/actuals.ts';
import { changeBudget, newBudget } from '../../support/worker/budget/budgets.ts';
import {
  approvedBill,
  costFile,
  currentReport,
  forgetCosts,
  issuedReport,
  issueReport,
  openCostShow,
  rowOf,
  unbudgeted,
  today,
} from '../../support/worker/budget/cost-reports.ts';
import { approvedLine, figuresOf, markCounted, submitChange } from '../../support/worker/budget/movements.ts';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { approveThrough } from '../../support/worker/fixtures/change-orders.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

const path = '/api/cost-reports/estimates?showId=alpha1';
type Refused = { code?: string; message?: string };

type Entry = { account: string; revision: number } & ({ efc: number | null } | { etc: number });
const enter = (
  estimates: readonly Entry[],
  own: { day?: string; reason?: string } = {},
  options: { name?: PersonName; key?: string } = {},
) =>
  as(options.name ?? 'ada').post<SavedEstimates & Refused>(
    path,
    { reason: 'Weekly review', estimates, ...own },
    options.key === undefined ? {} : { 'idempotency-key': options.key },
  );
const efc = (amount: number | null, revision = 0, account = '6100') => [{ account, revision, efc: amount }];
const historyOf = async (account = '6100') =>
  (await as('ada').get<EstimateHistory>(`${path}&account=${account}`)).body;

beforeAll(openCostShow);
beforeEach(async () => {
  await forgetCosts();
  await forgetActuals();
  await markCounted();
});

/** Example 5: a budget of 15,000, invoiced 4,000, payroll 1,200, committed 6,000. */
async function example() {
  const budget = await newBudget(true);
  await approvedBill(await approvedLine(10_000), 4_000_00);
  await countActuals(`Account,Amount,Date,Type\n6100,1200,${today},Payroll\n`);
  return budget;
}

describe('estimates', () => {
  test('EFC-01: EFC 14,500 leaves ETC 3,300, and another PO reduces it below zero (example 5)', async () => {
    await example();
    const { status, body } = await enter(efc(14_500));
    expect([status, body]).toEqual([
      200,
      { day: today, estimates: [{ account: '6100', revision: 1, efc: 14_500 }] },
    ]);
    expect(await rowOf('6100')).toMatchObject({
      actual: 5_200,
      committed: 6_000,
      total: 11_200,
      etc: 3_300,
      efc: 14_500,
      overUnder: 500,
      estimateRevision: 1,
    });
    await approvedLine(2_000);
    expect(await rowOf('6100')).toMatchObject({ total: 13_200, etc: 1_300, efc: 14_500 });
    await approvedLine(2_000);
    expect(await rowOf('6100')).toMatchObject({ total: 15_200, etc: -700, efc: 14_500, overUnder: 500 });
    expect((await currentReport()).body.totals).toMatchObject({ total: 15_200, efc: 14_500, etc: -700 });
  });

  test('EFC-01: a change order of 2,000 reduces ETC, and with another PO the account is over by 200 (example 5)', async () => {
    await newBudget(true);
    const po = await approvedLine(10_000);
    await approvedBill(po, 4_000_00);
    await countActuals(`Account,Amount,Date,Type\n6100,1200,${today},Payroll\n`);
    await enter(efc(14_500));
    await submitChange(po, 2_000);
    expect(await rowOf('6100')).toMatchObject({ total: 11_200, etc: 3_300, efc: 14_500 });
    await approveThrough(po.id);
    expect(await rowOf('6100')).toMatchObject({ total: 13_200, etc: 1_300, efc: 14_500 });
    expect(await figuresOf()).toMatchObject({ committed: 8_000, invoiced: 5_200, available: 1_800 });
    await approvedLine(2_000);
    expect(await rowOf('6100')).toMatchObject({ total: 15_200, etc: -700, efc: 14_500 });
    expect(await figuresOf()).toMatchObject({ committed: 10_000, available: -200 });
  });

  test('EFC-01: an approved overage of 2,000 raises account and total, and leaves EFC alone (example 5)', async () => {
    const budget = await example();
    await enter([...efc(14_500), ...efc(50_000, 0, 'CONTINGENCY')]);
    await changeBudget(budget.id, 'overages', { account: '6100', amount: 2_000, reason: 'Rain' });
    expect(await rowOf('6100')).toMatchObject({ budget: 17_000, efc: 14_500, overUnder: 2_500 });
    expect((await rowOf('CONTINGENCY')).budget).toBe(50_000);
    expect((await currentReport()).body.totals).toMatchObject({ budget: 67_000, efc: 64_500 });
  });

  test('EFC-01: a transfer of 3,000 out of contingency leaves total and EFC alone (example 5)', async () => {
    const budget = await example();
    await enter([...efc(14_500), ...efc(50_000, 0, 'CONTINGENCY')]);
    const reason = 'Rain';
    const moved = { from: 'CONTINGENCY', to: '6100', amount: 3_000, reason };
    await changeBudget(budget.id, 'transfers', moved);
    const budgets = async () => [(await rowOf('CONTINGENCY')).budget, (await rowOf('6100')).budget];
    expect(await budgets()).toEqual([47_000, 18_000]);
    expect((await currentReport()).body.totals).toMatchObject({ budget: 65_000, efc: 64_500 });
    expect((await rowOf('6100')).efc).toBe(14_500);
  });

  test('EFC-01: without other actuals no estimate is entered or shown', async () => {
    await newBudget();
    expect((await enter(efc(1))).body.message).toBe(
      'Import other actuals first: an estimate needs all costs.',
    );
    await sql.alpha`INSERT INTO account_estimates VALUES
      ('alpha1', 'USD', '6100', 1, 100, '2026-01-01', 'x', 'ada', 'Ada', '2026-01-01T00:00:00.000Z')`;
    expect(await rowOf('6100')).toMatchObject({ efc: null, etc: null });
  });

  test('EFC-02: ETC is turned into EFC, and null removes the estimate', async () => {
    await example();
    await enter([{ account: '6100', revision: 0, etc: 3_300 }]);
    expect((await rowOf('6100')).efc).toBe(14_500);
    await enter(efc(null, 1), { reason: 'Left open' });
    expect(await rowOf('6100')).toMatchObject({
      efc: null,
      etc: null,
      overUnder: 3_800,
      estimateRevision: 2,
    });
  });

  test('EFC-02: all entries are stored, or none', async () => {
    await example();
    const { status, body } = await enter([...efc(14_500), ...efc(1, 0, '9999')]);
    expect([status, body.message]).toEqual([400, 'Account 9999 is not in the cost report.']);
    expect((await enter(efc(1), { day: '2999-01-01' })).body.message).toBe('This day has not come yet.');
    expect((await enter(efc(1), { reason: ' ' })).status).toBe(400);
    expect((await historyOf()).changes).toEqual([]);
  });

  test('EFC-02: a repeated request changes nothing more', async () => {
    await example();
    const key = crypto.randomUUID();
    const answers = [await enter(efc(14_500), {}, { key }), await enter(efc(14_500), {}, { key })];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await historyOf()).changes).toHaveLength(1);
  });

  test('EFC-04: of two changes of the same revision, the second is refused', async () => {
    await example();
    const answers = await Promise.all([enter(efc(1)), enter(efc(2))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await enter([...efc(3), ...efc(4, 0, 'CONTINGENCY')])).body.code).toBe('WORKFLOW_CONFLICT');
    expect((await historyOf('CONTINGENCY')).changes).toEqual([]);
  });

  test('EFC-06: the history has user, day and reason, the newest change first, and never changes', async () => {
    await example();
    await enter(efc(14_500), { day: '2026-01-31' });
    await enter(efc(15_500, 1), { reason: 'Second unit' });
    expect(await historyOf()).toMatchObject({
      currency: 'USD',
      changes: [
        { revision: 2, efc: 15_500, day: today, reason: 'Second unit', by: { userId: 'ada' } },
        { revision: 1, efc: 14_500, day: '2026-01-31', reason: 'Weekly review' },
      ],
      hasMore: false,
    });
    const earlier = await enter(efc(1, 2), { day: '2026-02-28' });
    expect(earlier.body.message).toBe(
      `The estimate of account 6100 is of ${today}. Choose that day or a later one.`,
    );
    await expect(sql.alpha`UPDATE account_estimates SET efc_cents = 1`).rejects.toThrow(/append-only/);
  });

  test('EFC-07: reports, issued reports and files have the estimates of their day', async () => {
    await example();
    await enter(efc(14_500), { day: '2026-01-31' });
    await issueReport();
    await enter(efc(16_000, 1));
    expect((await rowOf('6100', '&day=2026-01-30')).efc).toBeNull();
    expect((await rowOf('6100', '&day=2026-01-31')).efc).toBe(14_500);
    expect(await rowOf('6100')).toMatchObject({ efc: 16_000, change: 1_500, overUnder: -1_000 });
    const issued = (await issuedReport(1)).body;
    expect(issued.rows[0]).toMatchObject({ efc: 14_500, etc: 3_300, overUnder: 500 });
    expect(issued.categories[0]).toMatchObject({ code: '6000', efc: 14_500, budget: 15_000, total: 11_200 });
    expect(await (await costFile('/file', '&number=1')).text()).toContain(
      '11200.00,3300.00,14500.00,15000.00,500.00',
    );
  });

  test('EFC-07: estimates stay with a new budget; an account that it lacks keeps its row', async () => {
    await example();
    await unbudgeted(9);
    await enter([...efc(14_500), ...efc(100, 0, '6200'), ...efc(7, 0, 'CONTINGENCY')]);
    await sql.alpha`DELETE FROM budget_lines WHERE account = 'CONTINGENCY'`;
    expect(await rowOf('6200')).toMatchObject({ kind: null, efc: 100, etc: 91 });
    expect(await rowOf('CONTINGENCY')).toMatchObject({ total: 0, efc: 7, budget: null });
    await sql.alpha`UPDATE budgets SET currency_code = 'CAD'`;
    expect((await currentReport()).body.rows.map(({ efc: amount }) => amount)).toEqual([null]);
  });

  test('EFC-08: reading requires READ Budget, entering FULL Budget', async () => {
    await example();
    expect((await enter(efc(1), {}, { name: 'dana' })).status).toBe(403);
    expect((await as('dana').get(`${path}&account=6100`)).status).toBe(403);
  });

  test('EFC-08: verification reports a change that does not follow the one before it', async () => {
    await example();
    await enter(efc(14_500));
    const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
    expect(await verifyMeasures(store, 10)).toEqual([]);
    await sql.alpha`INSERT INTO account_estimates VALUES
      ('alpha1', 'USD', '6100', 3, 100, '2026-01-01', 'x', 'ada', 'Ada', '2026-01-01T00:00:00.000Z')`;
    expect(await verifyMeasures(store, 10)).toEqual([
      {
        documentId: '',
        what: 'change 3 of the estimate of account "6100" does not follow the one before it',
      },
    ]);
  });
});

test('entering estimates and reading their history take four and two round trips', async () => {
  await example();
  const counted = countTrips();
  const saved = await measureCost(() => enter(efc(14_500)));
  const read = await measureCost(() => as('ada').get(`${path}&account=6100`));
  counted.stop();
  expect([saved.answer.status, read.answer.status]).toEqual([200, 200]);
  // The report as of the day, whose total cost turns ETC into EFC, is read after the budget.
  expect([saved.cost.trips, read.cost.trips]).toEqual([4, 2]);
});
