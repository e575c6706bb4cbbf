import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { NoteDraft, QuestionDraft } from '#domain/documents/note-input';
import type { Write } from '#store/d1/open';
import type { Reading } from '#store/d1/query';
import { noteByKeyQuery, noteQuery, updateNote } from '#store/show/documents/notes';
import { insertNote } from '#store/show/documents/write-document';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { appendAuditEvent } from '#verbs/lifecycle/append-audit-event';
import { documentChangePlan, subjectPlan } from '#verbs/lifecycle/perform-action';
import { withIdempotency } from '#verbs/request/idempotency';
import { noQuestion, publishQuestion, questionJobs, questionPart, questionPlan } from './questions.ts';
import { noteOf } from './view-parts.ts';
import type { Note } from '#domain/documents/document-response';

type PostedNote = NoteDraft & QuestionDraft;

/**
 * Adds a note to a document that the user may see, in any status (DEC-13, NO-13). A repeated `keyId` returns the same
 * note; with another text, or from another user, it throws 422 `invalid_parameter` (DEC-99).
 */
export function addNote(
  context: RequestContext,
  docType: DocType,
  draft: PostedNote,
  reading: Reading<NewNotePlan>,
): Promise<Note> {
  return withIdempotency(context, reading.rows.stored, (answerRow) =>
    add(context, docType, draft, reading, answerRow),
  );
}

export function newNotePlan(
  context: MembershipContext,
  documentId: string,
  { keyId, ...draft }: Pick<NoteDraft, 'keyId'> & QuestionDraft,
) {
  return {
    ...documentChangePlan(context, documentId),
    existing: keyId ? noteByKeyQuery(context.store, documentId, keyId) : null,
    ...questionPlan(context, documentId, draft),
  };
}
type NewNotePlan = ReturnType<typeof newNotePlan>;

async function add(
  context: RequestContext,
  docType: DocType,
  draft: PostedNote,
  reading: Reading<NewNotePlan>,
  answerRow: (answer: Note) => Write[],
): Promise<Note> {
  const { store, now, user } = context;
  const keyId = draft.keyId || context.newId();
  let added: Note | null = null;
  let announce = () => {};
  const action = draft.askedUserId ? 'ask' : draft.questionId ? 'answer' : 'note';
  await appendAuditEvent(context, docType, action, reading, (rows, reads) => {
    const { document } = rows;
    const { existing } = reads;
    const isOther =
      existing &&
      (existing.content !== draft.content ||
        existing.commenterId !== user.id ||
        existing.askedId !== (draft.askedUserId ?? null) ||
        existing.answeredId !== (draft.questionId ?? null));
    if (isOther) throw new Refusal('invalid_parameter', { status: 422 });
    added = existing && noteOf(existing);
    if (existing) return null;
    const part = questionPart(context, rows, draft, reads);
    if (part) announce = () => publishQuestion(context, document, draft.content, part);
    const row = {
      id: context.newId(),
      showId: store.showId,
      documentId: document.id,
      keyId,
      content: draft.content,
      context: 'STANDARD' as const,
      changeOrderNumber: document.currentChangeOrder,
      commenterId: user.id,
      commenterName: fullName(user),
      isReview: draft.isReview,
      isEdited: false,
      ...(part?.columns ?? noQuestion),
      createdAt: now,
      updatedAt: now,
    };
    added = noteOf(row);
    return {
      payload: { keyId, content: draft.content, ...part?.payload },
      writes: [insertNote(store, row), ...(part?.writes ?? []), ...answerRow(added)],
      ...(part && { jobs: questionJobs(context, rows, part) }),
    };
  });
  announce();
  if (!added) throw new Refusal('NOT_FOUND');
  return added;
}

export const notePlan = (context: Pick<RequestContext, 'store'>, documentId: string, id: string) => ({
  ...subjectPlan(context, documentId),
  note: noteQuery(context.store, documentId, id),
});

/** Changes the user's own note. Throws `FORBIDDEN` for a note of another user, `NOT_FOUND` (NO-08, NO-09). */
export async function editNote(
  context: RequestContext,
  docType: DocType,
  change: { id: string; content: string },
  reading: Reading<ReturnType<typeof notePlan>>,
): Promise<Note> {
  const { store, now } = context;
  let edited: Note | null = null;
  await appendAuditEvent(context, docType, 'edit-note', reading, (_subject, { note }) => {
    if (!note || note.context === 'HIDDEN') throw new Refusal('NOT_FOUND');
    if (note.commenterId !== context.user.id) throw new Refusal('FORBIDDEN');
    const isSame = note.content === change.content;
    edited = noteOf(isSame ? note : { ...note, content: change.content, isEdited: true, updatedAt: now });
    if (isSame) return null;
    return {
      payload: { keyId: note.keyId, from: note.content, to: change.content },
      writes: [updateNote(store, note.id, change.content, now)],
    };
  });
  if (!edited) throw new Refusal('NOT_FOUND');
  return edited;
}
