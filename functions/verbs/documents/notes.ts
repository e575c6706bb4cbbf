import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { NoteDraft } from '#domain/documents/note-input';
import type { Note } from '#domain/documents/notes';
import type { Write } from '#store/d1/open';
import type { Reading } from '#store/d1/query';
import { noteByKeyQuery, noteQuery, updateNote } from '#store/show/documents/notes';
import { insertNote } from '#store/show/documents/write-document';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { record } from '#verbs/lifecycle/append-audit-event';
import { documentChangePlan, subjectPlan } from '#verbs/lifecycle/perform-action';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { noteOf } from './view-parts.ts';

/**
 * Adds a note to a document one may see, in any status (DEC-13, NO-13). The same `keyId` is the same note, sent again
 * (DEC-99); with another text, or from somebody else, it is 422 `invalid_parameter`.
 */
export function addNote(
  context: RequestContext,
  docType: DocType,
  draft: NoteDraft,
  reading: Reading<NewNotePlan>,
  repeat: Repeat | null,
): Promise<Note> {
  return once(context, repeat, reading.rows.stored, (keep) => add(context, docType, draft, reading, keep));
}

/** A document, and the note that it may have already under the key of a new one. */
export function newNotePlan(
  context: Pick<RequestContext, 'store' | 'user'>,
  documentId: string,
  { keyId }: Pick<NoteDraft, 'keyId'>,
  repeat: Repeat | null,
) {
  return {
    ...documentChangePlan(context, documentId, repeat),
    known: keyId ? noteByKeyQuery(context.store, documentId, keyId) : null,
  };
}
type NewNotePlan = ReturnType<typeof newNotePlan>;

async function add(
  context: RequestContext,
  docType: DocType,
  draft: NoteDraft,
  reading: Reading<NewNotePlan>,
  keep: (answer: Note) => Write[],
): Promise<Note> {
  const { store, now, user } = context;
  const keyId = draft.keyId || context.newId();
  let added: Note | null = null;
  await record(context, docType, 'note', reading, ({ document }, { known }) => {
    const other = known && (known.content !== draft.content || known.commenterId !== user.id);
    if (other) throw new Refusal('invalid_parameter', { status: 422 });
    added = known && noteOf(known);
    if (known) return null;
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
      createdAt: now,
      updatedAt: now,
    };
    added = noteOf(row);
    return { payload: { keyId, content: draft.content }, writes: [insertNote(store, row), ...keep(added)] };
  });
  if (!added) throw new Refusal('NOT_FOUND');
  return added;
}

/** A document, and one of its notes. */
export const notePlan = (context: Pick<RequestContext, 'store'>, documentId: string, id: string) => ({
  ...subjectPlan(context, documentId),
  note: noteQuery(context.store, documentId, id),
});

/** Changes one's own note (NO-08, NO-09). Throws `FORBIDDEN` for another's, `NOT_FOUND` for none. */
export async function editNote(
  context: RequestContext,
  docType: DocType,
  change: { id: string; content: string },
  reading: Reading<ReturnType<typeof notePlan>>,
): Promise<Note> {
  const { store, now } = context;
  let edited: Note | null = null;
  await record(context, docType, 'edit-note', reading, (_subject, { note }) => {
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
