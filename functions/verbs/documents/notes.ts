import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { NoteDraft } from '#domain/documents/note-input';
import type { Note } from '#domain/documents/notes';
import type { Write } from '#store/d1/open';
import { readNote, readNoteByKey, updateNote } from '#store/show/documents/notes';
import { insertNote } from '#store/show/documents/write-document';
import { fullName } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';
import { record } from '#verbs/lifecycle/append-audit-event';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { noteOf } from './view-parts.ts';

interface Target {
  docType: DocType;
  id: string;
}

/**
 * Adds a note to a document one may see, in any status (DEC-13, NO-13). The same `keyId` is the same note, sent again
 * (DEC-99); with another text, or from somebody else, it is 422 `invalid_parameter`.
 */
export function addNote(
  context: ShowContext,
  target: Target,
  draft: NoteDraft,
  repeat: Repeat | null,
): Promise<Note> {
  return once(context, repeat, undefined, (keep) => add(context, target, draft, keep));
}

async function add(
  context: ShowContext,
  target: Target,
  draft: NoteDraft,
  keep: (answer: Note) => Write[],
): Promise<Note> {
  const { store, now, user } = context;
  const keyId = draft.keyId || context.newId();
  let added: Note | null = null;
  await record(context, target, 'note', async ({ document }) => {
    const known = draft.keyId ? await store.foreseen.ask(readNoteByKey, store, document.id, keyId) : null;
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

/** Changes one's own note (NO-08, NO-09). Throws `FORBIDDEN` for another's, `NOT_FOUND` for none. */
export async function editNote(
  context: ShowContext,
  target: Target,
  change: { id: string; content: string },
): Promise<Note> {
  const { store, now } = context;
  let edited: Note | null = null;
  await record(context, target, 'edit-note', async ({ document }) => {
    const note = await store.foreseen.ask(readNote, store, document.id, change.id);
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
