import * as v from 'valibot';
import { flag, id, text, trimmed } from './bounded.ts';
import { noteLimit } from './document.ts';

/** NO-02. */
export type NoteContext = 'VOID' | 'ADJUSTMENT' | 'REVISION' | 'DENIED' | 'HIDDEN' | 'STANDARD';

/** NO-01: a note on the wire; the three times are instants. */
export interface Note {
  id: string;
  keyId: string;
  content: string;
  commenter: { id: string; name: string };
  timestamp: string;
  createdTimestamp: string;
  updatedTimestamp: string;
  isEdited: boolean;
  context: NoteContext;
  changeOrderNumber: number;
  isReview: boolean;
}

/** NO-05: a new note. The commenter is the session's user, whatever the body says (DEC-54). */
export const noteInput = v.object({
  keyId: text(100),
  content: v.pipe(v.string(), v.maxLength(noteLimit), trimmed, v.minLength(1)),
  isReview: flag,
});
export type NoteDraft = v.InferOutput<typeof noteInput>;

/** NO-13: an edit names its note. */
export const noteEdit = v.object({
  id,
  content: noteInput.entries.content,
});

/** NO-06: whether the note shows `EDITED`. */
export function showsEdited(note: Pick<Note, 'isEdited' | 'createdTimestamp' | 'updatedTimestamp'>): boolean {
  return note.isEdited || note.createdTimestamp !== note.updatedTimestamp;
}

/** NO-09, PE-26: only its commenter edits a note. */
export function mayEditNote(note: Pick<Note, 'commenter'>, userId: string): boolean {
  return note.commenter.id === userId;
}
