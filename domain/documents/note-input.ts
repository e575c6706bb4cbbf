import * as v from 'valibot';
import { flag, id, text, trimmed } from '#domain/values/schema-fields';
import { noteLimit } from '#domain/document';

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

/** NO-13: an edit names its note. */
export const noteEdit = v.object({
  id,
  content: noteFields.entries.content,
});
