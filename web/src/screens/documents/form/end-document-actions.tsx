import { useState } from 'react';
import { useDiscardDraft } from '../../../forms/document/saving/use-autosaved-draft.ts';
import { ReasonDialog } from '../../../parts/overlays/reason-dialog.tsx';
import { DiscardDialog } from '../discard-dialog.tsx';
import type { StoredDocument } from '../document.ts';
import { useDocumentActions } from '../review/actions/use-document-actions.ts';

export type EndAction = 'void' | 'discard';

/** Void and discard from the form, each with its dialog. Both also delete the unsaved draft (PO-19, PO-20, IN-28). */
export function useEndActions(document: StoredDocument, voidReason: string) {
  const { busy, run } = useDocumentActions(document, 'CREATOR');
  const forget = useDiscardDraft(document.id);
  const [asking, setAsking] = useState<EndAction | null>(null);
  const close = () => setAsking(null);
  const end = async (action: EndAction, reason: string | null) => {
    if (!(await run(action, reason))) return;
    forget();
    close();
  };
  const dialogs = (
    <>
      <ReasonDialog
        title={`Void ${document.name}`}
        isOpen={asking === 'void'}
        isBusy={busy === 'void'}
        danger
        confirm="Void"
        defaultReason={voidReason}
        onCancel={close}
        onConfirm={(reason) => void end('void', reason)}
      />
      <DiscardDialog
        document={document}
        isOpen={asking === 'discard'}
        isBusy={busy === 'discard'}
        onCancel={close}
        onConfirm={() => void end('discard', null)}
      />
    </>
  );
  return { ask: setAsking, dialogs };
}
