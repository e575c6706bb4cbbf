import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeFor } from '#store/d1/open';
import { countPage } from '#store/show/budget/uncounted-documents';
import { verifyMeasures } from '#verbs/operations/verify-movements';
import { postBudget } from '../../support/worker/budget/budgets.ts';
import {
  approvedBill,
  costFile,
  countOn,
  currentReport,
  forgetCosts,
  issuedReport,
  issueReport,
  openCostShow,
  rowOf,
} from '../../support/worker/budget/cost-reports.ts';
import {
  approvedLine,
  leaveUncounted,
  markCounted,
  movementFaults,
} from '../../support/worker/budget/movements.ts';
import { setRate, useCanadianDollars } from '../../support/worker/currency/currencies.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

const alpha = storeFor(studioEnv, { id: 'alpha1', shard: 0 });

async function setBudgetedRate(rate: string | null): Promise<void> {
  const rates = [{ currency: 'USD', day: null, rate }];
  const { status } = await as('ada').post('/api/currencies/rates?showId=alpha1', { rates });
  expect(status).toBe(200);
}

/** An order of 10,000 USD at 1.36 with an invoice of 4,000 at 1.40, against a budget of 20,000 CAD (example 3). */
async function spendDollars() {
  await setRate('1.36');
  const po = await approvedLine(10_000);
  await setRate('1.4');
  return { po, bill: await approvedBill(po, 4_000_00) };
}

beforeAll(async () => {
  await openCostShow();
  await useCanadianDollars();
});
beforeEach(async () => {
  await forgetCosts();
  await setSettings('alpha1', { baseCurrency: 'CAD' });
  await sql.alpha`DELETE FROM budgeted_rates`;
  const created = await postBudget({ name: 'Draft 3', lines: [{ account: '6100', amount: 20_000 }] });
  expect(created.status).toBe(201);
});

describe('the cost report of a show with budgeted rates', () => {
  test('BUD-92: 13,760 would have cost 13,000 at 1.30, so that rates account for 760 (example 3)', async () => {
    await spendDollars();
    await setBudgetedRate('1.3');
    const { body } = await currentReport();
    expect(body.budgetedRates).toEqual([{ currency: 'USD', rate: '1.3' }]);
    const figures = { total: 13_760, budgetedRateTotal: 13_000, exchangeVariance: -760 };
    expect(body.rows[0]).toMatchObject({ code: '6100', ...figures, budget: 20_000, overUnder: 6_240 });
    expect(body.totals).toMatchObject(figures);
    const { body: byDepartment } = await currentReport('&by=department');
    expect(byDepartment.rows).toMatchObject([figures]);
    const { body: bySet } = await currentReport('&by=SET');
    expect(bySet.rows).toMatchObject([{ name: 'No set', ...figures }]);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-92: without a budgeted rate, no field of the report names one', async () => {
    await spendDollars();
    const text = JSON.stringify((await currentReport()).body);
    expect(text).toContain('"total":13760');
    expect(text).not.toMatch(/budgetedRate|exchangeVariance/);
  });

  test('BUD-92: another budgeted rate counts at once, for every day, and not for an issued report', async () => {
    const { po, bill } = await spendDollars();
    await countOn(po.id, '2018-01-10');
    await countOn(bill, '2018-01-20');
    await setBudgetedRate('1.3');
    await markCounted();
    const issued = (await issueReport()).body.issued?.number ?? 0;
    await setBudgetedRate('1.5');
    expect(await rowOf('6100')).toMatchObject({ budgetedRateTotal: 15_000, exchangeVariance: 1_240 });
    // Before the invoice, 6,000 of the order are open at 1.36, as its movements were moved as a whole.
    expect(await rowOf('6100', '&day=2018-01-19')).toMatchObject({ total: 8_160, budgetedRateTotal: 9_000 });
    expect((await issuedReport(issued)).body).toMatchObject({
      budgetedRates: [{ currency: 'USD', rate: '1.3' }],
      totals: { exchangeVariance: -760 },
    });
    await setBudgetedRate(null);
    expect((await currentReport()).body.budgetedRates).toBeUndefined();
    expect((await issuedReport(issued)).body.totals.exchangeVariance).toBe(-760);
  });

  test('BUD-92: files have both columns behind the total cost', async () => {
    await spendDollars();
    await setBudgetedRate('1.3');
    const [head = '', row = ''] = (await (await costFile('/file', '&format=csv')).text()).split('\r\n');
    const names = head.split(',');
    const at = names.indexOf('Total Cost');
    expect(names.slice(at, at + 3)).toEqual(['Total Cost', 'At Budgeted Rates', 'Exchange Variance']);
    expect(row.split(',').slice(at, at + 3)).toEqual(['13760.00', '13000.00', '-760.00']);
  });

  test('BUD-92: a budget in another currency than the base has no variance', async () => {
    await spendDollars();
    await setBudgetedRate('1.3');
    await sql.alpha`UPDATE budgets SET currency_code = 'USD'`;
    expect((await currentReport()).body.budgetedRates).toBeUndefined();
  });
});

describe('costs in other currencies', () => {
  test('BUD-91: documents from before an upgrade get them in the background, and their costs stay', async () => {
    const { po, bill } = await spendDollars();
    for (const id of [po.id, bill]) await countOn(id, '2018-01-10');
    await setBudgetedRate('1.3');
    await sql.alpha`UPDATE budget_movements SET original_currency = NULL, original_cents = NULL`;
    await sql.alpha`DELETE FROM foreign_cost_sums`;
    await leaveUncounted();
    expect(await movementFaults()).toEqual([]);
    expect(await rowOf('6100')).toMatchObject({ total: 13_760, exchangeVariance: 0 });
    while (!(await countPage(alpha, 3, new Date().toISOString()))) continue;
    const [row] = (await currentReport()).body.rows;
    // The orders of the tests before are counted, too.
    expect(row?.exchangeVariance).toBeLessThanOrEqual(-760);
    // Their earlier movements keep the day on which they count, and have no amounts in another currency.
    expect(await rowOf('6100', '&day=2018-01-11')).toMatchObject({ total: 13_760, exchangeVariance: 0 });
    const [sums] = await sql.alpha<{
      original: number;
    }>`SELECT sum(original_cents) AS original FROM foreign_cost_sums
      WHERE dimension = 'ACCOUNT' AND code = '6100' AND grain = 'DAY'`;
    expect(sums?.original).toBeGreaterThanOrEqual(10_000_00);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-91: verification finds a sum that differs from its movements', async () => {
    await spendDollars();
    const faultsOf = async () => (await verifyMeasures(alpha, 10)).map(({ what }) => what);
    expect(await faultsOf()).toEqual([]);
    await sql.alpha`UPDATE foreign_cost_sums SET original_cents = 1 WHERE dimension = 'ACCOUNT' AND grain = 'DAY'`;
    expect(await faultsOf()).toEqual([
      expect.stringMatching(/^the sum of ACCOUNT "6100" in \S+ is 1 cents USD before conversion/),
    ]);
    await sql.alpha`UPDATE foreign_cost_sums SET original_cents = 1000000 WHERE grain = 'DAY'`;
    await sql.alpha`UPDATE foreign_cost_sums SET cents = cents + 1 WHERE dimension = 'ACCOUNT' AND grain = 'MONTH'`;
    expect(await faultsOf()).toHaveLength(1);
    await sql.alpha`UPDATE budget_movements SET original_cents = 7 WHERE measure = 'COMMITTED'`;
    expect((await movementFaults()).some((fault) => fault.includes('before conversion'))).toBe(true);
  });
});
