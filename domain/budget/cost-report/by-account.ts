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

/**
 * What accounts have together at each level. Also accounts that cost nothing any more are part of their level: an invoice
 * that was recoded or void has a period cost, and costs at different rates that add up to nothing have a variance.
 */
function sumsByLevel(
  amounts: Iterable<readonly [account: string, cents: number]>,
  levelOf: (account: string) => string,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [account, cents] of amounts) {
    const level = levelOf(account);
    sums.set(level, (sums.get(level) ?? 0) + cents);
  }
  return sums;
}

/**
 * A cost report by account: a row for each line of the budget, then one for each account that counts without a budget
 * (REPORT-01), and for each that only the last report, an estimate, the time before the period or other rates have. Costs count at the nearest level that has a
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
  const levelOf = (account: string) =>
    budgetedLevel(account, (code) => budgeted.has(code), chart.ancestorsOf) ?? account;
  const { levels, efcOfLevel } = estimatesByLevel(estimates, levelOf, (account) =>
    totalOf(sums.get(account) ?? noCost),
  );
  const before = sumsByLevel(
    [...sumsBefore].map(([account, sum]) => [account, actualToDate(sum)]),
    levelOf,
  );
  const varianceOf = sumsByLevel(variances ?? [], levelOf);
  const rowOf = (level: LevelMeasures, line: BudgetLine | null): CostRow => {
    const actualCents = actualToDate(level);
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
        periodCents: actualCents - (before.get(level.account) ?? 0),
        committedCents: level.committedCents,
        efcCents: efcOfLevel(level),
        budgetCents: level.finalCents,
        before: beforeOf(previous, level.account),
        exchangeVarianceCents: variances === null ? undefined : (varianceOf.get(level.account) ?? 0),
      }),
      ...seriesFigures(budgeted.get(level.account) ?? {}),
    };
  };
  const reportedBefore = [...(previous ?? [])].filter(([, figures]) => finalCostOf(figures) !== 0);
  const changedLevels = [...before, ...varianceOf].filter(([, cents]) => cents !== 0);
  const withoutCost = new Set(
    [...[...reportedBefore, ...changedLevels].map(([account]) => account), ...levels].filter(
      (account) => !counted.has(account),
    ),
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
