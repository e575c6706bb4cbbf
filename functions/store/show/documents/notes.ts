import { and, eq } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { notes } from '#store/show/tables/document-tables';

const note = prepareRead(
  ({ db, showId }, { documentId, value }: { documentId: string; value: string }, by: 'id' | 'keyId') => [
    db
      .select()
      .from(notes)
      .where(and(eq(notes.showId, showId), eq(notes.documentId, documentId), eq(notes[by], value)))
      .limit(1),
  ],
);

export const noteQuery = (source: Source, documentId: string, id: string) =>
  mapped(note(source, { documentId, value: id }, 'id'), ([rows]) => rows[0] ?? null);

/** A note by its client's key, which is unique within the document (DEC-99). */
export const noteByKeyQuery = (source: Source, documentId: string, keyId: string) =>
  mapped(note(source, { documentId, value: keyId }, 'keyId'), ([rows]) => rows[0] ?? null);

/** NO-08: a changed note is marked as edited. */
export function updateNote({ db, showId }: ShowStore, id: string, content: string, now: string): Write {
  return db
    .update(notes)
    .set({ content, isEdited: true, updatedAt: now })
    .where(and(eq(notes.showId, showId), eq(notes.id, id)));
}
