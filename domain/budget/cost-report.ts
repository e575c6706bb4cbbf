import { etcOf, noEstimates } from '#domain/estimates/estimate';
import type { Estimates } from '#domain/estimates/estimate';
import { estimatesByLevel } from '#domain/estimates/level-estimates';
import { lineName } from './budget.ts';
import type { BudgetLine, LineKind } from './budget.ts';
import { budgetedLevel, measureBudget } from './budget-measures.ts';
import type { LevelMeasures } from './budget-measures.ts';
import { actualToDate, noMeasures } from './measures.ts';
import type { costDimensions, Measures } from './measures.ts';

/** The types of code by which a report can have its rows, with their names. */
export const reportDimensions = ['ACCOUNT', 'department', 'SET', 'EPISODE'] as const satisfies readonly (
  | 'ACCOUNT'
  | (typeof costDimensions)[number]
)[];
export type ReportDimension = (typeof reportDimensions)[number];
export const dimensionNames = {
  ACCOUNT: 'Account',
  department: 'Department',
  SET: 'Set',
  EPISODE: 'Episode',
} as const satisfies Record<ReportDimension, string>;

/** What one code costs, in cents. */
export interface CostSum {
  invoicedCents: number;
  /** Other actuals, which have an account and no other code. */
  otherCents: number;
  committedCents: number;
}
export type CostSums = ReadonlyMap<string, CostSum>;

/** The columns of a cost report (REPORT-01). Null: the column is empty. */
export interface CostFigures {
  periodCents: number;
  actualCents: number;
  committedCents: number;
  totalCents: number;
  etcCents: number | null;
  efcCents: number | null;
  budgetCents: number | null;
  /** Budget less EFC, or less total cost without one; below zero is over budget. */
  overUnderCents: number | null;
  /** Of the EFC, or of the total cost without one; null without an earlier report. */
  changeCents: number | null;
}

export interface CostRow extends CostFigures {
  code: string;
  /** What the screen shows instead of the code. */
  name: string;
  description: string;
  /** Null for an account that is not budgeted, and for codes other than accounts. */
  kind: LineKind | null;
  /** The header account at the top, or '' without one. */
  category: string;
  /** The number of changes of its estimate; only by account. */
  estimateRevision?: number;
}

export interface CostCategory extends CostFigures {
  code: string;
  description: string;
}

/** A report without its rows. */
export interface CostReportHead {
  categories: readonly CostCategory[];
  totals: CostFigures;
  /** Without the lines of contingency. */
  withoutContingency: CostFigures;
}

/** What an issued report keeps beside its rows. */
export interface IssuedHead extends CostReportHead {
  currency: string;
  budgetName: string;
  budgetNumber: number;
  /** The number of the report that it is compared with; null for the first. */
  previous: number | null;
  /** Whether other actuals count, without which no EFC is offered. */
  hasEstimates: boolean;
}

const zero: CostSum = { invoicedCents: 0, otherCents: 0, committedCents: 0 };

/** The figures of one row. `before` is the same row of the last issued report; undefined when it has none. */
function figuresOf(row: {
  actualCents: number;
  periodCents: number;
  committedCents: number;
  efcCents: number | null;
  budgetCents: number | null;
  before: CostFigures | null | undefined;
}): CostFigures {
  const { actualCents, periodCents, committedCents, efcCents, budgetCents, before } = row;
  const totalCents = actualCents + committedCents;
  const finalCost = efcCents ?? totalCents;
  return {
    periodCents,
    actualCents,
    committedCents,
    totalCents,
    etcCents: efcCents === null ? null : etcOf(efcCents, totalCents),
    efcCents,
    budgetCents,
    overUnderCents: budgetCents === null ? null : budgetCents - finalCost,
    changeCents: before === undefined ? null : finalCost - finalCostOf(before),
  };
}

const finalCostOf = (figures: CostFigures | null) =>
  figures === null ? 0 : (figures.efcCents ?? figures.totalCents);

const addNullable = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : one + other;

/** Adds up rows. A row without an EFC is expected to cost what it costs now. */
export function sumFigures(rows: readonly CostFigures[]): CostFigures {
  const hasEfc = rows.some(({ efcCents }) => efcCents !== null);
  const sum = (amountOf: (row: CostFigures) => number) =>
    rows.reduce((total, row) => total + amountOf(row), 0);
  const efcCents = hasEfc ? sum((row) => row.efcCents ?? row.totalCents) : null;
  const totalCents = sum((row) => row.totalCents);
  const budgetCents = rows.reduce<number | null>((total, row) => addNullable(total, row.budgetCents), null);
  return {
    periodCents: sum((row) => row.periodCents),
    actualCents: sum((row) => row.actualCents),
    committedCents: sum((row) => row.committedCents),
    totalCents,
    etcCents: efcCents === null ? null : etcOf(efcCents, totalCents),
    efcCents,
    budgetCents,
    overUnderCents: budgetCents === null ? null : budgetCents - (efcCents ?? totalCents),
    changeCents: rows.reduce<number | null>((total, row) => addNullable(total, row.changeCents), null),
  };
}

/** The rows of the last issued report by code; null without one. */
export type PreviousRows = ReadonlyMap<string, CostFigures> | null;

/** What `figuresOf` compares with: undefined without an earlier report, null when it has no such row. */
const beforeOf = (previous: PreviousRows, code: string) =>
  previous === null ? undefined : (previous.get(code) ?? null);

interface Reported {
  sums: CostSums;
  /** As of the day before the period. */
  sumsBefore: CostSums;
  previous: PreviousRows;
}

const measuresOf = (sums: CostSums): Map<string, Measures> =>
  new Map([...sums].map(([code, sum]) => [code, { ...noMeasures, ...sum }]));

const totalOf = (sum: CostSum) => actualToDate(sum) + sum.committedCents;

const sumOver = (codes: readonly string[], amountOf: (code: string) => number) =>
  codes.reduce((sum, code) => sum + amountOf(code), 0);

/**
 * A cost report by account: a row for each line of the budget, then one for each account that counts without a budget
 * (REPORT-01), and for each that only the last report or an estimate has. Costs count at the nearest level that has a
 * budget, as the measures of the budget do.
 */
export function reportByAccount(
  lines: readonly BudgetLine[],
  chart: { nameOf: (account: string) => string; ancestorsOf: (account: string) => readonly string[] },
  { sums, sumsBefore, previous }: Reported,
  estimates: Estimates = noEstimates,
): CostRow[] {
  const measured = measureBudget(lines, measuresOf(sums), chart.ancestorsOf);
  const counted = new Set([...measured.lines, ...measured.notBudgeted].map(({ account }) => account));
  const budgeted = new Set(lines.map(({ account }) => account));
  const { levels, efcOfLevel } = estimatesByLevel(
    estimates,
    (account) => budgetedLevel(account, (code) => budgeted.has(code), chart.ancestorsOf) ?? account,
    (account) => totalOf(sums.get(account) ?? zero),
  );
  const rowOf = (level: LevelMeasures, line: BudgetLine | null): CostRow => {
    const actualCents = actualToDate(level);
    const before = sumOver(level.codes, (code) => actualToDate(sumsBefore.get(code) ?? zero));
    return {
      code: level.account,
      name: line ? nameOfLine(line) : level.account || 'No account',
      description: line ? line.description : chart.nameOf(level.account),
      kind: line?.kind ?? null,
      category: chart.ancestorsOf(level.account).at(-1) ?? '',
      estimateRevision: estimates.get(level.account)?.revision ?? 0,
      ...figuresOf({
        actualCents,
        periodCents: actualCents - before,
        committedCents: level.committedCents,
        efcCents: efcOfLevel(level),
        budgetCents: level.finalCents,
        before: beforeOf(previous, level.account),
      }),
    };
  };
  const reportedBefore = [...(previous ?? [])].filter(([, figures]) => finalCostOf(figures) !== 0);
  const withoutCost = new Set(
    [...reportedBefore.map(([account]) => account), ...levels].filter((account) => !counted.has(account)),
  );
  const levelWithoutCost = (account: string): LevelMeasures => ({
    account,
    codes: [account],
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

/**
 * A cost report by another type of code, such as department or set (REPORT-03). A budget has amounts by account only, so
 * that budget and estimates are empty. The last row has what no code was given for.
 */
export function reportByCode(
  nameOf: (code: string) => { name: string; description: string },
  rest: { name: string; totals: CostFigures },
  { sums, sumsBefore, previous }: Reported,
): CostRow[] {
  const rowOf = (
    code: string,
    name: string,
    description: string,
    cost: { actualCents: number; committedCents: number },
    before: number,
  ) => ({
    code,
    name,
    description,
    kind: null,
    category: '',
    ...figuresOf({
      actualCents: cost.actualCents,
      periodCents: cost.actualCents - before,
      committedCents: cost.committedCents,
      efcCents: null,
      budgetCents: null,
      before: beforeOf(previous, code),
    }),
  });
  const codes = [...new Set([...sums.keys(), ...(previous?.keys() ?? [])])].filter((code) => code !== '');
  const rows = codes
    .map((code) => {
      const { name, description } = nameOf(code);
      const sum = sums.get(code) ?? zero;
      const cost = { actualCents: actualToDate(sum), committedCents: sum.committedCents };
      return rowOf(code, name, description, cost, actualToDate(sumsBefore.get(code) ?? zero));
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  const sum = sumFigures(rows);
  const { totals } = rest;
  const left = {
    actualCents: totals.actualCents - sum.actualCents,
    committedCents: totals.committedCents - sum.committedCents,
  };
  const leftPeriod = totals.periodCents - sum.periodCents;
  const last = rowOf('', rest.name, '', left, left.actualCents - leftPeriod);
  return [...rows, ...(hasFigures(last) ? [last] : [])].filter(hasFigures);
}

const hasFigures = ({ periodCents, actualCents, committedCents, changeCents }: CostFigures) =>
  [periodCents, actualCents, committedCents, changeCents ?? 0].some((cents) => cents !== 0);

/** The lines of the budget as they were on a day: without the transfers and overages after it. */
export function budgetAsOf(
  lines: readonly BudgetLine[],
  later: readonly { account: string; cents: number }[],
): BudgetLine[] {
  const after = Map.groupBy(later, ({ account }) => account);
  return lines.map((line) => {
    const cents = (after.get(line.account) ?? []).reduce((sum, one) => sum + one.cents, 0);
    return cents === 0 ? line : { ...line, overageCents: line.overageCents - cents };
  });
}

/** The first day of the costs of the period: after the last issued report, else of the month (DEC-210). */
export function periodStart(
  day: string,
  lastIssued: string | null,
  nextDay: (day: string) => string,
): string {
  return lastIssued !== null && lastIssued < day ? nextDay(lastIssued) : `${day.slice(0, 7)}-01`;
}

/** What a report heads without other actuals (rule of the measures). */
export const documentsOnlyHeading = 'POs and invoices in this show only';
