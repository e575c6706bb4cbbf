import * as v from 'valibot';
import { booleanFlag, id, text, trimmedText } from '#domain/values/schema-fields';
import { noteLimit } from '#domain/document';

/** The server sets these itself: any value is accepted and ignored (DEC-54). */
const setByServer = v.optional(v.unknown());

const noteFields = v.object({
  keyId: text(100),
  content: v.pipe(v.string(), v.maxLength(noteLimit), trimmedText, v.minLength(1)),
  isReview: booleanFlag,
  commenter: setByServer,
  timestamp: setByServer,
});

/** A new note. Its commenter is the session's user and its time the server's (NO-05). */
export const noteInput = v.pipe(
  noteFields,
  v.transform(({ keyId, content, isReview }) => ({ keyId, content, isReview })),
);
export type NoteDraft = v.InferOutput<typeof noteInput>;

/** An edit of the note with this id (NO-13). */
export const noteEdit = v.object({
  id,
  content: noteFields.entries.content,
});
