import { and, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ReportDimension } from '#domain/budget/cost-report/dimensions';
import type { CostRow, CostSum, CostSums } from '#domain/budget/cost-report/figures';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import {
  budgetChanges,
  costReportRows,
  costReports,
  costSums,
  foreignCostSums,
} from '#store/show/tables/budget-tables';
import { budgetedRates } from '#store/show/tables/currency-tables';
import { countingBudgetId } from './budgets.ts';

export type CostReportRecord = typeof costReports.$inferSelect;

/** The currency of the budget that counts. */
export const budgetCurrency = (
  showId: string,
): SQL => sql`(SELECT currency_code FROM budgets WHERE show_id = ${showId}
  ORDER BY status = 'LOCKED' DESC, number DESC LIMIT 1)`;

/** The sums by code as of a day: of the months before that of the day, and of its days up to it. */
function sumsAsOf(source: Source, dimension: string, day: string) {
  const { db, showId } = source;
  const ofKey = (grain: 'MONTH' | 'DAY') => sql`show_id = ${showId} AND dimension = ${dimension}
    AND currency_code = ${budgetCurrency(showId)} AND grain = ${sql.raw(`'${grain}'`)}`;
  const sums = sql`(SELECT code, measure, cents FROM ${costSums}
      WHERE ${ofKey('MONTH')} AND span < substr(${day}, 1, 7)
    UNION ALL SELECT code, measure, cents FROM ${costSums}
      WHERE ${ofKey('DAY')} AND span >= substr(${day}, 1, 7) AND span <= ${day}) sums`;
  return db
    .select({
      code: sql<string>`code`,
      committedCents: sql<number>`sum(iif(measure = 'COMMITTED', cents, 0))`.mapWith(Number),
      invoicedCents: sql<number>`sum(iif(measure = 'INVOICED', cents, 0))`.mapWith(Number),
      paidCents: sql<number>`sum(iif(measure = 'PAID', cents, 0))`.mapWith(Number),
      otherCents: sql<number>`sum(iif(measure = 'OTHER_ACTUAL', cents, 0))`.mapWith(Number),
    })
    .from(sums)
    .groupBy(sql`code`);
}

const sums = prepareRead((source, { dimension, day }: { dimension: string; day: string }) => [
  sumsAsOf(source, dimension, day),
]);

/** What counts by code at the end of a day, in the currency of the budget that counts (REPORT-02). */
export const costSumsQuery = (source: Source, dimension: ReportDimension, day: string) =>
  mapQuery(
    sums(source, { dimension, day }),
    ([rows]): CostSums => new Map(rows.map(({ code, ...sum }): [string, CostSum] => [code, sum])),
  );

const foreign = prepareRead(({ db, showId }, { dimension, day }: { dimension: string; day: string }) => {
  const ofKey = (grain: 'MONTH' | 'DAY') => sql`SELECT s.code, s.original_currency, s.original_cents, s.cents
    FROM ${budgetedRates} b CROSS JOIN ${foreignCostSums} s ON s.show_id = ${showId} AND s.dimension = ${dimension}
      AND s.currency_code = ${budgetCurrency(showId)} AND s.original_currency = b.currency_code
      AND s.grain = ${sql.raw(`'${grain}'`)}`;
  const costs = sql`(${ofKey('MONTH')} AND s.span < substr(${day}, 1, 7) WHERE b.show_id = ${showId}
    UNION ALL ${ofKey('DAY')} AND s.span >= substr(${day}, 1, 7) AND s.span <= ${day} WHERE b.show_id = ${showId}) costs`;
  return [
    db
      .select({ currency: budgetedRates.currencyCode, rate: budgetedRates.rate })
      .from(budgetedRates)
      .where(eq(budgetedRates.showId, showId))
      .orderBy(budgetedRates.currencyCode),
    db
      .select({
        code: sql<string>`code`,
        currency: sql<string>`original_currency`,
        originalCents: sql<number>`sum(original_cents)`.mapWith(Number),
        cents: sql<number>`sum(cents)`.mapWith(Number),
      })
      .from(costs)
      .groupBy(sql`code, original_currency`),
  ];
});

/** The budgeted rates, and what costs in these currencies are by code at the end of a day (BUD-91). */
export const foreignCostsQuery = (source: Source, dimension: ReportDimension, day: string) =>
  mapQuery(foreign(source, { dimension, day }), ([rates, costs]) => ({ rates, costs }));

const laterChanges = prepareRead(({ db, showId }, { after }: { after: string }) => [
  db
    .select({ entries: budgetChanges.entries })
    .from(budgetChanges)
    .where(
      and(
        eq(budgetChanges.showId, showId),
        eq(budgetChanges.budgetId, countingBudgetId(showId)),
        inArray(budgetChanges.kind, ['TRANSFER', 'OVERAGE']),
        gte(budgetChanges.at, after),
      ),
    ),
]);

/** The transfers and overages of the budget that counts from an instant on. */
export const laterBudgetChangesQuery = (source: Source, after: string) =>
  mapQuery(laterChanges(source, { after }), ([rows]) => rows.flatMap(({ entries }) => entries));

const issued = prepareRead(({ db, showId }) => [
  db.select().from(costReports).where(eq(costReports.showId, showId)).orderBy(desc(costReports.number)),
]);

const newest = prepareRead(({ db, showId }) => [
  db
    .select({ number: costReports.number, day: costReports.day })
    .from(costReports)
    .where(eq(costReports.showId, showId))
    .orderBy(desc(costReports.number))
    .limit(1),
]);

/** Number and day of the last issued report; null without one. */
export const newestCostReportQuery = (source: Source) =>
  mapQuery(newest(source, {}), ([[report]]) => report ?? null);

/** The issued reports of a show, the newest first. */
export const costReportsQuery = (source: Source) => mapQuery(issued(source, {}), ([rows]) => rows);

const oneIssued = prepareRead(
  ({ db, showId }, { number, dimension }: { number: number; dimension: string }) => [
    db
      .select()
      .from(costReports)
      .where(and(eq(costReports.showId, showId), eq(costReports.number, number))),
    rowsOf({ db, showId }, number, dimension),
    db
      .select({ dimension: costReportRows.dimension })
      .from(costReportRows)
      .where(
        and(
          eq(costReportRows.showId, showId),
          eq(costReportRows.number, number),
          sql`EXISTS (SELECT 1 FROM json_each(${costReportRows.rows}) item WHERE item.value ->> 'code' <> '')`,
        ),
      ),
  ],
);

const rowsOf = ({ db, showId }: Pick<Source, 'db' | 'showId'>, number: number | SQL, dimension: string) =>
  db
    .select({ rows: costReportRows.rows })
    .from(costReportRows)
    .where(
      and(
        eq(costReportRows.showId, showId),
        eq(costReportRows.number, number),
        eq(costReportRows.dimension, dimension),
      ),
    );

/** An issued report with its rows by one type of code, and the types of which it has codes; null when it does not exist. */
export const issuedReportQuery = (source: Source, number: number, dimension: ReportDimension) =>
  mapQuery(oneIssued(source, { number, dimension }), ([[report], [found], coded]) =>
    report ? { report, rows: found?.rows ?? [], dimensions: coded.map((one) => one.dimension) } : null,
  );

const newestIssued = prepareRead(({ db, showId }, { day, dimension }: { day: string; dimension: string }) => {
  const upTo = and(eq(costReports.showId, showId), lte(costReports.day, day));
  return [
    db.select().from(costReports).where(upTo).orderBy(desc(costReports.number)).limit(1),
    rowsOf(
      { db, showId },
      sql`(SELECT ${costReports.number} FROM ${costReports} WHERE ${upTo} ORDER BY ${costReports.number} DESC LIMIT 1)`,
      dimension,
    ),
  ];
});

/** The newest report issued as of a day up to `day`, with its rows, null of a type of code that it does not have; null without one. */
export const previousReportQuery = (source: Source, day: string, dimension: ReportDimension) =>
  mapQuery(newestIssued(source, { day, dimension }), ([[report], [found]]) =>
    report ? { report, rows: found?.rows ?? null } : null,
  );

/** Stores an issued report. Of two with the same number, the second fails on `cost_reports.number`. */
export function insertCostReport(
  { db, showId }: ShowStore,
  report: Omit<CostReportRecord, 'showId'>,
  rows: readonly { dimension: ReportDimension; rows: readonly CostRow[] }[],
): Write[] {
  return [
    db.insert(costReports).values({ ...report, showId }),
    ...rows.map((one) => db.insert(costReportRows).values({ ...one, showId, number: report.number })),
  ];
}

const open = prepareRead(({ db, showId }) => [
  db
    .select({
      account: sql<string>`account`,
      openCents: sql<number>`sum(open)`.mapWith(Number),
      accruedCents: sql<number>`sum(accrued)`.mapWith(Number),
    })
    .from(
      sql`(SELECT account, cents AS open, 0 AS accrued FROM account_measures
          WHERE show_id = ${showId} AND measure = 'COMMITTED' AND currency_code = ${budgetCurrency(showId)}
        UNION ALL SELECT m.account, 0, m.cents
        FROM (SELECT 'SUBMITTED_FOR_APPROVAL' AS status UNION ALL SELECT 'APPROVED_BY_DEPARTMENT_APPROVER'
            UNION ALL SELECT 'APPROVED_BY_SPECIAL_APPROVER') waiting
          CROSS JOIN documents d INDEXED BY documents_in_state
            ON d.show_id = ${showId} AND d.status = waiting.status AND d.type = 'INVOICE'
          CROSS JOIN budget_movements m ON m.show_id = ${showId} AND m.owner_id = d.id AND m.measure = 'WAITING'
            AND m.currency_code = ${budgetCurrency(showId)}) amounts`,
    )
    .groupBy(sql`account`)
    .having(sql`sum(open) <> 0 OR sum(accrued) <> 0`)
    .orderBy(sql`account`),
]);

/** Open orders and invoices in approval by account, in the currency of the budget that counts (REPORT-07). */
export const openCostsQuery = (source: Source) => mapQuery(open(source, {}), ([rows]) => rows);
