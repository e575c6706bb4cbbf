import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database, ShowStore, Write } from '#store/d1/open';
import { prepareWrite } from '#store/d1/prepared-write';
import { showSettings } from '#store/show/tables/reference-tables';
import { stepDurations } from '#store/show/tables/workflow-tables';

type Duration = Omit<typeof stepDurations.$inferInsert, 'showId'>;

const insert = prepareWrite(({ db, showId }, row: Duration) =>
  db
    .insert(stepDurations)
    .values({ ...row, showId })
    .onConflictDoNothing(),
);

/** Returns the statement that stores how long a finished step took. */
export function insertStepDuration(store: Pick<ShowStore, 'showId'>, row: Duration): Write {
  return insert(store, row);
}

/** A bound for memory: more than a show finishes in the days that count. */
const maxDurations = 20_000;

/** The finished steps of a show since a day. */
export function readDurations({ db, showId }: ShowStore, since: string) {
  const { templateId, stepName, workingDays } = stepDurations;
  return db
    .select({ templateId, stepName, workingDays })
    .from(stepDurations)
    .where(and(eq(stepDurations.showId, showId), gte(stepDurations.day, since)))
    .limit(maxDurations);
}

/** Shows of a shard whose usual durations were last computed before a day. */
export async function readShowsWithOldDurations(db: Database, day: string, limit: number) {
  return db
    .select({ showId: showSettings.showId, settings: showSettings.settings })
    .from(showSettings)
    .where(
      and(
        lt(showSettings.usualDurationsDay, day),
        sql`NOT EXISTS (SELECT 1 FROM moving_shows m WHERE m.show_id = ${showSettings.showId})`,
      ),
    )
    .limit(limit);
}

/** Stores the usual durations of a show, and deletes the finished steps that no longer count. */
export async function saveUsualDurations(
  { db, showId }: ShowStore,
  usualDurations: Readonly<Record<string, number>>,
  { day, since }: { day: string; since: string },
): Promise<void> {
  await db.batch([
    db
      .update(showSettings)
      .set({ usualDurations, usualDurationsDay: day })
      .where(eq(showSettings.showId, showId)),
    db.delete(stepDurations).where(and(eq(stepDurations.showId, showId), lt(stepDurations.day, since))),
  ]);
}
