import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { Note, NoteDraft } from '#domain/notes';
import { editNote as edit, keepNote, readNote } from '#store/show/note-rows';
import { reach } from './act.ts';
import { fullName } from './context.ts';
import type { ShowContext } from './context.ts';
import { tellChange } from './tell-change.ts';
import { noteOf } from './view-purchase-order.ts';

/** Adds a note to a document one may see, in any status (DEC-13, NO-13). */
export async function addNote(
  context: ShowContext,
  target: { docType: DocType; id: string },
  draft: NoteDraft,
): Promise<Note> {
  const { document } = await reach(context, target.docType, target.id);
  const row = await keepNote(context.store, {
    id: context.newId(),
    showId: context.store.showId,
    documentId: document.id,
    keyId: draft.keyId || context.newId(),
    content: draft.content,
    context: 'STANDARD',
    changeOrderNumber: document.currentChangeOrder,
    commenterId: context.user.id,
    commenterName: fullName(context.user),
    isReview: draft.isReview,
    createdAt: context.now,
    updatedAt: context.now,
  });
  if (!row) throw new Refusal('NOT_FOUND');
  context.later(tellChange(context, null, document.id));
  return noteOf(row);
}

/** Changes one's own note (NO-09, PE-26). Throws `FORBIDDEN` for another's, `NOT_FOUND` for none. */
export async function editNote(
  context: ShowContext,
  target: { docType: DocType; id: string },
  change: { id: string; content: string },
): Promise<Note> {
  const { document } = await reach(context, target.docType, target.id);
  const note = await readNote(context.store, document.id, change.id);
  if (!note || note.context === 'HIDDEN') throw new Refusal('NOT_FOUND');
  if (note.commenterId !== context.user.id) throw new Refusal('FORBIDDEN');
  if (note.content === change.content) return noteOf(note);
  const edited = await edit(context.store, note.id, change.content, context.now);
  if (!edited) throw new Refusal('NOT_FOUND');
  context.later(tellChange(context, null, document.id));
  return noteOf(edited);
}
