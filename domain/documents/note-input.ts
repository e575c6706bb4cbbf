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

const userOrNote = v.nullish(id, null);

/** A new note of a document, which may ask a user of the show or answer a question (ASK-01, ASK-02). */
export const postedNote = v.pipe(
  v.object({
    ...noteFields.entries,
    askedUserId: v.pipe(
      userOrNote,
      v.description('Makes the note a question to this user, who may see the document.'),
    ),
    questionId: v.pipe(
      userOrNote,
      v.description('Makes the note the answer to this question, which it closes.'),
    ),
  }),
  v.check(({ askedUserId, questionId }) => askedUserId === null || questionId === null),
  v.transform(({ keyId, content, isReview, askedUserId, questionId }) => ({
    keyId,
    content,
    isReview,
    askedUserId,
    questionId,
  })),
);
export type QuestionDraft = Partial<Pick<v.InferOutput<typeof postedNote>, 'askedUserId' | 'questionId'>>;

/** The question to withdraw (ASK-05). */
export const questionWithdrawal = v.object({ id });

/** An edit of the note with this id (NO-13). */
export const noteEdit = v.object({
  id,
  content: noteFields.entries.content,
});
