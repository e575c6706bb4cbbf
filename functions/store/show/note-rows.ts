import { and, eq } from 'drizzle-orm';
import type { ShowStore } from '../open.ts';
import { notes } from './document-tables.ts';

/** Keeps a note; one with the same `keyId` on the document is the same note, and is answered as it stands (DEC-99). */
export async function keepNote(store: ShowStore, row: typeof notes.$inferInsert) {
  await store.db.insert(notes).values(row).onConflictDoNothing();
  const rows = await store.db
    .select()
    .from(notes)
    .where(
      and(eq(notes.showId, store.showId), eq(notes.documentId, row.documentId), eq(notes.keyId, row.keyId)),
    )
    .limit(1);
  return rows[0] ?? null;
}

export async function readNote(store: ShowStore, documentId: string, id: string) {
  const rows = await store.db
    .select()
    .from(notes)
    .where(and(eq(notes.showId, store.showId), eq(notes.documentId, documentId), eq(notes.id, id)))
    .limit(1);
  return rows[0] ?? null;
}

/** NO-08: a changed note is marked as edited. */
export async function editNote(store: ShowStore, id: string, content: string, now: string) {
  const rows = await store.db
    .update(notes)
    .set({ content, isEdited: true, updatedAt: now })
    .where(and(eq(notes.showId, store.showId), eq(notes.id, id)))
    .returning();
  return rows[0] ?? null;
}
