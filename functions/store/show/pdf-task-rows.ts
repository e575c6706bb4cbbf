import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database, ShowStore, Write } from '../open.ts';
import { pdfTasks } from './work-tables.ts';

export type PdfTaskRow = typeof pdfTasks.$inferSelect;

export function insertPdfTask({ db }: ShowStore, row: typeof pdfTasks.$inferInsert): Write {
  return db.insert(pdfTasks).values(row);
}

export async function readPdfTask(store: ShowStore, id: string): Promise<PdfTaskRow | null> {
  const rows = await store.db
    .select()
    .from(pdfTasks)
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, store.showId)))
    .limit(1);
  return rows[0] ?? null;
}

export async function countAttempt(store: ShowStore, id: string): Promise<void> {
  await store.db
    .update(pdfTasks)
    .set({ attempts: sql`${pdfTasks.attempts} + 1` })
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, store.showId)));
}

/** Ends a task once; a task that has ended stays as it ended. Answers whether this call ended it. */
export async function endPdfTask(
  store: ShowStore,
  id: string,
  end: Pick<PdfTaskRow, 'status' | 'eventType' | 'fileName' | 'error'> & { finishedAt: string },
): Promise<boolean> {
  const rows = await store.db
    .update(pdfTasks)
    .set(end)
    .where(and(eq(pdfTasks.id, id), eq(pdfTasks.showId, store.showId), eq(pdfTasks.status, 'in_progress')))
    .returning({ id: pdfTasks.id });
  return rows.length > 0;
}

/** Tasks still open that began before `before`: their message was lost, or the renderer died. At most 50 a sweep. */
export async function readStuckPdfTasks(db: Database, before: string) {
  return db
    .select({ id: pdfTasks.id, showId: pdfTasks.showId, createdAt: pdfTasks.createdAt })
    .from(pdfTasks)
    .where(and(eq(pdfTasks.status, 'in_progress'), lt(pdfTasks.createdAt, before)))
    .limit(50);
}
