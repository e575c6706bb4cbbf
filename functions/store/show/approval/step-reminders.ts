import { sql } from 'drizzle-orm';
import type { Database, ShowStore } from '#store/d1/open';

/** Documents that wait at a step which is to remind or escalate, found by their index alone (NUDGE-08). */

const maxShows = 50;

/** Shows of a shard with documents that are due, each with the earliest of their times. */
export function readShowsToRemind(db: Database, now: string): Promise<{ showId: string; dueAt: string }[]> {
  return db.all(sql`SELECT show_id AS showId, min(reminder_due_at) AS dueAt
    FROM documents INDEXED BY documents_to_remind
    WHERE reminder_due_at <= ${now}
      AND NOT EXISTS (SELECT 1 FROM moving_shows m WHERE m.show_id = documents.show_id)
    GROUP BY show_id LIMIT ${maxShows}`);
}

/** Documents of a show that are due, the earliest first. */
export async function readDocumentsToRemind(
  { db, showId }: ShowStore,
  now: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM documents INDEXED BY documents_to_remind
    WHERE reminder_due_at <= ${now} AND show_id = ${showId} ORDER BY reminder_due_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Sets when a document is looked at next; with `version`, unless it was changed meanwhile. */
export async function setReminderDue(
  { db, showId }: ShowStore,
  id: string,
  dueAt: string | null,
  version: number | null = null,
): Promise<void> {
  await db.run(sql`UPDATE documents SET reminder_due_at = ${dueAt}
    WHERE id = ${id} AND show_id = ${showId} AND version = coalesce(${version}, version)`);
}

/** Makes the reminders of a show due, so that each is computed again with its new time zone and holidays. */
export async function recomputeReminders({ db, showId }: ShowStore, now: string): Promise<void> {
  await db.run(sql`UPDATE documents INDEXED BY documents_to_remind SET reminder_due_at = ${now}
    WHERE reminder_due_at IS NOT NULL AND show_id = ${showId}`);
}
