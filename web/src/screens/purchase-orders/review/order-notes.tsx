import type { PurchaseOrder } from '#domain/purchase-order';
import { NotesPanel } from '../../../forms/notes-panel.tsx';
import { useFlash } from '../../../parts/flash.tsx';
import { useSession } from '../../../session/session.tsx';
import { addNote, editNote } from '../calls.ts';
import { failed } from '../messages.ts';

/** The notes of a stored PO, each saved by its own call (NO-03 to NO-13). */
export function OrderNotes(props: { order: PurchaseOrder; onChanged: () => void }) {
  const { order } = props;
  const { user } = useSession();
  const flash = useFlash();
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
      docType="PO"
      notes={order.notes}
      meId={user.id}
      onAdd={(content) => attempt(addNote(order, content), failed.addNote)}
      onEdit={(note, content) => attempt(editNote(order, note.id, content), failed.editNote)}
    />
  );
}
