import { sql } from 'drizzle-orm';
import type { ShowStore, Write } from '#store/d1/open';
import { prepareWrite } from '#store/d1/prepared-write';
import { outbox } from '#store/show/tables/job-tables';

type OutboxRow = typeof outbox.$inferInsert;

const insertJob = prepareWrite(({ db }, row: OutboxRow) =>
  db.insert(outbox).values(row).onConflictDoNothing(),
);

export function insertOutbox(store: ShowStore, rows: readonly OutboxRow[]): Write[] {
  return rows.map((row) => insertJob(store, row));
}

/** Deletes the jobs of a document's event of which no attempt has begun. Their queue messages then find no job. */
export function deleteUnsentJobs({ showId }: ShowStore, documentId: string, seq: number): Write {
  const event = `${documentId}:${seq}`;
  // A semicolon follows the colon, so the range has exactly the keys of this event.
  return sql`DELETE FROM outbox WHERE show_id = ${showId} AND effect_key > ${`${event}:`} AND effect_key < ${`${event};`}
    AND attempts = 0 AND done_at IS NULL`;
}
