import { expect, test } from 'vitest';
import { linesByAccount } from '#domain/budget/budget';
import type { BudgetLine, SeriesKind } from '#domain/budget/budget';
import { budgetAsOf, reportByAccount } from '#domain/budget/cost-report/by-account';
import { headOf, reportOfAccounts } from '#domain/budget/cost-report/categories';
import { codesText, noCodes } from '#domain/budget/line-codes';

const line = (account: string, episode: string, originalCents: number, series: SeriesKind | null) =>
  ({
    account,
    codes: codesText({ EPISODE: episode }),
    description: '',
    kind: 'ACCOUNT',
    series,
    originalCents,
    transferCents: 0,
    overageCents: 0,
  }) satisfies BudgetLine;
const chart = { nameOf: () => '', ancestorsOf: () => [] };
const nothing = { sums: new Map(), sumsBefore: new Map(), previous: null };
const budget = [
  line('5210', '101', 100_00, 'PATTERN'),
  line('5210', '102', 100_00, 'PATTERN'),
  line('5210', '', 70_00, 'AMORT'),
  line('5220', '101', 9_00, 'AMORT'),
  line('5230', '', 5_00, null),
];
const report = (lines: readonly BudgetLine[]) =>
  reportByAccount(linesByAccount(lines), chart, { ...nothing });

test('BUD-85: an account has its pattern and its amort, and only those that it has', () => {
  const rows = report(budget);
  expect(rows.map(({ code, patternCents, amortCents }) => [code, patternCents, amortCents])).toEqual([
    ['5210', 200_00, 70_00],
    ['5220', null, 9_00],
    ['5230', undefined, undefined],
  ]);
  expect(headOf(rows, () => '').totals).toMatchObject({
    budgetCents: 284_00,
    patternCents: 200_00,
    amortCents: 79_00,
  });
});

test('BUD-85: a show without a series has neither, in rows and in totals', () => {
  const rows = report([line('5230', '101', 5_00, null)]);
  const { totals, categories } = headOf(rows, () => '');
  for (const figures of [...rows, totals, ...categories]) expect(figures).not.toHaveProperty('patternCents');
});

test('BUD-85: a later transfer between two lines of an account counts for the line that it names', () => {
  const codes = codesText({ EPISODE: '101' });
  const later = [
    { account: '5210', codes, cents: -40_00, finalCents: 60_00 },
    { account: '5210', cents: 40_00, finalCents: 110_00 },
  ];
  const moved = budget.map((one) => {
    if (one.account !== '5210' || (one.codes !== codes && one.codes !== noCodes)) return one;
    return { ...one, transferCents: one.codes === codes ? -40_00 : 40_00 };
  });
  expect(report(moved)[0]).toMatchObject({ budgetCents: 270_00, patternCents: 160_00, amortCents: 110_00 });
  expect(report(budgetAsOf(moved, later))[0]).toMatchObject({
    budgetCents: 270_00,
    patternCents: 200_00,
    amortCents: 70_00,
  });
});

test('BUD-85: a user who sees some accounts has the sums of these', () => {
  const rows = report(budget);
  const head = {
    ...headOf(rows, () => ''),
    currency: 'USD',
    budgetName: '',
    budgetNumber: 1,
    previous: null,
    hasEstimates: false,
  };
  const seen = reportOfAccounts({ head, rows }, (account) => account === '5220');
  expect(seen.head.totals).toMatchObject({ budgetCents: 9_00, patternCents: null, amortCents: 9_00 });
});
