import { expect, test } from 'vitest';
import { reportByAccount } from '#domain/budget/cost-report/by-account';
import { sumFigures } from '#domain/budget/cost-report/figures';
import type { Reported } from '#domain/budget/cost-report/figures';
import { reportChart as chart, reportLine as line } from '../../support/report-lines.ts';

const sums = (...rows: [code: string, invoiced: number][]) =>
  new Map(
    rows.map(([code, invoicedCents]) => [
      code,
      { invoicedCents, paidCents: 0, committedCents: 0, otherCents: 0 },
    ]),
  );

const report = (lines: Parameters<typeof reportByAccount>[0], reported: Partial<Reported>) =>
  reportByAccount(lines, chart, { sums: sums(), sumsBefore: sums(), previous: null, ...reported });

test('REPORT-01: what was recoded within a budgeted level is no cost of the period', () => {
  const rows = report([line('2100', 100_00)], {
    sums: sums(['2110', 0], ['2120', 5_00]),
    sumsBefore: sums(['2110', 5_00]),
  });
  expect(rows.map(({ code, actualCents, periodCents }) => [code, actualCents, periodCents])).toEqual([
    ['2100', 5_00, 0],
  ]);
});

test('REPORT-01: an account without a budget whose invoice is void in the period has its row', () => {
  const rows = report([], { sums: sums(['9000', 0]), sumsBefore: sums(['9000', 5_00]) });
  expect(rows.map(({ code, actualCents, periodCents }) => [code, actualCents, periodCents])).toEqual([
    ['9000', 0, -5_00],
  ]);
});

test('BUD-92: costs at different rates that add up to nothing have their variance', () => {
  const variances = new Map([
    ['2110', -3_00],
    ['9000', 2_00],
  ]);
  const rows = report([line('2100', 100_00)], {
    sums: sums(['2110', 0], ['9000', 0]),
    variances,
  });
  expect(rows.map(({ code, exchangeVarianceCents }) => [code, exchangeVarianceCents])).toEqual([
    ['2100', -3_00],
    ['9000', 2_00],
  ]);
  expect(sumFigures(rows).exchangeVarianceCents).toBe(-1_00);
});
