import { and, eq } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
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
  mapQuery(note(source, { documentId, value: id }, 'id'), ([rows]) => rows[0] ?? null);

/** The note with its client's key, which is unique within the document (DEC-99). */
export const noteByKeyQuery = (source: Source, documentId: string, keyId: string) =>
  mapQuery(note(source, { documentId, value: keyId }, 'keyId'), ([rows]) => rows[0] ?? null);

/** Marks the changed note as edited (NO-08). */
export function updateNote({ db, showId }: ShowStore, id: string, content: string, now: string): Write {
  return db
    .update(notes)
    .set({ content, isEdited: true, updatedAt: now })
    .where(and(eq(notes.showId, showId), eq(notes.id, id)));
}
