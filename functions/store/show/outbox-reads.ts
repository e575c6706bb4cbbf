import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, ShowStore } from '../open.ts';
import { documents, sendHistory } from './document-tables.ts';
import { outbox } from './work-tables.ts';

export type OutboxEntry = typeof outbox.$inferSelect;

/** An entry that is still to be done; null when it is done or unknown. */
export async function readOpenErrand(store: ShowStore, id: string): Promise<OutboxEntry | null> {
  const rows = await store.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.showId, store.showId), isNull(outbox.doneAt)))
    .limit(1);
  return rows[0] ?? null;
}

/** Entries whose message was lost: open, and not handed to the queue since `before`. At most 100 a sweep. */
export async function readStranded(db: Database, before: string): Promise<{ id: string; showId: string }[]> {
  return db
    .select({ id: outbox.id, showId: outbox.showId })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        lt(outbox.createdAt, before),
        or(isNull(outbox.sentAt), lt(outbox.sentAt, before)),
      ),
    )
    .orderBy(asc(outbox.createdAt))
    .limit(100);
}

export async function markSent(db: Database, ids: readonly string[], at: string): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: at })
    .where(sql`${outbox.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** Closes an entry; `error` says why nothing more will be tried. */
export async function markDone(
  store: ShowStore,
  id: string,
  at: string,
  error: string | null,
): Promise<void> {
  await store.db
    .update(outbox)
    .set({ doneAt: at, error, attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.id, id), eq(outbox.showId, store.showId)));
}

/** One attempt at accounting: the header's flags and the send history say the same (AC-05, DEC-96). */
export async function recordPush(store: ShowStore, entry: typeof sendHistory.$inferInsert): Promise<void> {
  const ok = entry.isSuccessful;
  await store.db.batch([
    store.db.insert(sendHistory).values(entry).onConflictDoNothing(),
    store.db
      .update(documents)
      .set(ok ? { accountingFailed: false, foundInAccounting: true } : { accountingFailed: true })
      .where(and(eq(documents.id, entry.documentId), eq(documents.showId, store.showId))),
  ]);
}
