import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Estimate, EstimateChange, Estimates } from '#domain/estimates/estimate';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { accountEstimates } from '#store/show/tables/budget-tables';
import { budgetCurrency } from './cost-reports.ts';

/** The newest change of each account up to a day. Each account is one step of the index, however often it changed. */
const asOf = prepareRead(({ db, showId }, { day }: { day: string }) => {
  const ofCurrency = sql`show_id = ${showId} AND currency_code = ${budgetCurrency(showId)}`;
  return [
    db
      .select({
        account: sql<string>`e.account`,
        efcCents: sql<number | null>`e.efc_cents`,
        revision: sql<number>`e.revision`.mapWith(Number),
        day: sql<string>`e.day`,
      })
      .from(
        sql`(WITH RECURSIVE accounts (account) AS (
            SELECT (SELECT min(account) FROM account_estimates WHERE ${ofCurrency})
            UNION ALL SELECT (SELECT min(n.account) FROM account_estimates n
              WHERE n.show_id = ${showId} AND n.currency_code = ${budgetCurrency(showId)}
                AND n.account > accounts.account)
            FROM accounts WHERE accounts.account IS NOT NULL)
          SELECT account FROM accounts WHERE account IS NOT NULL) a
          CROSS JOIN account_estimates e ON e.show_id = ${showId} AND e.currency_code = ${budgetCurrency(showId)}
            AND e.account = a.account AND e.revision = (SELECT p.revision FROM account_estimates p
              WHERE p.show_id = ${showId} AND p.currency_code = ${budgetCurrency(showId)}
                AND p.account = a.account AND p.day <= ${day} ORDER BY p.revision DESC LIMIT 1)`,
      ),
  ];
});

/** The estimates as of a day, in the currency of the budget that counts. */
export const estimatesQuery = (source: Source, day: string) =>
  mapQuery(
    asOf(source, { day }),
    ([rows]): Estimates =>
      new Map(rows.map(({ account, ...estimate }): [string, Estimate] => [account, estimate])),
  );

/** After every day. */
const lastDay = '9999-12-31';

/** The newest estimate of each account, also one of a day to come. */
export const newestEstimatesQuery = (source: Source) => estimatesQuery(source, lastDay);

const history = prepareRead(
  ({ db, showId }, { account, before, limit }: { account: string; before: number; limit: number }) => [
    db
      .select()
      .from(accountEstimates)
      .where(
        and(
          eq(accountEstimates.showId, showId),
          eq(accountEstimates.currencyCode, budgetCurrency(showId)),
          eq(accountEstimates.account, account),
          lt(accountEstimates.revision, before),
        ),
      )
      .orderBy(desc(accountEstimates.revision))
      .limit(limit),
  ],
);

/** The changes of the estimate of an account before a revision, the newest first. */
export const estimateChangesQuery = (
  source: Source,
  page: { account: string; before: number; limit: number },
) => mapQuery(history(source, page), ([rows]) => rows);

/** Appends changes. Of two with the same revision of an account, the second fails on its key. */
export const insertEstimates = (
  { showId }: Pick<ShowStore, 'showId'>,
  shared: { currencyCode: string; day: string; reason: string; byId: string; byName: string; at: string },
  changes: readonly EstimateChange[],
): Write => insertJsonRows(accountEstimates, { showId, ...shared }, changes);

/** Changes without one before them, or of an earlier day than that; at most `limit`. */
export async function readWrongEstimates({ db, showId }: ShowStore, limit: number) {
  return db.all<{ account: string; revision: number }>(sql`SELECT e.account, e.revision
    FROM account_estimates e WHERE e.show_id = ${showId} AND e.revision > 1 AND NOT EXISTS (
      SELECT 1 FROM account_estimates p WHERE p.show_id = e.show_id AND p.currency_code = e.currency_code
        AND p.account = e.account AND p.revision = e.revision - 1 AND p.day <= e.day) LIMIT ${limit}`);
}
