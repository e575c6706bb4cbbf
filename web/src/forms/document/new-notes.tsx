import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import type { NoteDraft } from '#domain/documents/note-input';
import { newNote } from '#domain/documents/notes';
import type { Note } from '#domain/documents/notes';
import { useSession } from '../../session/session.tsx';
import { NotesPanel } from '../notes/notes-panel.tsx';
import type { SectionProps } from './model/draft.ts';

/** A note that has not been saved yet, drawn like the others; it carries no time, so the order is that of writing. */
function drawn(draft: NoteDraft, order: number, commenter: Note['commenter']): Note {
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

/** DEC-54: notes of a document that is not stored yet travel with its first save. */
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
      notes={notes.map((note, order) => drawn(note, order, user))}
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

/** Not drawn again for what changes elsewhere in the form. */
export const NewNotes = memo(NewNotesView);
