import { and, eq } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore, Write } from '#store/d1/open';
import { notes } from '#store/show/tables/document-tables';

async function one(store: ShowStore, documentId: string, which: SQL) {
  const rows = await store.db
    .select()
    .from(notes)
    .where(and(eq(notes.showId, store.showId), eq(notes.documentId, documentId), which))
    .limit(1);
  return rows[0] ?? null;
}

export function readNote(store: ShowStore, documentId: string, id: string) {
  return one(store, documentId, eq(notes.id, id));
}

/** A note by its client's key, which is unique within the document (DEC-99). */
export function readNoteByKey(store: ShowStore, documentId: string, keyId: string) {
  return one(store, documentId, eq(notes.keyId, keyId));
}

/** NO-08: a changed note is marked as edited. */
export function updateNote({ db, showId }: ShowStore, id: string, content: string, now: string): Write {
  return db
    .update(notes)
    .set({ content, isEdited: true, updatedAt: now })
    .where(and(eq(notes.showId, showId), eq(notes.id, id)));
}
