import { Refusal } from '#domain/codes';
import { budgetedLevel } from '#domain/budget/budget-measures';
import { partialHeading } from '#domain/budget/account-ranges';
import { reportOfAccounts } from '#domain/budget/cost-report/categories';
import { figuresHeading } from '#domain/budget/actuals';
import { reportDimensions } from '#domain/budget/cost-report/dimensions';
import type { ReportDimension } from '#domain/budget/cost-report/dimensions';
import type { CostFigures, CostRow, IssuedHead } from '#domain/budget/cost-report/figures';
import type {
  CostDocuments,
  CostFiguresResponse,
  CostReport,
  CostRowResponse,
  IssuedCostReport,
} from '#domain/budget/cost-report/response';
import { fromCents } from '#domain/values/money';
import { read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { costReportsQuery, costSumsQuery, issuedReportQuery } from '#store/show/budget/cost-reports';
import type { CostReportRecord } from '#store/show/budget/cost-reports';
import { countedLinesQuery, documentsOfAccountsQuery } from '#store/show/lists/documents-of-accounts';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import {
  requireBudgetReader,
  requireDimension,
  requireReportReader,
  requireVisibleCode,
} from './budget-reader.ts';
import type { BudgetReader } from './budget-reader.ts';
import { computeCostReport, periodOf } from './cost-report.ts';
import type { CostReportRows, Period } from './cost-report.ts';
import { chartOf } from './read-budget-file.ts';
import { countedDocumentOf, countingOf, visibilitiesByType } from './view-measures.ts';

/** Documents on one page of a row. */
const documentsPerPage = 50;

interface Query {
  by: ReportDimension;
  day?: string | undefined;
  from?: string | undefined;
}

/** The cost report as of a day (REPORT-01). Throws `FORBIDDEN`. */
export async function viewCostReport(
  context: RequestContext,
  rows: CostReportRows,
  query: Query,
): Promise<CostReport> {
  const reader = requireBudgetReader(context);
  requireDimension(reader, query.by);
  const period = periodOf(context, rows, query);
  const { head, isComplete, rows: tables } = await computeCostReport(context, rows, period, [query.by]);
  const report = { head, rows: tables.get(query.by) ?? [] };
  return reportOf(reader, { issued: null, ...report, period, by: query.by, isComplete });
}

export const issuedReportPlan = (
  { store }: Pick<MembershipContext, 'store'>,
  number: number,
  by: ReportDimension,
) => ({ found: issuedReportQuery(store, number, by) });

/** An issued report, as it was issued (REPORT-06). Throws `FORBIDDEN`, `NOT_FOUND`. */
export function viewIssuedReport(
  context: RequestContext,
  { found }: PlanRows<typeof issuedReportPlan>,
  by: ReportDimension,
): CostReport {
  const reader = requireReportReader(context);
  requireDimension(reader, by);
  if (!found) throw new Refusal('NOT_FOUND');
  const { report, rows, dimensions } = found;
  const period = { day: report.day, from: report.fromDay };
  return {
    ...reportOf(reader, { issued: report, head: report.head, period, by, rows, isComplete: true }),
    ...(!reader.isPartial && { dimensions: reportDimensions.filter((one) => dimensions.includes(one)) }),
  };
}

export const issuedReportsPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  reports: costReportsQuery(store),
});

/** The issued reports, the newest first. Throws `FORBIDDEN`. */
export function listCostReports(
  context: RequestContext,
  { reports }: PlanRows<typeof issuedReportsPlan>,
): IssuedCostReport[] {
  const { isPartial } = requireReportReader(context);
  return reports.map((report) => issuedOf(report, isPartial ? null : report.head.totals));
}

function issuedOf(report: CostReportRecord, totals: CostFigures | null): IssuedCostReport {
  return {
    number: report.number,
    day: report.day,
    from: report.fromDay,
    note: report.note,
    issuedBy: { userId: report.byId, name: report.byName },
    issuedAt: report.at,
    currency: report.head.currency,
    totals: totals && figuresOf(totals),
  };
}

interface FullReport {
  issued: CostReportRecord | null;
  head: IssuedHead;
  period: Period;
  by: ReportDimension;
  rows: readonly CostRow[];
  isComplete: boolean;
}

/** The report, as far as the user sees it. */
function reportOf({ sees, isPartial, partial }: BudgetReader, report: FullReport): CostReport {
  const { issued, period, by, isComplete } = report;
  const { head, rows } = isPartial ? reportOfAccounts(report, sees) : report;
  // Rows by other codes have no pattern and amort that their totals could add up (BUD-85).
  const sumOf = (figures: CostFigures) =>
    figuresOf(by === 'ACCOUNT' ? figures : { ...figures, patternCents: null, amortCents: null });
  return {
    issued: issued && issuedOf(issued, head.totals),
    ...period,
    currency: head.currency,
    budgetName: head.budgetName,
    ...partial,
    hasActuals: head.hasEstimates,
    heading: [figuresHeading(head.hasEstimates), isPartial ? partialHeading : ''].filter(Boolean).join('. '),
    isComplete,
    by,
    rows: rows.map(rowOf),
    categories:
      by === 'ACCOUNT'
        ? head.categories.map((one) => ({
            code: one.code,
            description: one.description,
            ...figuresOf(one),
          }))
        : [],
    totals: sumOf(head.totals),
    withoutContingency: sumOf(head.withoutContingency),
    previous: head.previous,
    ...(head.budgetedRates && { budgetedRates: [...head.budgetedRates] }),
  };
}

function rowOf(row: CostRow): CostRowResponse {
  const { code, name, description, kind, category } = row;
  const estimateRevision = row.estimateRevision ?? 0;
  return { code, name, description, kind, category, estimateRevision, ...figuresOf(row) };
}

const amountOrNull = (cents: number | null) => (cents === null ? null : fromCents(cents));

function figuresOf(figures: CostFigures): CostFiguresResponse {
  const { exchangeVarianceCents: variance } = figures;
  return {
    period: fromCents(figures.periodCents),
    actual: fromCents(figures.actualCents),
    paid: amountOrNull(figures.paidCents ?? null),
    committed: fromCents(figures.committedCents),
    total: fromCents(figures.totalCents),
    etc: amountOrNull(figures.etcCents),
    efc: amountOrNull(figures.efcCents),
    budget: amountOrNull(figures.budgetCents),
    pattern: amountOrNull(figures.patternCents ?? null),
    amort: amountOrNull(figures.amortCents ?? null),
    overUnder: amountOrNull(figures.overUnderCents),
    change: amountOrNull(figures.changeCents),
    ...(variance !== undefined && {
      budgetedRateTotal: fromCents(figures.totalCents + variance),
      exchangeVariance: fromCents(variance),
    }),
  };
}

/**
 * The documents behind a row, the newest first, with their lines: of the report (REPORT-05), or of open orders and
 * accruals, which are by account as they are now (REPORT-07). Throws `FORBIDDEN`.
 */
export async function listCostDocuments(
  context: RequestContext,
  rows: CostReportRows,
  query: Query & { code: string; offset: number; open?: 'yes' | undefined },
): Promise<CostDocuments> {
  const { code, offset } = query;
  const isOpen = query.open === 'yes';
  const by = isOpen ? 'ACCOUNT' : query.by;
  requireVisibleCode(requireBudgetReader(context), by, code);
  const { store } = context;
  const day = isOpen ? null : periodOf(context, rows, query).day;
  const values = by === 'ACCOUNT' && day !== null ? await accountsOf(context, rows, day, code) : [code];
  const counted = { dimension: by, values, currency: countingOf(rows)?.currencyCode ?? '', day, isOpen };
  const limit = documentsPerPage + 1;
  const page = { visibilities: visibilitiesByType(context), from: offset, limit };
  const found = await read(documentsOfAccountsQuery(store, counted, page));
  const shown = found.slice(0, documentsPerPage);
  const seen = shown.filter(({ isVisible }) => isVisible);
  const hidden = shown.filter(({ isVisible }) => !isVisible);
  const ids = shown.map(({ id }) => id);
  const lines = Map.groupBy(
    ids.length > 0 ? await read(countedLinesQuery(store, counted, ids)) : [],
    ({ documentId }) => documentId,
  );
  const paidOf = ({ id }: (typeof shown)[number]) =>
    (lines.get(id) ?? []).reduce((sum, { paidCents }) => sum + paidCents, 0);
  const accruedOf = ({ type, waitingCents }: (typeof shown)[number]) =>
    isOpen && type === 'INVOICE' ? waitingCents : 0;
  const sumOf = (amountOf: (row: (typeof hidden)[number]) => number) =>
    fromCents(hidden.reduce((sum, row) => sum + amountOf(row), 0));
  return {
    documents: seen.map((row) => ({
      ...countedDocumentOf(row),
      actual: fromCents(row.invoicedCents),
      paid: fromCents(paidOf(row)),
      committed: fromCents(row.committedCents),
      accrued: fromCents(accruedOf(row)),
      lines: (lines.get(row.id) ?? []).map((line) => ({
        lineNumber: line.lineNumber,
        description: line.description,
        account: line.account,
        actual: fromCents(line.invoicedCents),
        paid: fromCents(line.paidCents),
        committed: fromCents(line.committedCents),
        accrued: fromCents(row.type === 'INVOICE' ? line.accruedCents : 0),
      })),
    })),
    hidden: {
      count: hidden.length,
      actual: sumOf((row) => row.invoicedCents),
      paid: sumOf(paidOf),
      committed: sumOf((row) => row.committedCents),
      accrued: sumOf(accruedOf),
    },
    hasMore: found.length > documentsPerPage,
  };
}

/** The accounts whose lines count in the row of an account. */
async function accountsOf(
  { store }: RequestContext,
  rows: CostReportRows,
  day: string,
  account: string,
): Promise<string[]> {
  const { ancestorsOf } = chartOf(rows);
  const budgeted = new Set(countingOf(rows) ? rows.lines.map((line) => line.account) : []);
  const sums = await read(costSumsQuery(store, 'ACCOUNT', day));
  return [...sums.keys()].filter(
    (code) => (budgetedLevel(code, (level) => budgeted.has(level), ancestorsOf) ?? code) === account,
  );
}
