import { useState } from 'react';
import { useDiscardDraft } from '../../../forms/document/saving/use-autosaved-draft.ts';
import { ReasonDialog } from '../../../parts/overlays/reason-dialog.tsx';
import { DiscardDialog } from '../discard-dialog.tsx';
import type { StoredDocument } from '../document.ts';
import { useDecisions } from '../review/actions/use-document-actions.ts';

export type Ending = 'void' | 'discard';

/** PO-19, PO-20, IN-28: the two ways to end a document from its form, each with its question; what is typed goes with it. */
export function useEndActions(document: StoredDocument, voidReason: string) {
  const { busy, run } = useDecisions(document, 'CREATOR');
  const forget = useDiscardDraft(document.id);
  const [asking, setAsking] = useState<Ending | null>(null);
  const close = () => setAsking(null);
  const end = async (ending: Ending, reason: string | null) => {
    if (!(await run(ending, reason))) return;
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
