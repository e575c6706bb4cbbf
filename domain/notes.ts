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

/** What the server decides itself, whatever is sent (DEC-54): any value is accepted and none is used. */
const decidedByServer = v.optional(v.unknown());

const noteFields = v.object({
  keyId: text(100),
  content: v.pipe(v.string(), v.maxLength(noteLimit), trimmed, v.minLength(1)),
  isReview: flag,
  commenter: decidedByServer,
  timestamp: decidedByServer,
});

/** NO-05: a new note. Its commenter is the session's user, and its time that of the server. */
export const noteInput = v.pipe(
  noteFields,
  v.transform(({ keyId, content, isReview }) => ({ keyId, content, isReview })),
);
export type NoteDraft = v.InferOutput<typeof noteInput>;
/** A new note on the wire. */
export type NewNote = NoteDraft & Pick<Note, 'commenter' | 'timestamp'>;

/** A new note as the web sends it. */
export function newNote(
  commenter: Note['commenter'],
  note: Pick<Note, 'keyId' | 'content' | 'isReview' | 'timestamp'>,
): NewNote {
  return { ...note, commenter: { id: commenter.id, name: commenter.name } };
}

/** NO-13: an edit names its note. */
export const noteEdit = v.object({
  id,
  content: noteFields.entries.content,
});

/** NO-06: whether the note shows `EDITED`. */
export function showsEdited(note: Pick<Note, 'isEdited' | 'createdTimestamp' | 'updatedTimestamp'>): boolean {
  return note.isEdited || note.createdTimestamp !== note.updatedTimestamp;
}

/** NO-09, PE-26: only its commenter edits a note. */
export function mayEditNote(note: Pick<Note, 'commenter'>, userId: string): boolean {
  return note.commenter.id === userId;
}
