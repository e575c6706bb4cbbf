import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays, defaultTimeZone, startOfDay } from '#domain/values/days';
import { actualRows, countActuals, forgetActuals } from '../../support/worker/budget/actuals.ts';
import { changeBudget, newBudget } from '../../support/worker/budget/budgets.ts';
import {
  approvedBill,
  costDocuments,
  currentReport,
  forgetCosts,
  issueReport,
  openCostShow,
  rowOf,
  today as realToday,
} from '../../support/worker/budget/cost-reports.ts';
import { approvedLine, markCounted, movementFaults } from '../../support/worker/budget/movements.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { actOnBill, must } from '../../support/worker/fixtures/relief.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';

/** The last evening in Los Angeles, half an hour before midnight, when it is the next day in UTC. */
const evening = Date.parse(startOfDay(realToday, defaultTimeZone)) - 30 * 60_000;
const today = addDays(realToday, -1);
const utcDay = new Date(evening).toISOString().slice(0, 10);
const estimates = [{ account: '6100', revision: 0, efc: 14_500 }];
const enter = (body: object) =>
  as('ada').post<{ day: string; message?: string }>('/api/cost-reports/estimates?showId=alpha1', {
    reason: 'Review',
    estimates,
    ...body,
  });
const days = async () =>
  (await sql.alpha<{ day: string }>`SELECT DISTINCT effective_day AS day FROM budget_movements`).map(
    ({ day }) => day,
  );

beforeAll(openCostShow);
beforeEach(async () => {
  await forgetCosts();
  await forgetActuals();
  await markCounted();
  vi.useFakeTimers({ toFake: ['Date'], now: evening });
});
afterEach(async () => {
  vi.useRealTimers();
  await setSettings('alpha1', { timeZone: defaultTimeZone });
});

describe('at 23:30 in Los Angeles', () => {
  test('BUD-19: a change counts on the day of the show, with the relief that it takes and gives back', async () => {
    expect(utcDay).toBe(realToday);
    await newBudget();
    const po = await approvedLine(10_000);
    const invoice = await approvedBill(po, 4_000_00);
    await must(actOnBill(invoice, 'void'));
    expect(await days()).toEqual([today]);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-19: where the next day has begun, the same moment counts on it', async () => {
    await setSettings('alpha1', { timeZone: 'Pacific/Auckland' });
    await newBudget();
    await approvedLine(10_000);
    expect(await days()).toEqual([utcDay]);
    expect((await currentReport()).body.day).toBe(utcDay);
  });

  test('REPORT-02: the report is as of the day of the show, with what was changed on it', async () => {
    const budget = await newBudget(true);
    await approvedLine(10_000);
    const overage = { account: '6100', amount: 500, reason: 'Rain' };
    expect((await changeBudget(budget.id, 'overages', overage)).status).toBe(200);
    expect((await currentReport()).body).toMatchObject({ day: today, from: `${today.slice(0, 7)}-01` });
    expect(await rowOf('6100')).toMatchObject({ committed: 10_000, budget: 15_500 });
    expect(await rowOf('6100', `&day=${addDays(today, -1)}`)).toMatchObject({ committed: 0, budget: 15_000 });
    expect((await costDocuments('&code=6100')).body.documents).toHaveLength(1);
  });

  test('REPORT-06: a report is issued as of the day of the show, and the day after it has not come', async () => {
    await newBudget();
    await approvedLine(10_000);
    expect((await issueReport({ day: utcDay })).body.message).toBe('This day has not come yet.');
    expect((await issueReport()).body).toMatchObject({ issued: { day: today }, totals: { total: 10_000 } });
  });

  test('EFC-02: an estimate is of the day of the show, and one of the day after it is refused', async () => {
    await newBudget(true);
    await countActuals(`Account,Amount,Date,Type\n6100,1200,${today},Payroll\n`);
    expect((await actualRows('&account=6100')).body.rows).toHaveLength(1);
    expect((await enter({ day: utcDay })).body.message).toBe('This day has not come yet.');
    expect((await enter({})).body.day).toBe(today);
    expect(await rowOf('6100')).toMatchObject({ efc: 14_500, etc: 13_300 });
  });
});
