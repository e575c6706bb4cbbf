import { and, eq, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { accountMeasures } from '#store/show/tables/budget-tables';
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
  db.select({ countedTo: showSettings.countedTo }).from(showSettings).where(eq(showSettings.showId, showId)),
]);

const counted = prepareRead(({ db, showId }) => [
  db.select({ countedTo: showSettings.countedTo }).from(showSettings).where(eq(showSettings.showId, showId)),
]);

/** Whether movements cover all documents of the show. */
export const isCountedQuery = (source: Source) =>
  mapQuery(counted(source, {}), ([[settings]]) => (settings?.countedTo ?? null) === null);

/** The sums of a show by account, and whether they cover all documents. */
export const accountMeasuresQuery = (source: Source) =>
  mapQuery(measures(source, {}), ([sums, [settings]]) => ({
    sums,
    isComplete: (settings?.countedTo ?? null) === null,
  }));
