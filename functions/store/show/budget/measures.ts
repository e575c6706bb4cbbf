import { and, eq, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { noCodes } from '#domain/budget/line-codes';
import { countingBudgetId } from './budgets.ts';
import { countedUpTo, countProgress } from './count-progress.ts';
import { accountMeasures, codedMeasures } from '#store/show/tables/budget-tables';
import { showSettings } from '#store/show/tables/reference-tables';

const measures = prepareRead(({ db, showId }) => [
  db
    .select({
      account: accountMeasures.account,
      currency: accountMeasures.currencyCode,
      measure: accountMeasures.measure,
      cents: accountMeasures.cents,
    })
    .from(accountMeasures)
    .where(and(eq(accountMeasures.showId, showId), sql`${accountMeasures.cents} <> 0`)),
  db.select(countProgress).from(showSettings).where(eq(showSettings.showId, showId)),
  // Only a budget with lines below accounts needs them.
  db
    .select({
      account: codedMeasures.account,
      codes: codedMeasures.codes,
      currency: codedMeasures.currencyCode,
      measure: codedMeasures.measure,
      cents: codedMeasures.cents,
    })
    .from(accountMeasures)
    .crossJoin(codedMeasures)
    .where(
      and(
        eq(accountMeasures.showId, showId),
        eq(codedMeasures.showId, showId),
        eq(codedMeasures.account, accountMeasures.account),
        eq(codedMeasures.currencyCode, accountMeasures.currencyCode),
        eq(codedMeasures.measure, accountMeasures.measure),
        sql`${codedMeasures.cents} <> 0`,
        sql`EXISTS (SELECT 1 FROM budget_lines line WHERE line.show_id = ${showId}
          AND line.budget_id = ${countingBudgetId(showId)} AND line.codes <> ${noCodes})`,
      ),
    ),
]);

const counted = prepareRead(({ db, showId }) => [
  db.select(countProgress).from(showSettings).where(eq(showSettings.showId, showId)),
]);

/** Whether movements cover all documents of the show. */
export const isCountedQuery = (source: Source) =>
  mapQuery(counted(source, {}), ([[settings]]) => countedUpTo(settings) === null);

/** The sums of a show by account, their parts with codes if the budget has such lines, and whether they cover all documents. */
export const accountMeasuresQuery = (source: Source) =>
  mapQuery(measures(source, {}), ([sums, [settings], coded]) => ({
    sums,
    coded,
    isComplete: countedUpTo(settings) === null,
  }));
