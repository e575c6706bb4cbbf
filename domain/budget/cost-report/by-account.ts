import { noEstimates } from '#domain/estimates/estimate';
import type { Estimates } from '#domain/estimates/estimate';
import { estimatesByLevel } from '#domain/estimates/level-estimates';
import { lineName } from '#domain/budget/budget';
import type { BudgetLine, ChangedLine, SeriesAmounts } from '#domain/budget/budget';
import { budgetedLevel, measureBudget } from '#domain/budget/budget-measures';
import type { LevelMeasures } from '#domain/budget/budget-measures';
import { noCodes } from '#domain/budget/line-codes';
import { actualToDate, noMeasures } from '#domain/budget/measures';
import type { Measures } from '#domain/budget/measures';
import { beforeOf, figuresOf, finalCostOf, noCost, seriesFigures } from './figures.ts';
import type { CostRow, CostSum, CostSums, Reported } from './figures.ts';

const measuresOf = (sums: CostSums): Map<string, Measures> =>
  new Map([...sums].map(([code, sum]) => [code, { ...noMeasures, ...sum }]));

const totalOf = (sum: CostSum) => actualToDate(sum) + sum.committedCents;

const sumOver = (accounts: readonly string[], amountOf: (account: string) => number) =>
  accounts.reduce((sum, account) => sum + amountOf(account), 0);

/**
 * A cost report by account: a row for each line of the budget, then one for each account that counts without a budget
 * (REPORT-01), and for each that only the last report or an estimate has. Costs count at the nearest level that has a
 * budget, as the measures of the budget do.
 */
export function reportByAccount(
  lines: readonly (BudgetLine & Partial<SeriesAmounts>)[],
  chart: { nameOf: (account: string) => string; ancestorsOf: (account: string) => readonly string[] },
  { sums, sumsBefore, previous, variances = null }: Reported,
  estimates: Estimates = noEstimates,
): CostRow[] {
  const measured = measureBudget(lines, measuresOf(sums), chart.ancestorsOf);
  const counted = new Set([...measured.lines, ...measured.notBudgeted].map(({ account }) => account));
  const budgeted = new Map(lines.map((line) => [line.account, line]));
  const { levels, efcOfLevel } = estimatesByLevel(
    estimates,
    (account) => budgetedLevel(account, (code) => budgeted.has(code), chart.ancestorsOf) ?? account,
    (account) => totalOf(sums.get(account) ?? noCost),
  );
  const rowOf = (level: LevelMeasures, line: BudgetLine | null): CostRow => {
    const actualCents = actualToDate(level);
    const before = sumOver(level.accounts, (account) => actualToDate(sumsBefore.get(account) ?? noCost));
    return {
      code: level.account,
      name: line ? nameOfLine(line) : level.account || 'No account',
      description: line ? line.description : chart.nameOf(level.account),
      kind: line?.kind ?? null,
      category: chart.ancestorsOf(level.account).at(-1) ?? '',
      estimateRevision: estimates.get(level.account)?.revision ?? 0,
      ...figuresOf({
        actualCents,
        paidCents: level.paidCents,
        periodCents: actualCents - before,
        committedCents: level.committedCents,
        efcCents: efcOfLevel(level),
        budgetCents: level.finalCents,
        before: beforeOf(previous, level.account),
        exchangeVarianceCents:
          variances === null ? undefined : sumOver(level.accounts, (account) => variances.get(account) ?? 0),
      }),
      ...seriesFigures(budgeted.get(level.account) ?? {}),
    };
  };
  const reportedBefore = [...(previous ?? [])].filter(([, figures]) => finalCostOf(figures) !== 0);
  const withoutCost = new Set(
    [...reportedBefore.map(([account]) => account), ...levels].filter((account) => !counted.has(account)),
  );
  const levelWithoutCost = (account: string): LevelMeasures => ({
    account,
    lineCodes: noCodes,
    accounts: [account],
    ...noMeasures,
    finalCents: null,
    availableCents: null,
    afterWaitingCents: null,
  });
  return [
    ...measured.lines.map((level) => rowOf(level, level.line)),
    ...measured.notBudgeted.map((level) => rowOf(level, null)),
    ...[...withoutCost].map((account) => rowOf(levelWithoutCost(account), null)),
  ];
}

/** A line without an account of the chart has no number. */
const nameOfLine = (line: BudgetLine) => (line.account === line.kind ? '—' : lineName(line));

/** The lines of the budget as they were on a day: without the transfers and overages after it. */
export function budgetAsOf(
  lines: readonly BudgetLine[],
  later: readonly Pick<ChangedLine, 'account' | 'codes' | 'cents'>[],
): BudgetLine[] {
  const keyOf = ({ account, codes = noCodes }: Pick<ChangedLine, 'account' | 'codes'>) =>
    JSON.stringify([account, codes]);
  const after = Map.groupBy(later, keyOf);
  return lines.map((line) => {
    const cents = (after.get(keyOf(line)) ?? []).reduce((sum, one) => sum + one.cents, 0);
    return cents === 0 ? line : { ...line, overageCents: line.overageCents - cents };
  });
}
