import { and, eq, lte, sql } from 'drizzle-orm';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { accountingRests } from '#store/show/tables/job-tables';

/** The number of consecutive failed calls that opens the circuit. */
const failureThreshold = 3;

const circuit = prepareRead(({ db, showId }) => [
  db
    .select({ until: accountingRests.until })
    .from(accountingRests)
    .where(eq(accountingRests.showId, showId))
    .limit(1),
]);

/** The circuit breaker of a show's accounting: null while its calls succeed, `until` while it is open. */
export const circuitQuery = (source: Source): Query<Circuit> =>
  mapQuery(circuit(source, {}), ([rows]) => rows[0] ?? null);

export type Circuit = { until: string | null } | null;

/**
 * Claims the one probe that is allowed after the open interval. The circuit stays open for other callers until `until`.
 */
export async function claimProbe({ db, showId }: ShowStore, now: string, until: string): Promise<boolean> {
  const rows = await db
    .update(accountingRests)
    .set({ until })
    .where(and(eq(accountingRests.showId, showId), lte(accountingRests.until, now)))
    .returning({ showId: accountingRests.showId });
  return rows.length > 0;
}

/** Counts a failed call; the third one opens the circuit until `until`. Returns whether it is open now. */
export async function countFailure({ db, showId }: ShowStore, until: string): Promise<boolean> {
  const failures = sql`${accountingRests.failures} + 1`;
  const rows = await db
    .insert(accountingRests)
    .values({ showId, failures: 1, until: null })
    .onConflictDoUpdate({
      target: accountingRests.showId,
      set: { failures, until: sql`CASE WHEN ${failures} >= ${failureThreshold} THEN ${until} END` },
    })
    .returning({ until: accountingRests.until });
  return rows[0]?.until === until;
}

/** Closes the circuit after a successful call. */
export async function closeCircuit({ db, showId }: ShowStore): Promise<void> {
  await db.delete(accountingRests).where(eq(accountingRests.showId, showId));
}
