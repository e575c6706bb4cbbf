import { NotesPanel } from '../../../forms/notes/notes-panel.tsx';
import type { NotesLook } from '../../../forms/notes/note-style.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { addNote, editNote } from '../calls.ts';
import type { StoredDocument } from '../document.ts';
import { failureTexts } from '../messages.ts';

/** The notes of a stored document. Each is saved by its own request (NO-03 to NO-13). */
export function DocumentNotes(props: { document: StoredDocument; look?: NotesLook; onChanged: () => void }) {
  const { document } = props;
  const { user } = useSession();
  const flash = useToast();
  const attempt = async (call: Promise<unknown>, failure: string) => {
    try {
      await call;
      props.onChanged();
      return true;
    } catch {
      flash('error', failure);
      return false;
    }
  };
  return (
    <NotesPanel
      docType={document.docType}
      {...(props.look && { look: props.look })}
      notes={document.notes}
      meId={user.id}
      onAdd={(content) => attempt(addNote(document, content, user), failureTexts.addNote)}
      onEdit={(note, content) => attempt(editNote(document, note.id, content), failureTexts.editNote)}
    />
  );
}
