import type { NoteDraft } from './note-input.ts';
import type { Note } from './document-response.ts';

/** NO-02. */
export type NoteContext = 'VOID' | 'ADJUSTMENT' | 'REVISION' | 'DENIED' | 'HIDDEN' | 'STANDARD';

/** A new note on the wire. */
export type NewNote = NoteDraft & Pick<Note, 'commenter' | 'timestamp'>;

/** A new note as the web sends it. */
export function newNote(
  commenter: Note['commenter'],
  note: Pick<Note, 'keyId' | 'content' | 'isReview' | 'timestamp'>,
): NewNote {
  return { ...note, commenter: { id: commenter.id, name: commenter.name } };
}

/** True when the note shows `EDITED` (NO-06). */
export function showsEdited(note: Pick<Note, 'isEdited' | 'createdTimestamp' | 'updatedTimestamp'>): boolean {
  return note.isEdited || note.createdTimestamp !== note.updatedTimestamp;
}

/** Only its commenter can edit a note (NO-09, PE-26). */
export function mayEditNote(note: Pick<Note, 'commenter'>, userId: string): boolean {
  return note.commenter.id === userId;
}
