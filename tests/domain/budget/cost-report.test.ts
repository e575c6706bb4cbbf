import { describe, expect, test } from 'vitest';
import { headOf } from '#domain/budget/cost-report/categories';
import { budgetAsOf, reportByAccount } from '#domain/budget/cost-report/by-account';
import { reportByCode } from '#domain/budget/cost-report/by-code';
import { sumFigures } from '#domain/budget/cost-report/figures';
import { periodStart } from '#domain/budget/cost-report/period';
import type { CostFigures, CostRow } from '#domain/budget/cost-report/figures';
import { costCoding } from '#domain/budget/cost-coding';
import { addDays } from '#domain/values/days';
import { reportChart as chart, reportLine as line } from '../../support/report-lines.ts';

const sums = (
  ...rows: [code: string, invoiced: number, committed: number, other?: number, paid?: number][]
) =>
  new Map(
    rows.map(
      ([code, invoicedCents, committedCents, otherCents = 0, paidCents = 0]) =>
        [code, { invoicedCents, paidCents, committedCents, otherCents }] as const,
    ),
  );
const nothing = { sums: sums(), sumsBefore: sums(), previous: null };
const estimated = (efcCents: number) => new Map([['2110', { efcCents, revision: 1, day: '2026-11-20' }]]);
const budget = [line('2110', 15_000_00), line('CONTINGENCY', 50_000_00, 'CONTINGENCY')];

describe('the figures of an account', () => {
  /** Example 5: invoiced 4,000, payroll 1,200, committed `committed`, EFC 14,500. */
  const example = (committed: number) =>
    reportByAccount(
      budget,
      chart,
      {
        ...nothing,
        sums: sums(['2110', 4_000_00, committed * 100, 1_200_00]),
        sumsBefore: sums(['2110', 0, 0, 200_00]),
      },
      estimated(14_500_00),
    )[0];

  test('REPORT-01: EFC 14,500 leaves ETC 3,300, and is 500 under (example 5)', () => {
    expect(example(6_000)).toMatchObject({
      actualCents: 5_200_00,
      periodCents: 5_000_00,
      totalCents: 11_200_00,
      etcCents: 3_300_00,
      efcCents: 14_500_00,
      overUnderCents: 500_00,
    });
  });

  test('REPORT-01: a new order reduces ETC, also below zero, and leaves EFC alone (example 5)', () => {
    expect(example(8_000)).toMatchObject({ totalCents: 13_200_00, etcCents: 1_300_00, efcCents: 14_500_00 });
    expect(example(10_000)).toMatchObject({ totalCents: 15_200_00, etcCents: -700_00, efcCents: 14_500_00 });
  });

  test('REPORT-01: without an EFC, ETC and EFC are empty, and total cost counts against the budget', () => {
    const [row] = reportByAccount(budget, chart, { ...nothing, sums: sums(['2110', 4_000_00, 12_000_00]) });
    expect(row).toMatchObject({
      etcCents: null,
      efcCents: null,
      overUnderCents: -1_000_00,
      changeCents: null,
    });
  });

  test('REPORT-01: costs count at the nearest level with a budget', () => {
    const rows = reportByAccount([line('2100', 100_00)], chart, {
      ...nothing,
      sums: sums(['2110', 1_00, 2_00], ['2120', 3_00, 0], ['9000', 4_00, 0]),
    });
    expect(rows.map(({ code, totalCents, kind }) => [code, totalCents, kind])).toEqual([
      ['2100', 6_00, 'ACCOUNT'],
      ['9000', 4_00, null],
    ]);
  });
});

describe('the change since the last report', () => {
  const before = (totalCents: number, efcCents: number | null = null): CostFigures => ({
    ...sumFigures([]),
    totalCents,
    efcCents,
  });

  test('REPORT-06: a row that the last report had and that counts nothing now shows what it lost', () => {
    const previous = new Map([
      ['2110', before(7_00)],
      ['9000', before(5_00)],
    ]);
    const rows = reportByAccount(budget, chart, { ...nothing, sums: sums(['2110', 10_00, 0]), previous });
    expect(rows.map(({ code, changeCents }) => [code, changeCents])).toEqual([
      ['2110', 3_00],
      ['CONTINGENCY', 0],
      ['9000', -5_00],
    ]);
  });

  test('REPORT-06: the change is that of the EFC when the account has one', () => {
    const [row] = reportByAccount(
      budget,
      chart,
      { ...nothing, sums: sums(['2110', 10_00, 0]), previous: new Map([['2110', before(7_00, 14_000_00)]]) },
      estimated(14_500_00),
    );
    expect(row?.changeCents).toBe(500_00);
  });
});

test('EFC-07: an account keeps its row while it has an estimate, also of zero', () => {
  const rowsOf = (efcCents: number | null) =>
    reportByAccount([], chart, nothing, new Map([['9000', { efcCents, revision: 1, day: '2026-11-20' }]]));
  expect(rowsOf(0)).toMatchObject([{ code: '9000', efcCents: 0, totalCents: 0 }]);
  expect(rowsOf(null)).toEqual([]);
});

describe('estimates of accounts that count at a higher level', () => {
  const counting = { ...nothing, sums: sums(['2101', 500, 0], ['2102', 20, 30]) };
  const efcs = (account: string, efcCents: number) =>
    [account, { efcCents, revision: 1, day: '2026-11-20' }] as const;
  const rowsOf = (estimates: ReturnType<typeof efcs>[], reported: Parameters<typeof reportByAccount>[2]) =>
    reportByAccount([line('2100', 1_000)], chart, reported, new Map(estimates)).map(
      ({ code, totalCents, efcCents }) => [code, totalCents, efcCents],
    );

  test('EFC-07: they count there once, with the cost of accounts without one', () => {
    const only = { ...nothing, sums: sums(['2101', 500, 0]) };
    expect(rowsOf([efcs('2101', 600)], only)).toEqual([['2100', 500, 600]]);
    expect(rowsOf([efcs('2101', 600)], counting)).toEqual([['2100', 550, 650]]);
    expect(rowsOf([efcs('2101', 600), efcs('2103', 7)], counting)).toEqual([['2100', 550, 657]]);
  });

  test('EFC-07: an estimate of the level itself replaces them', () => {
    expect(rowsOf([efcs('2101', 600), efcs('2100', 900)], counting)).toEqual([['2100', 550, 900]]);
  });

  test('EFC-07: the row that the last report had does not count them again', () => {
    const previous = new Map([['2101', { ...sumFigures([]), totalCents: 500, efcCents: 600 }]]);
    expect(rowsOf([efcs('2101', 600)], { ...counting, previous })).toEqual([
      ['2100', 550, 650],
      ['2101', 0, null],
    ]);
  });
});

test('REPORT-03: what has no code is the last row, and the rows add up to the total', () => {
  const totals = {
    ...sumFigures([]),
    periodCents: 30,
    actualCents: 100,
    committedCents: 60,
    totalCents: 160,
  };
  const rows = reportByCode(
    (code) => ({ name: `Set ${code}`, description: '' }),
    { name: 'No set', totals },
    { ...nothing, sums: sums(['10', 40, 5], ['9', 20, 50]), sumsBefore: sums(['10', 35, 0], ['9', 20, 0]) },
  );
  expect(
    rows.map(({ name, periodCents, actualCents, committedCents }) => [
      name,
      periodCents,
      actualCents,
      committedCents,
    ]),
  ).toEqual([
    ['Set 9', 0, 20, 50],
    ['Set 10', 5, 40, 5],
    ['No set', 25, 40, 5],
  ]);
});

test('REPORT-08: categories are the header accounts at the top, and contingency', () => {
  const rows = reportByAccount(budget, chart, {
    ...nothing,
    sums: sums(['2110', 10_00, 0], ['9000', 1_00, 0]),
  });
  const head = headOf(rows, chart.nameOf);
  expect(head.categories.map(({ code, description, totalCents }) => [code, description, totalCents])).toEqual(
    [
      ['2000', 'Header 2000', 10_00],
      ['CONTINGENCY', 'Contingency', 0],
      ['', 'Accounts without a category', 1_00],
    ],
  );
  expect(head.totals.budgetCents).toBe(65_000_00);
  expect(head.withoutContingency.budgetCents).toBe(15_000_00);
});

test('REPORT-02: the budget of a day is without later transfers', () => {
  const [account, contingency] = budgetAsOf(
    [
      { ...line('2110', 100), transferCents: 30 },
      { ...line('CONTINGENCY', 50), transferCents: -30 },
    ],
    [
      { account: '2110', cents: 30 },
      { account: 'CONTINGENCY', cents: -30 },
    ],
  );
  const finalOf = (one: typeof account) =>
    (one?.originalCents ?? 0) + (one?.transferCents ?? 0) + (one?.overageCents ?? 0);
  expect([finalOf(account), finalOf(contingency)]).toEqual([100, 50]);
});

test('REPORT-04: the period begins after the last issued report, else with the month', () => {
  const next = (day: string) => addDays(day, 1);
  expect(periodStart('2026-11-28', '2026-11-21', next)).toBe('2026-11-22');
  expect(periodStart('2026-11-28', '2026-11-28', next)).toBe('2026-11-01');
  expect(periodStart('2026-11-28', null, next)).toBe('2026-11-01');
});

test('REPORT-03: the codes of a line in their order; its episode is that of its codes, else that of the line', () => {
  const coding = { ACCOUNT: '2110', SET: 'S1', FREE_FIELD: 'X', LOCATION: 'L', INSURANCE: 'I' };
  expect(costCoding({ coding, episode: '101', departmentId: 'd' })).toBe(
    '{"EPISODE":"101","FREE_FIELD":"X","LOCATION":"L","SET":"S1","department":"d"}',
  );
  expect(costCoding({ coding: { EPISODE: '102' }, episode: '101', departmentId: null })).toBe(
    '{"EPISODE":"102"}',
  );
});

describe('BUD-76: what is paid', () => {
  const { sumsBefore, previous } = nothing;

  test('is a part of the actual amount of each row and of the sums, and changes no other figure', () => {
    const reported = (paid: number) =>
      reportByAccount(budget, chart, {
        sumsBefore,
        previous,
        sums: sums(['2110', 100, 50, 20, paid], ['2190', 7, 0, 0, 7]),
      });
    const rows = reported(60);
    expect(rows.map(({ code, paidCents }) => [code, paidCents])).toEqual([
      ['2110', 60],
      ['CONTINGENCY', 0],
      ['2190', 7],
    ]);
    expect(headOf(rows, chart.nameOf).totals).toMatchObject({
      actualCents: 127,
      paidCents: 67,
      totalCents: 177,
    });
    const withoutPaid = (list: readonly CostRow[]) => list.map((row) => ({ ...row, paidCents: 0 }));
    expect(withoutPaid(rows)).toEqual(withoutPaid(reported(0)));
  });

  test('has the rest of the total where no code was given', () => {
    const totals = { ...sumFigures([]), actualCents: 100, paidCents: 70, totalCents: 100 };
    const rows = reportByCode(
      (code) => ({ name: code, description: '' }),
      { name: 'No set', totals },
      {
        sumsBefore,
        previous,
        sums: sums(['9', 60, 0, 0, 40]),
      },
    );
    expect(rows.map(({ name, paidCents }) => [name, paidCents])).toEqual([
      ['9', 40],
      ['No set', 30],
    ]);
  });

  test('is empty in the sums of a report that was issued before payments counted', () => {
    const { paidCents, ...older } = sumFigures([]);
    expect(paidCents).toBe(0);
    expect(sumFigures([older, sumFigures([])])).not.toHaveProperty('paidCents');
  });
});
