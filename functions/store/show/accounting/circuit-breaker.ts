import { and, eq, lte, sql } from 'drizzle-orm';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { accountingRests } from '#store/show/tables/job-tables';

/** After so many calls in a row that came to nothing, accounting rests. */
const failuresBefore = 3;

const circuit = prepareRead(({ db, showId }) => [
  db
    .select({ until: accountingRests.until })
    .from(accountingRests)
    .where(eq(accountingRests.showId, showId))
    .limit(1),
]);

/** The circuit breaker of a show's accounting: null while its calls succeed, `until` while it is open. */
export const circuitQuery = (source: Source): Query<Circuit> =>
  mapped(circuit(source, {}), ([rows]) => rows[0] ?? null);

export type Circuit = { until: string | null } | null;

/** Takes the one try that a rest which is over allows; nobody else has one before `until`. */
export async function claimProbe({ db, showId }: ShowStore, now: string, until: string): Promise<boolean> {
  const rows = await db
    .update(accountingRests)
    .set({ until })
    .where(and(eq(accountingRests.showId, showId), lte(accountingRests.until, now)))
    .returning({ showId: accountingRests.showId });
  return rows.length > 0;
}

/** One more call that came to nothing; from the third on accounting rests until `until`. Answers whether it rests now. */
export async function countFailure({ db, showId }: ShowStore, until: string): Promise<boolean> {
  const failures = sql`${accountingRests.failures} + 1`;
  const rows = await db
    .insert(accountingRests)
    .values({ showId, failures: 1, until: null })
    .onConflictDoUpdate({
      target: accountingRests.showId,
      set: { failures, until: sql`CASE WHEN ${failures} >= ${failuresBefore} THEN ${until} END` },
    })
    .returning({ until: accountingRests.until });
  return rows[0]?.until === until;
}

/** Accounting has answered. */
export async function endRest({ db, showId }: ShowStore): Promise<void> {
  await db.delete(accountingRests).where(eq(accountingRests.showId, showId));
}
