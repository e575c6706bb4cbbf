import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import type { NoteDraft } from '#domain/documents/note-input';
import { newNote } from '#domain/documents/notes';
import { useSession } from '../../session/session.tsx';
import { NotesPanel } from '../notes/notes-panel.tsx';
import type { SectionProps } from './model/draft.ts';
import type { Note } from '#domain/documents/document-response';

/** An unsaved note, displayed like a stored one. It has no time, so its index gives the order. */
function toNote(draft: NoteDraft, order: number, commenter: Note['commenter']): Note {
  const at = new Date(order).toISOString();
  return {
    id: draft.keyId,
    keyId: draft.keyId,
    content: draft.content,
    commenter,
    timestamp: at,
    createdTimestamp: at,
    updatedTimestamp: at,
    isEdited: false,
    context: 'STANDARD',
    changeOrderNumber: 0,
    isReview: false,
  };
}

/** Notes of a new document are stored with its first save (DEC-54). */
function NewNotesView(props: Pick<SectionProps, 'docType' | 'form'>) {
  const { form } = props;
  const { user } = useSession();
  const notes = useWatch({ control: form.control, name: 'notes' }) ?? [];
  const set = (next: NoteDraft[]) => {
    form.setValue('notes', next, { shouldDirty: true });
    return Promise.resolve(true);
  };
  return (
    <NotesPanel
      docType={props.docType}
      hasTimes={false}
      notes={notes.map((note, order) => toNote(note, order, user))}
      meId={user.id}
      onAdd={(content) => {
        const timestamp = new Date().toISOString();
        const keyId = crypto.randomUUID();
        return set([...notes, newNote(user, { keyId, content, isReview: false, timestamp })]);
      }}
      onEdit={(note, content) =>
        set(notes.map((one) => (one.keyId === note.keyId ? { ...one, content } : one)))
      }
    />
  );
}

/** Memoized, because most changes are in other sections. */
export const NewNotes = memo(NewNotesView);
