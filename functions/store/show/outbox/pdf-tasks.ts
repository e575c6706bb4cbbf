import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { isNotMoving } from './moving-shows.ts';
import { pdfTasks } from '#store/show/tables/job-tables';

export type PdfTaskRow = typeof pdfTasks.$inferSelect;

export function insertPdfTask({ db }: ShowStore, row: typeof pdfTasks.$inferInsert): Write {
  return db.insert(pdfTasks).values(row);
}

const task = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(pdfTasks)
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, showId)))
    .limit(1),
]);

/** A PDF task; null when the show has none of this id. */
export const pdfTaskQuery = (store: Source, id: string): Query<PdfTaskRow | null> =>
  mapQuery(task(store, { id }), ([rows]) => rows[0] ?? null);

export function readPdfTasks(store: ShowStore, ids: readonly string[]): Promise<PdfTaskRow[]> {
  return store.db
    .select()
    .from(pdfTasks)
    .where(and(inArray(pdfTasks.id, inList(ids)), eq(pdfTasks.showId, store.showId)));
}

const isDue = (now: string) => or(isNull(pdfTasks.nextAttemptAt), lte(pdfTasks.nextAttemptAt, now));
const isOpen = eq(pdfTasks.status, 'in_progress');

/**
 * Leases an open task for one rendering until `leaseUntil`, and counts the attempt. Null when the task has ended, is
 * unknown, or is being rendered.
 */
export async function claimPdfTask(
  store: ShowStore,
  id: string,
  now: string,
  leaseUntil: string,
): Promise<PdfTaskRow | null> {
  const rows = await store.db
    .update(pdfTasks)
    .set({
      attempts: sql`${pdfTasks.attempts} + 1`,
      nextAttemptAt: leaseUntil,
      // When a lease ran out, the worker was stopped by something other than the rendering.
      begunAt: sql`CASE WHEN ${pdfTasks.nextAttemptAt} IS NULL THEN coalesce(${pdfTasks.begunAt}, ${now}) ELSE ${now} END`,
    })
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, store.showId), isOpen, isDue(now)))
    .returning();
  return rows[0] ?? null;
}

/** Extends the lease of a task that is being rendered. Does nothing when the task was released or leased again. */
export async function extendPdfTaskLease(
  store: ShowStore,
  { id, attempts }: Pick<PdfTaskRow, 'id' | 'attempts'>,
  leaseUntil: string,
): Promise<void> {
  const isLeased = and(eq(pdfTasks.attempts, attempts), isNotNull(pdfTasks.nextAttemptAt));
  await store.db
    .update(pdfTasks)
    .set({ nextAttemptAt: leaseUntil })
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, store.showId), isOpen, isLeased));
}

/** Releases a task after a failed rendering, so that the next message can lease it at once. */
export async function releasePdfTask(store: ShowStore, id: string): Promise<void> {
  await store.db
    .update(pdfTasks)
    .set({ nextAttemptAt: null })
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, store.showId), isOpen));
}

/** Ends a task once. Returns whether this call ended it. */
export async function endPdfTask(
  store: ShowStore,
  id: string,
  end: Pick<PdfTaskRow, 'status' | 'eventType' | 'fileName' | 'error'> & { finishedAt: string },
): Promise<boolean> {
  const rows = await store.db
    .update(pdfTasks)
    .set(end)
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, store.showId), isOpen))
    .returning({ id: pdfTasks.id });
  return rows.length > 0;
}

/** Open tasks created before `before` that are not being rendered: their message was lost. At most 50 per sweep. */
export async function readUndispatchedPdfTasks(db: Database, before: string, now: string) {
  return db
    .select({ id: pdfTasks.id, showId: pdfTasks.showId })
    .from(pdfTasks)
    .where(and(isOpen, isNotMoving(pdfTasks.showId), lt(pdfTasks.createdAt, before), isDue(now)))
    .orderBy(asc(pdfTasks.createdAt))
    .limit(50);
}

/** Open tasks created before `before`, whatever their state. At most 50 per sweep. */
export async function readExpiredPdfTasks(db: Database, before: string) {
  return db
    .select({ id: pdfTasks.id, showId: pdfTasks.showId })
    .from(pdfTasks)
    .where(and(isOpen, isNotMoving(pdfTasks.showId), lt(pdfTasks.createdAt, before)))
    .orderBy(asc(pdfTasks.createdAt))
    .limit(50);
}

/** Ids of tasks that ended before `before`. At most 100 per sweep. */
export async function readOldPdfTasks(db: Database, before: string): Promise<string[]> {
  const rows = await db
    .select({ id: pdfTasks.id })
    .from(pdfTasks)
    .where(and(lt(pdfTasks.finishedAt, before), isNotMoving(pdfTasks.showId)))
    .orderBy(asc(pdfTasks.finishedAt))
    .limit(100);
  return rows.map((row) => row.id);
}

export async function deletePdfTasks(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(pdfTasks).where(inArray(pdfTasks.id, inList(ids)));
}
