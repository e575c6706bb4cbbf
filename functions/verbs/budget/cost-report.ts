import { linesByAccount } from '#domain/budget/budget';
import { variancesByCode } from '#domain/currency/budgeted-rates';
import { headOf } from '#domain/budget/cost-report/categories';
import { budgetAsOf, reportByAccount } from '#domain/budget/cost-report/by-account';
import { reportByCode } from '#domain/budget/cost-report/by-code';
import { dimensionNames } from '#domain/budget/cost-report/dimensions';
import { sumFigures } from '#domain/budget/cost-report/figures';
import { periodStart } from '#domain/budget/cost-report/period';
import type { ReportDimension } from '#domain/budget/cost-report/dimensions';
import type {
  CostFigures,
  CostReportHead,
  CostRow,
  IssuedHead,
  PreviousRows,
} from '#domain/budget/cost-report/figures';
import { noEstimates } from '#domain/estimates/estimate';
import { addDays, startOfDay } from '#domain/values/days';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { hasActualsQuery } from '#store/show/budget/actuals';
import { countingBudgetLinesQuery } from '#store/show/budget/budgets';
import {
  costSumsQuery,
  foreignCostsQuery,
  laterBudgetChangesQuery,
  newestCostReportQuery,
  previousReportQuery,
} from '#store/show/budget/cost-reports';
import { estimatesQuery } from '#store/show/budget/estimates';
import { isCountedQuery } from '#store/show/budget/measures';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import { accountFieldOf } from '#verbs/reference-data/view-companies';
import { todayOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { chartOf } from './read-budget-file.ts';
import { budgetsPlan } from './view-budget.ts';
import { countingOf } from './view-measures.ts';

/** The budget that counts, the names of codes, and the last issued report. */
export const costReportPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  ...budgetsPlan({ store }),
  lines: countingBudgetLinesQuery(store),
  fields: accountFieldsQuery(store, true),
  departments: departmentsQuery(store),
  isCounted: isCountedQuery(store),
  newest: newestCostReportQuery(store),
  hasActuals: hasActualsQuery(store),
});
export type CostReportRows = PlanRows<typeof costReportPlan>;

export interface Period {
  day: string;
  from: string;
}

/** The day of a report and the first day of its period, by default today and after the last issued report (REPORT-04). */
export function periodOf(
  context: Pick<RequestContext, 'now' | 'settings'>,
  { newest }: Pick<CostReportRows, 'newest'>,
  query: { day?: string | undefined; from?: string | undefined },
): Period {
  const day = query.day ?? todayOf(context);
  const from = query.from ?? periodStart(day, newest?.day ?? null, (last) => addDays(last, 1));
  return { day, from: from > day ? day : from };
}

/** A report with its rows by several types of code. */
export interface ComputedReport {
  head: IssuedHead;
  isComplete: boolean;
  rows: ReadonlyMap<ReportDimension, readonly CostRow[]>;
}

const none: CostReportHead = {
  categories: [],
  totals: sumFigures([]),
  withoutContingency: sumFigures([]),
};

/** Reads and computes the report as of a day, always by account too, whose totals the others share. */
export async function computeCostReport(
  { store, settings }: Pick<RequestContext, 'store' | 'settings'>,
  rows: CostReportRows,
  { day, from }: Period,
  dimensions: readonly ReportDimension[],
): Promise<ComputedReport> {
  const counting = countingOf(rows);
  const dayBefore = addDays(from, -1);
  const read = async (dimension: ReportDimension) =>
    readInOneTrip({
      sums: costSumsQuery(store, dimension, day),
      sumsBefore: costSumsQuery(store, dimension, dayBefore),
      previous: previousReportQuery(store, day, dimension),
      foreign: foreignCostsQuery(store, dimension, day),
    });
  // Reads of the same turn share one round trip.
  const [later, byAccount, ...others] = await Promise.all([
    readInOneTrip({
      changes: laterBudgetChangesQuery(store, startOfDay(addDays(day, 1), settings.timeZone)),
      estimates: estimatesQuery(store, day),
    }),
    read('ACCOUNT'),
    ...dimensions.filter((one) => one !== 'ACCOUNT').map(async (one) => ({ one, ...(await read(one)) })),
  ]);
  const { ancestorsOf, known } = chartOf(rows);
  const nameOf = (account: string) => known?.get(account) ?? '';
  const currency = counting?.currencyCode ?? '';
  const budgetedRates = currency === settings.baseCurrency ? byAccount.foreign.rates : [];
  const reported = (found: typeof byAccount) => ({
    ...found,
    previous: previousRows(found.previous),
    variances: variancesByCode(found.foreign.costs, budgetedRates, currency),
  });
  const accountRows = counting
    ? reportByAccount(
        linesByAccount(budgetAsOf(rows.lines, later.changes)),
        { nameOf, ancestorsOf },
        reported(byAccount),
        rows.hasActuals ? later.estimates : noEstimates,
      )
    : [];
  const head = counting ? headOf(accountRows, nameOf) : none;
  const tables = others.map(({ one, ...found }): [ReportDimension, CostRow[]] => {
    const rest = { name: `No ${dimensionNames[one].toLowerCase()}`, totals: head.totals };
    return [one, counting ? reportByCode(namesOf(rows, one), rest, reported(found)) : []];
  });
  return {
    head: {
      ...head,
      currency,
      budgetName: counting?.name ?? '',
      budgetNumber: counting?.number ?? 0,
      previous: byAccount.previous?.report.number ?? null,
      hasEstimates: rows.hasActuals,
      ...(budgetedRates.length > 0 && { budgetedRates }),
    },
    isComplete: rows.isCounted,
    rows: new Map([['ACCOUNT', accountRows], ...tables]),
  };
}

const previousRows = (previous: { rows: readonly CostRow[] | null } | null): PreviousRows =>
  previous?.rows ? new Map(previous.rows.map((row): [string, CostFigures] => [row.code, row])) : null;

/** What a code other than an account is called. */
function namesOf({ fields, departments }: CostReportRows, dimension: ReportDimension) {
  if (dimension === 'department') {
    const names = new Map(departments.map(({ id, name }) => [id, name]));
    return (code: string) => ({ name: names.get(code) ?? 'Former department', description: '' });
  }
  const field = fields.map(accountFieldOf).find(({ config_type: type }) => type === dimension);
  const names = new Map((field?.account_parts ?? []).map((part) => [part.id_code, part.description]));
  return (code: string) => ({ name: code, description: names.get(code) ?? '' });
}
