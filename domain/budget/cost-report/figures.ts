import { etcOf } from '#domain/estimates/estimate';
import type { LineKind, SeriesAmounts } from '#domain/budget/budget';
import type { BudgetedRate } from '#domain/currency/budgeted-rates';

/** What one code costs, in cents. */
export interface CostSum {
  invoicedCents: number;
  /** A part of `invoicedCents`. */
  paidCents: number;
  /** Other actuals, which have an account and no other code. */
  otherCents: number;
  committedCents: number;
}
export type CostSums = ReadonlyMap<string, CostSum>;

/** The columns of a cost report (REPORT-01). Null: the column is empty. */
export interface CostFigures extends Partial<SeriesAmounts> {
  periodCents: number;
  actualCents: number;
  /** A part of `actualCents`; absent in reports issued before payments counted. */
  paidCents?: number;
  committedCents: number;
  totalCents: number;
  etcCents: number | null;
  efcCents: number | null;
  budgetCents: number | null;
  /** Budget less EFC, or less total cost without one; below zero is over budget. */
  overUnderCents: number | null;
  /** Of the EFC, or of the total cost without one; null without an earlier report. */
  changeCents: number | null;
  /** The total cost at the budgeted rates less the total cost; absent without budgeted rates (BUD-92). */
  exchangeVarianceCents?: number;
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
  /** Absent without any. */
  budgetedRates?: readonly BudgetedRate[];
}

export const noCost: CostSum = { invoicedCents: 0, paidCents: 0, otherCents: 0, committedCents: 0 };

/** The figures of one row. `before` is the same row of the last issued report; undefined when it has none. */
export function figuresOf(row: {
  actualCents: number;
  paidCents: number;
  periodCents: number;
  committedCents: number;
  efcCents: number | null;
  budgetCents: number | null;
  before: CostFigures | null | undefined;
  exchangeVarianceCents: number | undefined;
}): CostFigures {
  const { actualCents, paidCents, periodCents, committedCents, efcCents, budgetCents, before } = row;
  const { exchangeVarianceCents } = row;
  const totalCents = actualCents + committedCents;
  const finalCost = efcCents ?? totalCents;
  return {
    periodCents,
    actualCents,
    paidCents,
    committedCents,
    totalCents,
    etcCents: efcCents === null ? null : etcOf(efcCents, totalCents),
    efcCents,
    budgetCents,
    overUnderCents: budgetCents === null ? null : budgetCents - finalCost,
    changeCents: before === undefined ? null : finalCost - finalCostOf(before),
    ...(exchangeVarianceCents !== undefined && { exchangeVarianceCents }),
  };
}

export const finalCostOf = (figures: CostFigures | null) =>
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
  const addUp = (amountOf: (row: CostFigures) => number | null | undefined) =>
    rows.reduce<number | null>((total, row) => addNullable(total, amountOf(row) ?? null), null);
  const budgetCents = addUp((row) => row.budgetCents);
  return {
    periodCents: sum((row) => row.periodCents),
    actualCents: sum((row) => row.actualCents),
    ...(rows.every(({ paidCents }) => paidCents !== undefined) && {
      paidCents: sum((row) => row.paidCents ?? 0),
    }),
    committedCents: sum((row) => row.committedCents),
    totalCents,
    etcCents: efcCents === null ? null : etcOf(efcCents, totalCents),
    efcCents,
    budgetCents,
    overUnderCents: budgetCents === null ? null : budgetCents - (efcCents ?? totalCents),
    changeCents: addUp((row) => row.changeCents),
    ...(rows.some((row) => row.exchangeVarianceCents !== undefined) && {
      exchangeVarianceCents: sum((row) => row.exchangeVarianceCents ?? 0),
    }),
    ...seriesFigures({
      patternCents: addUp((row) => row.patternCents),
      amortCents: addUp((row) => row.amortCents),
    }),
  };
}

/** Rows and sums without pattern and amort do not have these figures, as those of shows that are no series (BUD-85). */
export const seriesFigures = ({ patternCents = null, amortCents = null }: Partial<SeriesAmounts>) =>
  patternCents === null && amortCents === null ? {} : { patternCents, amortCents };

/** The rows of the last issued report by code; null without one. */
export type PreviousRows = ReadonlyMap<string, CostFigures> | null;

/** What `figuresOf` compares with: undefined without an earlier report, null when it has no such row. */
export const beforeOf = (previous: PreviousRows, code: string) =>
  previous === null ? undefined : (previous.get(code) ?? null);

/** What the rows of a report are made of. */
export interface Reported {
  sums: CostSums;
  /** As of the day before the period. */
  sumsBefore: CostSums;
  previous: PreviousRows;
  /** The exchange variance of each code with costs in a currency with a budgeted rate; null or absent without such rates. */
  variances?: ReadonlyMap<string, number> | null;
}
